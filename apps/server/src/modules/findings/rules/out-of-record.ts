import type { CalibrationResult, FindingPoint, Measurement } from '@plumbline/contract'
import { outOfTolerance, toleranceMeaning } from '@plumbline/contract/tolerance'

/** A record's statements about the as-found state of an instrument. */
export interface FoundRecord {
  readonly result: CalibrationResult
  readonly nominalValue: string | null
  readonly tolerance: string | null
  readonly asFoundReading: string | null
  readonly asLeftReading: string | null
  readonly unitOfMeasure: string | null
}

/**
 * Returns what a record found out of tolerance: each point with as-found readings outside, or the single as-found
 * reading of a record without points. Null if nothing was, and the result is neither FAIL nor DAMAGED.
 */
export function outOfRecord(
  record: FoundRecord,
  measurements: readonly Measurement[] | null,
): { points: FindingPoint[]; sizePercent: string | null } | null {
  const points = measurements ? measurements.flatMap(outPoint) : outReading(record)
  if (points.length === 0 && record.result !== 'FAIL' && record.result !== 'DAMAGED') return null
  return { points, sizePercent: greatest(points) }
}

/** Whether a record left the instrument in tolerance: it passed, and no final reading is outside. */
export function leftInTolerance(record: FoundRecord, pointsOut: number | null): boolean {
  if (record.result !== 'PASS' && record.result !== 'PASS_WITH_ADJUSTMENT') return false
  return pointsOut === null ? outOfTolerance(record).verdict !== 'outside' : pointsOut === 0
}

function outPoint(point: Measurement, index: number): FindingPoint[] {
  const { as_found: found, nominal } = point
  if (found?.verdict !== 'out') return []
  return [
    {
      position: index + 1,
      function: point.function ?? null,
      channel: point.channel ?? null,
      range: point.range ?? null,
      nominal: nominal ? `${nominal.value} ${nominal.unit}` : null,
      as_found: found.mean ?? found.observed ?? '',
      percent_of_tolerance: found.percent_of_tolerance,
    },
  ]
}

function outReading(record: FoundRecord): FindingPoint[] {
  const { asFoundReading: reading, nominalValue } = record
  const found = { ...record, asLeftReading: null }
  const { verdict, deviation } = outOfTolerance(found)
  if (reading === null || verdict !== 'outside') return []
  return [
    {
      position: null,
      function: null,
      channel: null,
      range: null,
      nominal: nominalValue,
      as_found: reading,
      percent_of_tolerance: percentOf(record, deviation),
    },
  ]
}

/** Rounded to a tenth; only for a tolerance whose deviations have a unit. */
function percentOf({ tolerance, unitOfMeasure }: FoundRecord, deviation: string | null): string | null {
  const meaning = toleranceMeaning(tolerance, unitOfMeasure)
  if (deviation === null || !meaning?.isComparable || meaning.of !== 'unit' || meaning.plus !== null)
    return null
  const away = Number(deviation)
  const limit = Number(away < 0 ? meaning.lower : meaning.upper)
  return limit === 0 ? null : String(Math.round(Math.abs(away / limit) * 1000) / 10)
}

function greatest(points: readonly FindingPoint[]): string | null {
  const percents = points.map((point) => point.percent_of_tolerance).filter((percent) => percent !== null)
  return percents.toSorted((a, b) => Number(b) - Number(a))[0] ?? null
}
