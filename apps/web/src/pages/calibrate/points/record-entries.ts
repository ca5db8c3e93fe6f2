import { useMemo } from 'react'
import type {
  FollowedProcedure,
  InstrumentPoints,
  Measurement,
  MeasurementCreate,
  PhaseCreate,
  ProcedureRevision,
} from '@plumbline/contract'
import type { OpenDraft } from '../../../state/drafts/use-record-draft.ts'
import { emptyRecord, statedPoint, type RecordField, type RecordValues } from '../record-values.ts'
import {
  copiedEntry,
  entryOfMeasurement,
  entryOfPoint,
  isStated,
  sentPoint,
  type PointEntry,
} from './point-entry.ts'
import { uncertaintyCompanions, filledValues, type FilledValues } from './point-results.ts'
import type { FormPoints, PointsProcedure } from './use-form-points.ts'

/** The content of a record's form: fields and points. */
export type RecordEntries = RecordValues & {
  readonly points: readonly PointEntry[]
  /** The revision of the procedure that the points follow; empty without a procedure. */
  readonly pointsOf: string
}

/** Returns the fields of a draft without its points; the same object while only points are edited. */
export function useDraftParts({ values: entries, change }: OpenDraft<RecordEntries>) {
  const texts = fieldNames.map((name) => entries[name])
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the texts are all that fieldsOf reads, and always as many
  const values = useMemo(() => fieldsOf(entries), texts)
  return {
    values,
    changeValues: (changed: RecordValues) => change({ ...entries, ...changed }),
  }
}

/**
 * Returns the entries with those that the points fill in; without points, as typed.
 * @param recorded a record that is corrected: fields that it left blank stay blank, except the uncertainty
 */
export function useFilled(
  values: RecordValues,
  { entries, summary }: FormPoints,
  recorded?: RecordValues,
): FilledValues {
  const { worstPoint } = summary
  const hasPoints = entries.length > 0
  return useMemo(() => {
    if (!hasPoints) return { values, filled: values }
    const besides = uncertaintyCompanions.filter((name) => recorded?.[name] !== '')
    return filledValues(values, worstPoint, besides)
  }, [hasPoints, values, worstPoint, recorded])
}

const fieldNames = Object.keys(emptyRecord) as RecordField[]

function fieldsOf(entries: RecordEntries): RecordValues {
  return Object.fromEntries(fieldNames.map((name) => [name, entries[name]])) as Record<RecordField, string>
}

/** Returns the procedure that a new record of an instrument follows. */
export function procedureOfPoints({ procedure, points }: InstrumentPoints): PointsProcedure | null {
  if (procedure === null) return null
  return procedureOfRevision(procedure, points, procedure.id)
}

/** Returns a revision as the basis of a form's points. @param points its points with the instrument's overrides */
export function procedureOfRevision(
  revision: FollowedProcedure | ProcedureRevision,
  points: PointsProcedure['points'],
  procedureId: string,
): PointsProcedure {
  return {
    procedureId,
    code: revision.code,
    revision: revision.revision,
    points,
    budgets: revision.budgets,
    environment: revision.environment,
    decisionRule: revision.decision_rule,
    workInstruction: revision.work_instruction,
    documents: revision.documents,
    requiredStandards: revision.required_standards,
  }
}

/** Returns the initial points of a new record: those of the procedure, or those of the last record without readings. */
export function freshPoints(procedure: PointsProcedure | null, last: readonly Measurement[]): PointEntry[] {
  if (procedure !== null && procedure.points.length > 0) return procedure.points.map(entryOfPoint)
  return last.map(copiedEntry)
}

/** Returns the name of the revision that the points of a draft follow. */
export function revisionName(procedure: PointsProcedure | null): string {
  return procedure === null ? '' : `${procedure.code} ${procedure.revision}`
}

/**
 * Moves the points of a draft to the current revision: readings stay with their points, and points with readings that the
 * revision no longer contains become additional points.
 */
export function underRevision(
  { points, pointsOf }: Pick<RecordEntries, 'points' | 'pointsOf'>,
  procedure: PointsProcedure | null,
  fresh: readonly PointEntry[],
): readonly PointEntry[] {
  if (pointsOf === revisionName(procedure)) return points
  const kept = new Map(
    points.flatMap((entry) => (entry.pointId === null ? [] : [[entry.pointId, entry] as const])),
  )
  const asked = fresh.map((entry) => {
    const found = kept.get(entry.pointId ?? '')
    kept.delete(entry.pointId ?? '')
    return found ? { ...found, spec: entry.spec, isOwn: entry.isOwn } : entry
  })
  const ownAndGone = points
    .filter((entry) => entry.pointId === null || kept.has(entry.pointId))
    .filter(isStated)
    .map((entry) => ({ ...entry, pointId: null, isOwn: true, spec: { ...entry.spec, budgetId: '' } }))
  const known = new Set(asked.map(({ key }) => key))
  return [...asked, ...ownAndGone.filter(({ key }) => !known.has(key))]
}

/** Returns the points of a record that is corrected as entries of the form. */
export function recordedPoints(measurements: readonly Measurement[]): PointEntry[] {
  return measurements.map(entryOfMeasurement)
}

/**
 * Returns the points for the request: undefined for a record without any, and an empty list if a correction removes all.
 * @param recorded the points of the record that is corrected; unchanged ones are sent exactly as recorded
 */
export function sentPoints(
  entries: readonly PointEntry[],
  recorded: readonly Measurement[] = [],
): { measurements?: MeasurementCreate[] } {
  const stated = entries.filter(isStated)
  if (stated.length === 0) return recorded.length === 0 ? {} : { measurements: [] }
  return { measurements: stated.map((entry) => sentAgain(entry, recorded)) }
}

/** Returns a point for a correction: members that the form does not show are sent as recorded. */
function sentAgain(entry: PointEntry, recorded: readonly Measurement[]): MeasurementCreate {
  const { recordIndex } = entry
  const measurement = recordIndex === null ? undefined : recorded[recordIndex]
  if (!measurement) return sentPoint(entry)
  const before = entryOfMeasurement(measurement, recordIndex!)
  const stated = statedPoint(measurement)
  // Whether a phase is open in the form is not part of the record.
  if (JSON.stringify({ ...entry, leftOpen: before.leftOpen }) === JSON.stringify(before)) return stated
  const sent = sentPoint(entry)
  return {
    ...stated,
    note: null,
    standard_asset_id: null,
    external: false,
    ...sent,
    as_found: sentPhaseAgain(stated.as_found, sent.as_found),
    as_left: sentPhaseAgain(stated.as_left, sent.as_left),
  }
}

function sentPhaseAgain(
  stated: MeasurementCreate['as_found'],
  sent: MeasurementCreate['as_found'],
): PhaseCreate | null {
  return stated?.readings && sent?.readings ? { ...stated, ...sent } : (sent ?? null)
}
