import { exponentBetween } from './units/unit-scale.ts'
import { compare, decimalText } from './decimal.ts'
import { isBlank, normaliseText } from './normalise-text.ts'
import type { Convention } from './read-number.ts'
import { readTolerance, type Tolerance } from './read-tolerance.ts'
import { isRelative } from './tolerance-limits.ts'
import { instrumentUnit, isUnclearUnit } from './unit.ts'

/** Why the readings of an instrument cannot be compared with the tolerance on its register entry. */
export type MeaninglessReason = 'not_read' | 'ambiguous' | 'different_units' | 'unclear_unit'

/** How the tolerance on an instrument's register entry is read. */
export type ToleranceMeaning =
  | {
      readonly isComparable: true
      /** Allowed deviations in plain digits, the sign included. */
      readonly lower: string
      readonly upper: string
      /** What the deviations count in: a unit, or a share of the nominal value or of the reading. */
      readonly of: 'unit' | '%' | '% of reading' | '‰' | 'ppm'
      /** For deviations in a unit; null where nothing names one. */
      readonly unit: string | null
      /** The share may as well count in the instrument's own unit: a verdict only where both agree. */
      readonly mayCountInUnit: boolean
    }
  | { readonly isComparable: false; readonly reason: MeaninglessReason }

const SHARES = {
  '%': '%',
  '% of nominal': '%',
  '% of reading': '% of reading',
  '‰': '‰',
  ppm: 'ppm',
} as const

/**
 * How the comparison reads a tolerance before there is a record: its limits, or why a person has to decide.
 * Null for a blank text. A nominal value that names another unit than the register can still change it.
 */
export function toleranceMeaning(
  text: string | null | undefined,
  unitOfMeasure: string | null | undefined,
): ToleranceMeaning | null {
  if (text === null || text === undefined || isBlank(text)) return null
  const readings = tolerancesOf(normaliseText(text))
  const [first] = readings
  if (first === undefined) return { isComparable: false, reason: 'not_read' }
  if (readings.some((each) => !isSame(each, first)) || readings.every(({ isDoubtful }) => isDoubtful)) {
    return { isComparable: false, reason: 'ambiguous' }
  }
  return meaningOf(first, instrumentUnit(unitOfMeasure))
}

/** In each convention that the text may be written in; a doubtful one only where there is no other. */
function tolerancesOf(text: string): readonly Tolerance[] {
  const conventions: Convention[] = text.includes(',')
    ? ['decimal_point', 'decimal_comma']
    : ['decimal_point']
  const read = conventions
    .map((convention) => readTolerance(text, convention))
    .filter((each) => each !== null)
    // Of a range nothing can be said without the nominal value that lies in it.
    .filter(({ isRange }) => isRange !== true)
  const clear = read.filter(({ isDoubtful }) => !isDoubtful)
  return clear.length > 0 ? clear : read
}

function meaningOf(tolerance: Tolerance, registered: string | null): ToleranceMeaning {
  const { measure } = tolerance
  const limits = { lower: decimalText(tolerance.lower), upper: decimalText(tolerance.upper) }
  const inPpm = measure === 'ppm' && registered === 'ppm'
  if (isRelative(tolerance) && !inPpm) {
    const of = SHARES[measure as keyof typeof SHARES]
    return { isComparable: true, ...limits, of, unit: null, mayCountInUnit: mayCountIn(registered, measure) }
  }
  if (measure !== null && registered !== null && !isConvertible(measure, registered)) {
    return { isComparable: false, reason: 'different_units' }
  }
  if (measure !== null && registered === null && isUnclearUnit(measure)) {
    return { isComparable: false, reason: 'unclear_unit' }
  }
  return { isComparable: true, ...limits, of: 'unit', unit: measure ?? registered, mayCountInUnit: false }
}

/** The same unit with another SI prefix; K stands for a difference in °C. */
function isConvertible(measure: string, registered: string): boolean {
  if (measure === registered) return true
  if (isUnclearUnit(measure) || isUnclearUnit(registered)) return false
  return exponentBetween(measure, registered === '°C' ? 'K' : registered) !== null
}

function mayCountIn(unit: string | null, measure: string | null): boolean {
  if (measure === '%') return unit?.includes('%') === true
  if (measure === '‰') return unit === '‰'
  return measure === 'ppm' && (unit === null || unit.includes('ppm'))
}

function isSame(one: Tolerance, other: Tolerance): boolean {
  const hasSameLimits = compare(one.lower, other.lower) === 0 && compare(one.upper, other.upper) === 0
  return hasSameLimits && one.measure === other.measure
}
