import type { InstrumentCalibrationRecord } from '@plumbline/contract'
import { seriesOfReading } from '@plumbline/contract/measurement'
import { outOfTolerance, saysNotAdjusted } from '@plumbline/contract/tolerance'
import { recordWithUnits } from '../../../components/calibration-record/record-units.ts'
import type { Limits } from '../../../components/chart/plot.ts'
import { readingParts } from '../../../components/reading/reading-parts.ts'

/** One reading as the chart places it. */
export interface DriftReading {
  /** Reading minus nominal value, in the unit of the record. */
  deviation: number
  /** The same in exact digits, as the table shows it. */
  deviationText: string
  isOutside: boolean
  /** The deviation as a share of the tolerance; null where that cannot be said. */
  percent: number | null
  /** The deviation that takes all of the tolerance; null where that cannot be said. */
  tolerance: number | null
}

/** One calibration as the chart needs it; readings that are not numbers are null. */
export interface DriftRecord {
  /** With its values in the unit that they were sent in or that the instrument had at the time. */
  record: InstrumentCalibrationRecord
  /** What it measures: only marks of one series are joined. Null where it cannot be said, as of the worst of several points. */
  series: string | null
  /** Milliseconds since 1970. */
  at: number
  asFound: DriftReading | null
  asLeft: DriftReading | null
  /** Least and greatest deviation within tolerance; null where they cannot be said. */
  limits: Limits | null
  /** The same in percent of the tolerance. */
  percentLimits: Limits | null
  /** Half width of the error bar; null where no uncertainty is given in a form that compares. */
  uncertainty: number | null
  /** Unit of the deviation; empty when nothing names one. */
  unit: string
  /** Not one of those that count: voided, superseded or rejected. */
  isLeftOut: boolean
}

/**
 * Calibrations as the chart takes them, oldest first. Void markers and starting records measure nothing and
 * are left out for good; voided, superseded and rejected ones are kept and marked.
 */
export function driftRecords(records: readonly InstrumentCalibrationRecord[]): DriftRecord[] {
  return records
    .filter((record) => record.record_type !== 'void' && record.is_starting_record !== true)
    .filter(({ performed_at }) => performed_at !== null)
    .map((record) => driftRecord(record))
    .toSorted((a, b) => a.at - b.at)
}

/** Whether a chart can say anything: some reading is a number beside a nominal value. */
export function canBeDrawn(records: readonly DriftRecord[]): boolean {
  return records.some(({ asFound, asLeft }) => asFound !== null || asLeft !== null)
}

/** Whether records measure one thing, so that one may be compared with the next; true of a single one. */
export function isOneSeries(records: readonly DriftRecord[]): boolean {
  const [first] = records
  return (
    records.length < 2 || (first!.series !== null && records.every(({ series }) => series === first!.series))
  )
}

/** Limits on both sides, as every tolerance of a single reading has them. */
interface BothLimits {
  lower: number
  upper: number
}

/** A deviation as a share of the tolerance, so that ±100 are its limits; null without limits. */
export function percentOfTolerance(deviation: number, limits: BothLimits | null): number | null {
  if (limits === null || limits.upper === limits.lower) return null
  const middle = (limits.upper + limits.lower) / 2
  return ((deviation - middle) / ((limits.upper - limits.lower) / 2)) * 100
}

function driftRecord(record: InstrumentCalibrationRecord): DriftRecord {
  const { nominal_value: nominalValue, tolerance, unit_of_measure: unitOfMeasure } = record
  const shown = { ...record, ...recordWithUnits(record, unitOfMeasure) }
  const compare = (asFoundReading: string | null) =>
    outOfTolerance({ nominalValue, tolerance, asFoundReading, unitOfMeasure })
  const { as_left_reading: asLeft, as_found_reading: asFound } = record
  const limits = limitsOf(compare(asLeft === null || saysNotAdjusted(asLeft) ? asFound : asLeft), record)
  return {
    record: shown,
    series: (record.measurement_count ?? 0) > 0 ? null : seriesOfReading(nominalValue, unitOfMeasure),
    at: Date.parse(record.performed_at!),
    asFound: readingOf(compare(asFound), limits),
    asLeft: readingOf(compare(asLeft), limits),
    limits,
    percentLimits: percentOfTolerance(0, limits) === null ? null : { lower: -100, upper: 100 },
    uncertainty: uncertaintyOf(record),
    unit: readingParts(shown.nominal_value ?? '').unit.trim() || (unitOfMeasure ?? ''),
    isLeftOut: record.status !== 'current' || record.approval_status === 'rejected',
  }
}

function limitsOf(
  { limits, deviation }: ReturnType<typeof outOfTolerance>,
  record: InstrumentCalibrationRecord,
): BothLimits | null {
  const nominal = nominalOf(record)
  if (limits === null || deviation === null || nominal === null) return null
  return { lower: Number(limits.lower) - nominal, upper: Number(limits.upper) - nominal }
}

function readingOf(
  { deviation, verdict }: ReturnType<typeof outOfTolerance>,
  limits: BothLimits | null,
): DriftReading | null {
  if (deviation === null) return null
  return {
    deviation: Number(deviation),
    deviationText: deviation,
    isOutside: verdict === 'outside',
    percent: percentOfTolerance(Number(deviation), limits),
    tolerance: limits === null || limits.upper === limits.lower ? null : (limits.upper - limits.lower) / 2,
  }
}

/** The rule gives limits as readings; against a tolerance of ±0 they are the nominal value itself. */
function nominalOf({ nominal_value, unit_of_measure }: InstrumentCalibrationRecord): number | null {
  const { limits } = outOfTolerance({
    nominalValue: nominal_value,
    tolerance: '±0',
    asFoundReading: nominal_value,
    unitOfMeasure: unit_of_measure,
  })
  return limits === null ? null : Number(limits.upper)
}

/** An expanded uncertainty is written as a tolerance is: a number with its unit, or a share. */
function uncertaintyOf(record: InstrumentCalibrationRecord): number | null {
  const nominal = nominalOf(record)
  if (nominal === null || record.measurement_uncertainty === null) return null
  const { limits } = outOfTolerance({
    nominalValue: record.nominal_value,
    tolerance: record.measurement_uncertainty,
    asFoundReading: record.nominal_value,
    unitOfMeasure: record.unit_of_measure,
  })
  if (limits === null) return null
  const half = Number(limits.upper) - nominal
  return half > 0 ? half : null
}
