import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type {
  InstrumentPoint,
  ProcedureBudget,
  ProcedureEnvironment,
  ProcedureRevision,
  StandardAtUse,
} from '@plumbline/contract'
import { ruleInForce } from '@plumbline/contract/measurement'
import { deviationsOf, followsProcedure, type Deviations } from '@plumbline/contract/procedure'
import { standardAtUseQuery } from '../../../queries/standards-at-use.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import type { RecordValues } from '../record-values.ts'
import { usedAt } from '../standard-in-use.ts'
import { isRead, type PointEntry } from './point-entry.ts'
import {
  resultOf,
  summaryOf,
  type PointContext,
  type PointResult,
  type PointsSummary,
} from './point-results.ts'

/** The procedure that the points of a form follow. */
export interface PointsProcedure {
  readonly procedureId: string
  readonly code: string
  readonly revision: number
  readonly points: readonly InstrumentPoint[]
  readonly budgets: readonly ProcedureBudget[]
  readonly environment: ProcedureEnvironment | null
  readonly decisionRule: string | null
  /** Markdown. */
  readonly workInstruction: string | null
  readonly documents: ProcedureRevision['documents']
  readonly requiredStandards: ProcedureRevision['required_standards']
}

/** The points of a form with their results. */
export interface FormPoints {
  readonly entries: readonly PointEntry[]
  /** In the order of the entries. */
  readonly results: readonly PointResult[]
  readonly summary: PointsSummary
  /** Null without a procedure. */
  readonly procedure: PointsProcedure | null
  /** How the current entries deviate from the procedure. */
  readonly deviations: Deviations
  /** Whether the single-reading fields are those of a record that is corrected. */
  readonly isCorrection: boolean
  readonly change: (entries: readonly PointEntry[]) => void
}

interface Stated {
  /** The instrument that is calibrated. */
  readonly instrumentId: string
  readonly entries: readonly PointEntry[]
  readonly values: RecordValues
  readonly procedure: PointsProcedure | null
  readonly isCorrection: boolean
  readonly change: (entries: readonly PointEntry[]) => void
}

/** Computes the results of a form's points; those of unchanged points are reused. */
export function useFormPoints(stated: Stated): FormPoints {
  const { entries, values, procedure, isCorrection, change } = stated
  const context = usePointContext(stated)
  const resultsOf = useMemo(() => cachedResults(context), [context])
  const results = useMemo(() => entries.map(resultsOf), [entries, resultsOf])
  const summary = useMemo(() => summaryOf(entries, results), [entries, results])
  const { temperature, humidity } = values
  const deviations = useMemo(
    () => departures(summary, procedure, { temperature, humidity }),
    [summary, procedure, temperature, humidity],
  )
  return { entries, results, summary, procedure, deviations, isCorrection, change }
}

function cachedResults(context: PointContext): (entry: PointEntry) => PointResult {
  const known = new WeakMap<PointEntry, PointResult>()
  return (entry) => {
    const result = known.get(entry) ?? resultOf(entry, context)
    known.set(entry, result)
    return result
  }
}

const NO_DEVIATIONS: Deviations = { pointsLeftOut: [], outside: [] }

function departures(
  { entries }: PointsSummary,
  procedure: PointsProcedure | null,
  conditions: Pick<RecordValues, 'temperature' | 'humidity'>,
): Deviations {
  const measurements = entries.map(({ pointId }) => ({ point_id: pointId }))
  if (procedure === null || !followsProcedure({ measurements })) return NO_DEVIATIONS
  return deviationsOf({ measurements, ...conditions }, procedure)
}

function usePointContext({ instrumentId, entries, values, procedure }: Stated): PointContext {
  const { workspace } = useWorkspace()
  const { reference_standard_asset_id: standardId } = values
  const budgets = procedure?.budgets ?? NO_BUDGETS
  const standards = useStandards(instrumentId, entries, values, budgets)
  const needsAsLeft = values.result === 'PASS_WITH_ADJUSTMENT' && entries.some(({ left }) => isRead(left))
  const decisionRule = ruleInForce(
    values.decision_rule,
    procedure?.decisionRule,
    workspace.default_decision_rule,
  )
  return useMemo(
    () => ({ budgets, standards, decisionRule, standardId, needsAsLeft }),
    [budgets, standards, decisionRule, standardId, needsAsLeft],
  )
}

const NO_BUDGETS: readonly ProcedureBudget[] = []

/** Returns the uncertainties that the standards stated at the time of the work, if a budget uses them. */
function useStandards(
  instrumentId: string,
  entries: readonly PointEntry[],
  { reference_standard_asset_id: standardId, performed_at: performedAt }: RecordValues,
  budgets: readonly ProcedureBudget[],
): PointContext['standards'] {
  const { workspaceId, workspace } = useWorkspace()
  const at = usedAt(performedAt, workspace.timezone)
  const isTaken = budgets.some(({ contributors }) =>
    contributors.some(({ value_from: source }) => source === 'standard'),
  )
  const named = isTaken ? [standardId, ...entries.map((entry) => entry.standardId)] : []
  const ids = [...new Set(named)].filter((id) => id !== '').map((id) => id.toLowerCase())
  const stated = useQueries({
    queries: ids.map((id) => standardAtUseQuery(workspaceId, id, { at, calibrates: instrumentId })),
    combine: uncertaintiesOf,
  })
  // The map stays the same object while its data are unchanged: a new one would recompute every point.
  const names = ids.join(' ')
  return useMemo(
    () =>
      new Map(names === '' ? [] : names.split(' ').map((id, index) => [id, stated[index] ?? []] as const)),
    [names, stated],
  )
}

function uncertaintiesOf(
  responses: readonly { data: StandardAtUse | undefined }[],
): (StandardAtUse['uncertainties'] | undefined)[] {
  return responses.map(({ data }) => data?.uncertainties)
}
