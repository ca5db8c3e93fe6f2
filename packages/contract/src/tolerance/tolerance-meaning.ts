import { exponentBetween } from './units/unit-scale.ts'
import { compare, decimalText } from './decimal.ts'
import { isBlank, normaliseText } from './normalise-text.ts'
import type { Convention } from './read-number.ts'
import { readTolerance, type Tolerance } from './read-tolerance.ts'
import { isRelative } from './tolerance-limits.ts'
import { withSharedUnit } from './shared-unit-text.ts'
import { instrumentUnit, isUnclearUnit, STAND_IN } from './unit.ts'

/** Why the readings of an instrument cannot be compared with the tolerance on its register entry. */
export type MeaninglessReason = 'not_read' | 'ambiguous' | 'different_units' | 'unclear_unit'

/** The unit of the numbers of a tolerance: a unit, or a share of the nominal value or of the reading. */
export type ToleranceShare = '%' | '% of reading' | '‰' | 'ppm'

/** A second symmetric term that is added. */
export interface AddedTerm {
  readonly width: string
  readonly of: 'unit' | ToleranceShare
  readonly unit: string | null
}

/** The interpretation of the tolerance on an instrument's register entry. */
export type ToleranceMeaning =
  | {
      readonly isComparable: true
      /** Permitted deviations in plain digits, including the sign; for `limits` the readings themselves. */
      readonly lower: string
      readonly upper: string
      readonly of: 'unit' | 'limits' | ToleranceShare
      /** For deviations in a unit and for limits; null if no unit is stated. */
      readonly unit: string | null
      /** The share may also be in the instrument's own unit: a verdict requires that both agree. */
      readonly mayCountInUnit: boolean
      /** Null for a tolerance that is not a sum. */
      readonly plus: AddedTerm | null
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
 * Returns how the comparison interprets a tolerance before there is a record: its limits, or why a person has to
 * decide. Null for a blank text. A nominal value with a unit other than the register's can still change it.
 */
export function toleranceMeaning(
  text: string | null | undefined,
  unitOfMeasure: string | null | undefined,
): ToleranceMeaning | null {
  if (text === null || text === undefined || isBlank(text)) return null
  const stated = withSharedUnit({
    nominal: null,
    tolerance: normaliseText(text),
    reading: null,
    registeredUnit: instrumentUnit(unitOfMeasure),
  })
  const readings = tolerancesOf(stated.tolerance ?? '')
  const [first] = readings
  if (first === undefined) return { isComparable: false, reason: 'not_read' }
  if (readings.some((each) => !isSame(each, first)) || readings.every(isAmbiguous)) {
    return { isComparable: false, reason: 'ambiguous' }
  }
  const meaning = meaningOf(first, stated.registeredUnit)
  // Converts the placeholder back to the words of the register.
  const isStandIn = meaning.isComparable && meaning.unit?.includes(STAND_IN) === true
  return isStandIn ? { ...meaning, unit: unitOfMeasure?.trim() ?? null } : meaning
}

/**
 * Returns the tolerance in each convention in which the text may be written; a doubtful one only if there is no other.
 */
function tolerancesOf(text: string): readonly Tolerance[] {
  const conventions: Convention[] = text.includes(',')
    ? ['decimal_point', 'decimal_comma']
    : ['decimal_point']
  const read = conventions
    .map((convention) => readTolerance(text, convention))
    .filter((each) => each !== null)
  const clear = read.filter(({ isDoubtful }) => !isDoubtful)
  return clear.length > 0 ? clear : read
}

function isAmbiguous({ isDoubtful, isPartlyBare, otherwise, second }: Tolerance): boolean {
  return isDoubtful || isPartlyBare === true || otherwise !== undefined || second?.isLoose === true
}

function meaningOf(tolerance: Tolerance, registered: string | null): ToleranceMeaning {
  const { lower, upper, second } = tolerance
  const terms = second === undefined ? [tolerance] : [tolerance, second]
  const problem = terms.map((term) => problemOf(term, registered)).find((each) => each !== null)
  if (problem !== undefined) return { isComparable: false, reason: problem }
  return {
    isComparable: true,
    lower: decimalText(lower),
    upper: decimalText(upper),
    ...countedIn(tolerance, registered),
    ...(tolerance.isRange === true && { of: 'limits' }),
    mayCountInUnit: terms.some(({ measure }) => mayCountIn(registered, measure)),
    plus:
      second === undefined ? null : { width: decimalText(second.width), ...countedIn(second, registered) },
  }
}

function countedIn(
  { measure }: Pick<Tolerance, 'measure'>,
  registered: string | null,
): { of: 'unit' | ToleranceShare; unit: string | null } {
  return isShare({ measure }, registered)
    ? { of: SHARES[measure as keyof typeof SHARES], unit: null }
    : { of: 'unit', unit: measure ?? registered }
}

function problemOf(
  term: Pick<Tolerance, 'measure' | 'isRange'>,
  registered: string | null,
): MeaninglessReason | null {
  const { measure, isRange } = term
  if (measure === null) return null
  if (isShare(term, registered)) return isRange === true ? 'not_read' : null
  if (registered === null) return isUnclearUnit(measure) ? 'unclear_unit' : null
  return isConvertible(measure, registered, isRange === true) ? null : 'different_units'
}

/** Whether a term is a share. For a quantity in ppm, ppm is its unit. */
function isShare(term: Pick<Tolerance, 'measure'>, registered: string | null): boolean {
  return isRelative(term) && !(term.measure === 'ppm' && registered === 'ppm')
}

/** Whether the units differ only in the SI prefix; K is accepted for a difference in °C. */
function isConvertible(measure: string, registered: string, isRange: boolean): boolean {
  if (measure === registered) return true
  if (isUnclearUnit(measure) || isUnclearUnit(registered)) return false
  return exponentBetween(measure, registered === '°C' && !isRange ? 'K' : registered) !== null
}

function mayCountIn(unit: string | null, measure: string | null): boolean {
  if (measure === '%') return unit?.includes('%') === true
  if (measure === '‰') return unit === '‰'
  return measure === 'ppm' && unit !== 'ppm' && (unit === null || unit.includes('ppm'))
}

function isSame(one: Tolerance, other: Tolerance): boolean {
  const hasSameLimits = compare(one.lower, other.lower) === 0 && compare(one.upper, other.upper) === 0
  const isSameSum =
    one.second === other.second ||
    (one.second?.measure === other.second?.measure && compare(one.second!.width, other.second!.width) === 0)
  return hasSameLimits && one.measure === other.measure && one.isRange === other.isRange && isSameSum
}
