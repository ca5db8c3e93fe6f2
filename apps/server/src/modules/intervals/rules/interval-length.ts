import type { Interval, IntervalUnit } from '@plumbline/contract'

/** The mean month of the Gregorian calendar: 400 years have 146,097 days and 4,800 months. */
const DAYS_OF_MONTH = 146_097 / 4800
const MONTHS_OF_YEAR = 12

/**
 * The unit in which an interval is computed; years are computed in months, so that fractions of a year can be
 * suggested.
 */
export type ComputedUnit = Exclude<IntervalUnit, 'years'>

/** Returns the unit in which an interval is computed. */
export function computedUnit({ unit }: Interval): ComputedUnit {
  return unit === 'years' ? 'months' : unit
}

/** Returns the length of an interval in a unit. */
export function lengthIn({ value, unit }: Interval, wanted: ComputedUnit): number {
  if (unit === wanted) return value
  const months = unit === 'years' ? value * MONTHS_OF_YEAR : unit === 'days' ? value / DAYS_OF_MONTH : value
  return wanted === 'months' ? months : months * DAYS_OF_MONTH
}

/**
 * Returns a computed length as an interval: in years if the present one is in years and the length is a whole number of
 * them.
 */
export function intervalOf(length: number, present: Interval): Interval {
  if (present.unit === 'years' && length % MONTHS_OF_YEAR === 0) {
    return { value: length / MONTHS_OF_YEAR, unit: 'years' }
  }
  return { value: length, unit: computedUnit(present) }
}
