import type { InstrumentCalibrationRecord } from '@plumbline/contract'
import { seriesOfReading } from '@plumbline/contract/measurement'
import { outOfTolerance, saysNotAdjusted } from '@plumbline/contract/tolerance'
import { recordWithUnits } from '../../../components/calibration-record/record-units.ts'
import type { Limits } from '../../../components/chart/plot.ts'
import { readingParts } from '../../../components/reading/reading-parts.ts'

/** A reading as data of the chart. */
export interface DriftReading {
  /** Reading minus nominal value, in the unit of the record. */
  deviation: number
  /** The deviation in exact digits, for the table. */
  deviationText: string
  isOutside: boolean
  /** The deviation as a share of the tolerance; null if it cannot be computed. */
  percent: number | null
  /** The deviation that uses the whole tolerance; null if it cannot be computed. */
  tolerance: number | null
}

/** A calibration as data of the chart; readings that are not numbers are null. */
export interface DriftRecord {
  /** The record, with values in the stated unit, or in the unit of the instrument at the time. */
  record: InstrumentCalibrationRecord
  /** Identifies the measured quantity: only marks of one series are joined. Null for the worst of several points. */
  series: string | null
  /** Milliseconds since 1970. */
  at: number
  asFound: DriftReading | null
  asLeft: DriftReading | null
  /** Smallest and largest deviation within tolerance; null if they cannot be computed. */
  limits: Limits | null
  /** The limits in percent of the tolerance. */
  percentLimits: Limits | null
  /** Half of the error bar; null if no uncertainty in a comparable form is stated. */
  uncertainty: number | null
  /** Unit of the deviation; empty if none is stated. */
  unit: string
  /** Whether the record does not count: it was voided, superseded or rejected. */
  isLeftOut: boolean
}

/**
 * Returns calibrations as data of the chart, oldest first. Void markers and starting records have no measurement and are
 * omitted; voided, superseded and rejected records are marked.
 */
export function driftRecords(records: readonly InstrumentCalibrationRecord[]): DriftRecord[] {
  return records
    .filter((record) => record.record_type !== 'void' && record.is_starting_record !== true)
    .filter(({ performed_at }) => performed_at !== null)
    .map((record) => driftRecord(record))
    .toSorted((a, b) => a.at - b.at)
}

/** Whether there is anything to draw: a reading that is a number, with a nominal value. */
export function canBeDrawn(records: readonly DriftRecord[]): boolean {
  return records.some(({ asFound, asLeft }) => asFound !== null || asLeft !== null)
}

/** Whether all records measure the same quantity and can be compared; true for a single record. */
export function isOneSeries(records: readonly DriftRecord[]): boolean {
  const [first] = records
  return (
    records.length < 2 || (first!.series !== null && records.every(({ series }) => series === first!.series))
  )
}

/** Two-sided limits, which every tolerance of a single reading has. */
interface BothLimits {
  lower: number
  upper: number
}

/** Returns a deviation in percent of the tolerance, with limits at ±100; null without limits. */
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

/** The rule returns limits as readings; with a tolerance of ±0, they equal the nominal value. */
function nominalOf({ nominal_value, unit_of_measure }: InstrumentCalibrationRecord): number | null {
  const { limits } = outOfTolerance({
    nominalValue: nominal_value,
    tolerance: '±0',
    asFoundReading: nominal_value,
    unitOfMeasure: unit_of_measure,
  })
  return limits === null ? null : Number(limits.upper)
}

/** An expanded uncertainty is stated like a tolerance: a number with a unit, or a percentage. */
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
