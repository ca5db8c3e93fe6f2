import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type {
  AppInstrument,
  CalibrationResult,
  Measurement,
  RecordWarning,
  ScopeLine,
  StandardAtUse,
} from '@plumbline/contract'
import { notedUncertainties, statedNominal } from '@plumbline/contract/procedure'
import { linesInside, warningsOf, type RuledReading } from '@plumbline/contract/reading'
import { todayIn } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { Notice } from '../../../components/notice.tsx'
import { isShownElsewhere, WarningList } from '../../../components/points/warning-list.tsx'
import { standardAtUseQuery } from '../../../queries/standards-at-use.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { ruledTexts } from '../requested-fields/visible-fields.ts'
import type { RecordValues } from '../record-values.ts'
import { usedAt } from '../standard-in-use.ts'
import { isOfProvider } from '../work-facts.ts'
import type { FormPoints } from './use-form-points.ts'

interface WarnedForm {
  readonly values: RecordValues
  readonly points: FormPoints
  readonly instrument: AppInstrument
}

/** The warnings that the saved record would have, except those that are shown elsewhere in the form. */
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
  const { standards, conditions, uncertainties } = useStandardsAtUse(values, points, instrument.id)
  const { measurements } = points.summary
  const { unit_of_measure: unitOfMeasure } = instrument
  const scope = useScope({ values, points, instrument })
  return useMemo(() => {
    const texts = ruledTexts(values, unitOfMeasure, defaultRule)
    const ofRecord = standards.get(values.reference_standard_asset_id)
    const record = {
      ...texts,
      result: values.result as CalibrationResult,
      isExternal: isOfProvider(values.calibration_type),
      standardCondition: null,
      standardUncertainties: notedOf(ofRecord, texts, measurements),
      scope,
    }
    // There are no warnings before the first reading.
    const isStarted = points.entries.length === 0 || measurements.length > 0
    const found = isStarted ? warningsOf(record, measurements, conditions, uncertainties) : []
    return found.filter(({ code, points: about }) => !isShownElsewhere(code, about))
  }, [
    values,
    unitOfMeasure,
    defaultRule,
    measurements,
    points.entries.length,
    standards,
    conditions,
    uncertainties,
    scope,
  ])
}

/** Returns the lines of the scope of accreditation that cover the entries on the day of the work. */
function useScope({ values, points, instrument }: WarnedForm): readonly ScopeLine[] {
  const { timezone, accreditation_scope: lines } = useWorkspace().workspace
  const { measurements } = points.summary
  const { performed_at: performedAt, nominal_value: nominal } = values
  const { category, unit_of_measure: unit } = instrument
  return useMemo(() => {
    const day = performedAt.split('T')[0] || todayIn(timezone)
    const ofPoints = measurements.map((point) => ({
      quantity: point.function ?? category,
      nominal: point.nominal,
    }))
    const ofReading = { quantity: category, nominal: statedNominal(nominal, unit) }
    const inForm = ofPoints.length > 0 ? ofPoints : [ofReading]
    return linesInside(lines ?? [], day, inForm)
  }, [lines, timezone, measurements, performedAt, nominal, category, unit])
}

/** Returns the certificate of the standard as the record would store it. */
function notedOf(
  standard: StandardAtUse | undefined,
  { nominalValue, unitOfMeasure }: RuledReading,
  measurements: readonly Measurement[],
) {
  const nominals =
    measurements.length > 0
      ? measurements.map((point) => point.nominal)
      : [statedNominal(nominalValue, unitOfMeasure)]
  return notedUncertainties(standard?.uncertainties ?? [], nominals)
}

/** Returns the standards of the record and of single points as the record stores them, by ID. */
function useStandardsAtUse(
  { performed_at: performedAt, reference_standard_asset_id: ofRecord }: RecordValues,
  { entries }: FormPoints,
  instrumentId: string,
) {
  const { workspaceId, workspace } = useWorkspace()
  const use = { at: usedAt(performedAt, workspace.timezone), calibrates: instrumentId }
  const named = [ofRecord, ...entries.map(({ standardId }) => standardId.toLowerCase())]
  const names = [...new Set(named)].filter(Boolean).join(' ')
  const stated = useQueries({
    queries: names
      .split(' ')
      .filter(Boolean)
      .map((id) => standardAtUseQuery(workspaceId, id, use)),
    combine: dataOf,
  })
  return useMemo(() => {
    const known = stated.filter((each) => each !== undefined)
    return {
      standards: new Map(known.map((each) => [each.instrument_id, each])),
      conditions: new Map(known.map((each) => [each.instrument_id, each.condition])),
      uncertainties: new Map(known.map((each) => [each.instrument_id, each.uncertainties])),
    }
  }, [stated])
}

function dataOf(responses: readonly { data: StandardAtUse | undefined }[]): (StandardAtUse | undefined)[] {
  return responses.map(({ data }) => data)
}
