import { compare, isZero, magnitude, product, shifted, sum, type Decimal } from './decimal.ts'
import type { Tolerance } from './read-tolerance.ts'

/** The least and the greatest reading that lies inside; both belong to it. */
export interface Limits {
  readonly lower: Decimal
  readonly upper: Decimal
}

/** What a tolerance is measured against. */
export interface ToleranceSubject {
  readonly nominal: Decimal
  /** Null while there is none: a tolerance of the reading has no limits then. */
  readonly reading: Decimal | null
  /** The unit of the measured quantity, null when nothing names one. */
  readonly unit: string | null
}

const PERCENT = -2
const PER_MILLE = -3
const PARTS_PER_MILLION = -6

/**
 * Every pair of limits that the tolerance can mean, most often one. `null` stands among them for a
 * reading under which there is nothing to compare with: a share of a nominal value of zero.
 * Source: tolerance comparison, the rules on missing units and on relative tolerances.
 */
export function toleranceLimits(tolerance: Tolerance, subject: ToleranceSubject): readonly (Limits | null)[] {
  const { nominal, reading, unit } = subject
  const absolute = () => (tolerance.isRange === true ? limitsOf(tolerance) : limitsAround(nominal, tolerance))
  const share = (exponent: number, of = nominal) =>
    isZero(nominal) ? null : limitsAround(nominal, scaledBy(shifted(magnitude(of), exponent), tolerance))
  switch (tolerance.measure) {
    case '%':
      return unit?.includes('%') === true ? [share(PERCENT), absolute()] : [share(PERCENT)]
    case '% of nominal':
      return [share(PERCENT)]
    case '% of reading':
      return reading === null ? [] : [share(PERCENT), share(PERCENT, reading)]
    case '‰':
      return unit === '‰' ? [share(PER_MILLE), absolute()] : [share(PER_MILLE)]
    case 'ppm':
      if (unit === 'ppm') return [absolute()]
      return mayBePartsPerMillion(unit) ? [share(PARTS_PER_MILLION), absolute()] : [share(PARTS_PER_MILLION)]
    case null:
    default:
      return [absolute()]
  }
}

/** Whether the tolerance is a share of something, and so names no unit of the quantity. */
export function isRelative({ measure }: Tolerance): boolean {
  return measure !== null && ['%', '% of nominal', '% of reading', '‰', 'ppm'].includes(measure)
}

/** Whether the value lies within the limits; a value at a limit does. */
export function isInside(value: Decimal, { lower, upper }: Limits): boolean {
  return compare(lower, value) <= 0 && compare(value, upper) <= 0
}

/** A unit such as `ppmv` or `ppm CO` leaves open whether a tolerance in ppm counts in it. */
function mayBePartsPerMillion(unit: string | null): boolean {
  return unit === null || unit.includes('ppm')
}

function limitsOf({ lower, upper }: Limits): Limits {
  return { lower, upper }
}

function limitsAround(nominal: Decimal, deviations: Limits): Limits {
  return { lower: sum(nominal, deviations.lower), upper: sum(nominal, deviations.upper) }
}

function scaledBy(factor: Decimal, { lower, upper }: Limits): Limits {
  return { lower: product(lower, factor), upper: product(upper, factor) }
}
