import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AppInstrument, CalibrationResult, RecordWarning, StandardAtUse } from '@plumbline/contract'
import { warningsOf } from '@plumbline/contract/reading'
import { t } from '../../../base/messages.ts'
import { Notice } from '../../../components/notice.tsx'
import { isSaidElsewhere, WarningList } from '../../../components/points/warning-list.tsx'
import { standardAtUseQuery } from '../../../queries/instruments.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { ruledTexts } from '../asked-fields/asked-fields.ts'
import type { RecordValues } from '../record-values.ts'
import { usedAt } from '../standard-in-use.ts'
import { isOfProvider } from '../work-facts.ts'
import type { FormPoints } from './use-form-points.ts'

interface WarnedForm {
  readonly values: RecordValues
  readonly points: FormPoints
  readonly instrument: AppInstrument
}

/** What the record would warn of once it is saved, as far as nothing else in the form says it. */
export function FormWarnings(form: WarnedForm) {
  const warnings = useFormWarnings(form)
  return (
    <div aria-live="polite">
      {warnings.length > 0 && (
        <Notice tone="warning" title={t('warning.title', { count: warnings.length })}>
          <WarningList warnings={warnings} measurements={form.points.summary.measurements} />
        </Notice>
      )}
    </div>
  )
}

function useFormWarnings({ values, points, instrument }: WarnedForm): readonly RecordWarning[] {
  const { default_decision_rule: defaultRule } = useWorkspace().workspace
  const standards = useStandardConditions(values, points, instrument.id)
  const { measurements } = points.summary
  const { unit_of_measure: unitOfMeasure } = instrument
  return useMemo(() => {
    const record = {
      ...ruledTexts(values, unitOfMeasure, defaultRule),
      result: values.result as CalibrationResult,
      isExternal: isOfProvider(values.calibration_type),
      standardCondition: null,
    }
    // Without any reading there is nothing to be warned of yet.
    const isBegun = points.entries.length === 0 || measurements.length > 0
    const found = isBegun ? warningsOf(record, measurements, standards) : []
    return found.filter(({ code, points: about }) => !isSaidElsewhere(code, about))
  }, [values, unitOfMeasure, defaultRule, measurements, points.entries.length, standards])
}

/** Conditions of the standards that single points name, as the record freezes them. */
function useStandardConditions(
  { performed_at: performedAt }: RecordValues,
  { entries }: FormPoints,
  instrumentId: string,
): ReadonlyMap<string, string> {
  const { workspaceId, workspace } = useWorkspace()
  const use = { at: usedAt(performedAt, workspace.timezone), calibrates: instrumentId }
  const ids = [...new Set(entries.map(({ standardId }) => standardId.toLowerCase()))].filter(Boolean)
  const names = ids.join(' ')
  const stated = useQueries({
    queries: ids.map((id) => standardAtUseQuery(workspaceId, id, use)),
    combine: conditionsOf,
  })
  return useMemo(
    () => new Map(names.split(' ').map((id, place) => [id, stated[place] ?? 'valid'] as const)),
    [names, stated],
  )
}

function conditionsOf(responses: readonly { data: StandardAtUse | undefined }[]): (string | undefined)[] {
  return responses.map(({ data }) => data?.condition)
}
