import type { InstrumentCalibrationRecord, Measurement, PointHistory, WorstPoint } from '@plumbline/contract'
import { withUnit } from '../../../components/points/with-unit.ts'
import { pointDeviations } from '../../../components/points/point-deviations.ts'
import { percentShown, phaseFigures } from '../../../components/points/point-figures.ts'
import type { DriftReading, DriftRecord } from '../drift-chart/drift-records.ts'

/** A tolerance in words, with the unit of its point. */
type ToleranceWords = (tolerance: Measurement['tolerance'], unit: string) => string | null

/** The chosen point of each record as the chart of drift takes it, oldest first. */
export function pointRecords(
  { chosen }: PointHistory,
  records: readonly InstrumentCalibrationRecord[],
  toleranceWords: ToleranceWords,
): DriftRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return (chosen?.measurements ?? [])
    .flatMap(({ calibration_id: id, point }) => {
      const record = byId.get(id)
      return record === undefined ? [] : [pointRecord(record, point, toleranceWords)]
    })
    .toReversed()
}

/** Returns a record with its values replaced with those of a point. */
function pointRecord(
  record: InstrumentCalibrationRecord,
  point: Measurement,
  toleranceWords: ToleranceWords,
): DriftRecord {
  // All records show the selected point, so they form one series.
  const series = 'point'
  const { nominal, tolerance, as_found: found, as_left: left, uncertainty } = point
  const unit = nominal?.unit ?? ''
  const reading = (phase: Measurement['as_found']) =>
    phase?.mean == null ? null : withUnit(phaseFigures(phase, nominal?.value ?? null).mean, unit)
  const deviations = pointDeviations(point)
  const expanded = uncertainty?.expanded
  return {
    record: {
      ...record,
      nominal_value: nominal && withUnit(nominal.value, unit),
      tolerance: toleranceWords(tolerance, unit),
      as_found_reading: reading(found),
      as_left_reading: reading(left),
      measurement_uncertainty: expanded ? withUnit(expanded, uncertainty?.unit ?? unit) : null,
    },
    series,
    at: Date.parse(record.performed_at!),
    asFound: deviations?.found ?? null,
    asLeft: deviations?.left ?? null,
    limits: deviations?.limits ?? null,
    percentLimits: deviations?.percentLimits ?? null,
    uncertainty: deviations?.uncertainty ?? null,
    unit,
    isLeftOut: false,
  }
}

/** How much of its tolerance the worst point of each record takes, as the same chart takes it, oldest first. */
export function worstRecords(
  history: PointHistory,
  records: readonly InstrumentCalibrationRecord[],
): DriftRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return history.records
    .flatMap(({ calibration_id: id, worst_found: found, worst_left: left }) => {
      const record = byId.get(id)
      if (record === undefined) return []
      return [
        {
          record,
          series: null,
          at: Date.parse(record.performed_at!),
          asFound: worstReading(found),
          asLeft: worstReading(left),
          limits: null,
          percentLimits: { lower: null, upper: 100 },
          uncertainty: null,
          unit: '%',
          isLeftOut: false,
        },
      ]
    })
    .toReversed()
}

function worstReading(worst: WorstPoint | null): DriftReading | null {
  if (worst === null || worst.percent_of_tolerance === null) return null
  const percent = Number(worst.percent_of_tolerance)
  return {
    deviation: percent,
    deviationText: String(percentShown(worst.percent_of_tolerance)),
    isOutside: worst.verdict === 'out',
    percent,
    tolerance: null,
  }
}
