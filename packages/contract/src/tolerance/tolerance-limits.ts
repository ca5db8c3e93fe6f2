import { compare, isZero, magnitude, negated, product, shifted, sum, type Decimal } from './decimal.ts'
import type { SecondTerm, Tolerance } from './read-tolerance.ts'

/** The smallest and the largest reading within tolerance, both inclusive. */
export interface Limits {
  readonly lower: Decimal
  readonly upper: Decimal
}

/** The values to which a tolerance refers. */
export interface ToleranceSubject {
  readonly nominal: Decimal
  /** Null if there is none yet: a tolerance that depends on the reading then has no limits. */
  readonly reading: Decimal | null
  /** The unit of the measured quantity; null if there is none. */
  readonly unit: string | null
}

/** The deviations permitted by one term of a tolerance. */
type Term = Pick<Tolerance, 'lower' | 'upper' | 'measure'>

const PERCENT = -2
const PER_MILLE = -3
const PARTS_PER_MILLION = -6

/**
 * Returns every pair of limits that the tolerance can mean, usually one. `null` stands for an interpretation in which
 * there is nothing to compare with: a share of a nominal value of zero. Source: tolerance comparison, the rules on
 * missing units, on relative tolerances and on sums.
 */
export function toleranceLimits(tolerance: Tolerance, subject: ToleranceSubject): readonly (Limits | null)[] {
  if (tolerance.isRange === true) return [{ lower: tolerance.lower, upper: tolerance.upper }]
  const { second } = tolerance
  // In addition to a term with a unit, a share of a nominal value of zero adds nothing, and is not the whole tolerance.
  const isShareAlone = isRelative(tolerance) && (second === undefined || isRelative(second))
  const meant = (term: Term) => deviationsOf(term, subject, isShareAlone)
  const deviations = second === undefined ? meant(tolerance) : withSecondTerm(meant(tolerance), second, meant)
  return deviations.map((each) => each && limitsAround(subject.nominal, each))
}

/** Combines each meaning of one term with each of the other; terms without an operator may also be meant alone. */
function withSecondTerm(
  first: readonly (Limits | null)[],
  { width, measure, isLoose }: SecondTerm,
  meant: (term: Term) => readonly (Limits | null)[],
): readonly (Limits | null)[] {
  const second = meant({ lower: negated(width), upper: width, measure })
  const sums = first.flatMap((one) => second.map((other) => one && other && bothOf(one, other)))
  return isLoose ? [...sums, ...first, ...second] : sums
}

/** Returns the deviations that one term can mean, in the unit of the nominal value. */
function deviationsOf(
  { lower, upper, measure }: Term,
  { nominal, reading, unit }: ToleranceSubject,
  isShareAlone: boolean,
): readonly (Limits | null)[] {
  const absolute = { lower, upper }
  const share = (exponent: number, of = nominal) =>
    isShareAlone && isZero(nominal) ? null : scaledBy(shifted(magnitude(of), exponent), absolute)
  switch (measure) {
    case '%':
      return unit?.includes('%') === true ? [share(PERCENT), absolute] : [share(PERCENT)]
    case '% of nominal':
      return [share(PERCENT)]
    case '% of reading':
      return reading === null ? [] : [share(PERCENT), share(PERCENT, reading)]
    case '‰':
      return unit === '‰' ? [share(PER_MILLE), absolute] : [share(PER_MILLE)]
    case 'ppm':
      if (unit === 'ppm') return [absolute]
      return mayBePartsPerMillion(unit) ? [share(PARTS_PER_MILLION), absolute] : [share(PARTS_PER_MILLION)]
    case null:
    default:
      return [absolute]
  }
}

/** Whether the tolerance is a share of something, and so has no unit of the quantity. */
export function isRelative({ measure }: Pick<Term, 'measure'>): boolean {
  return measure !== null && ['%', '% of nominal', '% of reading', '‰', 'ppm'].includes(measure)
}

/** Whether the value lies within the limits; a value equal to a limit does. */
export function isInside(value: Decimal, { lower, upper }: Limits): boolean {
  return compare(lower, value) <= 0 && compare(value, upper) <= 0
}

/** Whether a tolerance in ppm may be in this unit, such as `ppmv` or `ppm CO`. */
function mayBePartsPerMillion(unit: string | null): boolean {
  return unit === null || unit.includes('ppm')
}

function bothOf(one: Limits, other: Limits): Limits {
  return { lower: sum(one.lower, other.lower), upper: sum(one.upper, other.upper) }
}

function limitsAround(nominal: Decimal, deviations: Limits): Limits {
  return { lower: sum(nominal, deviations.lower), upper: sum(nominal, deviations.upper) }
}

function scaledBy(factor: Decimal, { lower, upper }: Limits): Limits {
  return { lower: product(lower, factor), upper: product(upper, factor) }
}
