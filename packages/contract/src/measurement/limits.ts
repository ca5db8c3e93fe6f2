import { compare, magnitude, product, shifted, sum, type Decimal } from '../tolerance/decimal.ts'
import { distance, minus, multiplied, order, plus, quotientOf, signOf, type Quotient } from './quotient.ts'

/** One side of a tolerance: a fixed width, and a share of the indication of the item. */
export interface Width {
  readonly fixed: Decimal
  /** Share of the magnitude of the indication; 0.01 for a percent. */
  readonly indicationShare: Decimal
  /** Whether the two add up or the greater one applies. */
  readonly combine: 'sum' | 'greatest'
  /** Whether it consists only of percentages of nominal value and indication, which are meaningless if these are 0. */
  readonly isRelative: boolean
}

/**
 * The tolerance of a point: errors up to a width on each side, or indications within limits. A null side has no limit.
 */
export type Tolerance =
  | { readonly kind: 'widths'; readonly upper: Width | null; readonly lower: Width | null }
  | { readonly kind: 'limits'; readonly upper: Decimal | null; readonly lower: Decimal | null }

/** The smallest and the largest mean within tolerance, both inclusive; null means no limit. */
export interface PointLimits {
  readonly lower: Quotient | null
  readonly upper: Quotient | null
}

/** The terms of one side as numbers; omitted terms are null. */
export interface Terms {
  readonly absolute: Decimal | null
  readonly percentOfReading: Decimal | null
  readonly percentOfNominal: Decimal | null
  readonly percentOfSpan: Decimal | null
  readonly counts: Decimal | null
  readonly combine: 'sum' | 'greatest'
}

/** The values to which the terms refer. */
export interface TermBase {
  readonly nominal: Decimal | null
  readonly span: Decimal | null
  readonly resolution: Decimal | null
}

const ZERO: Decimal = { units: 0n, scale: 0 }
const PERCENT = -2

/**
 * Returns the width of one side, computed from its terms. Nominal value, span and resolution are present if a term
 * needs them.
 */
export function widthOf(terms: Terms, { nominal, span, resolution }: TermBase): Width {
  const { absolute, percentOfReading, percentOfNominal, percentOfSpan, counts, combine } = terms
  const percent = (share: Decimal | null, of: Decimal | null) =>
    share === null || of === null ? ZERO : shifted(product(share, magnitude(of)), PERCENT)
  const parts = [
    absolute ?? ZERO,
    percent(percentOfNominal, nominal),
    percent(percentOfSpan, span),
    counts === null || resolution === null ? ZERO : product(counts, resolution),
  ]
  return {
    fixed: parts.reduce(combine === 'sum' ? sum : greater),
    indicationShare: shifted(percentOfReading ?? ZERO, PERCENT),
    combine,
    isRelative: [absolute, percentOfSpan, counts].every((term) => term === null),
  }
}

function greater(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) >= 0 ? a : b
}

/** The value with which the mean of the readings of a phase is compared. */
export interface ComparedPhase {
  readonly reads: 'item' | 'standard'
  readonly mean: Quotient
  /**
   * The nominal value or the value stated instead; the nominal value for a phase whose readings are the standard's.
   * Null if there is none.
   */
  readonly centre: Quotient | null
}

/** No limits: there is nothing to compare with. */
export const NO_LIMITS: PointLimits = { lower: null, upper: null }

/**
 * Returns the limits with which the mean of the readings is compared. If the readings are the standard's, the item
 * shows the nominal value, and a reading below it is a positive error: the limits swap sides.
 */
export function limitsOf(tolerance: Tolerance, { reads, mean, centre }: ComparedPhase): PointLimits {
  if (tolerance.kind === 'limits') {
    const [lower, upper] = [tolerance.lower, tolerance.upper].map((limit) => limit && quotientOf(limit))
    if (reads === 'item') return { lower: lower ?? null, upper: upper ?? null }
    const mirrored = (limit: Quotient | null | undefined) =>
      limit && centre ? minus(plus(centre, centre), limit) : null
    return { lower: mirrored(upper), upper: mirrored(lower) }
  }
  if (centre === null) return NO_LIMITS
  const indication = reads === 'item' ? mean : centre
  const [above, below] = [tolerance.upper, tolerance.lower].map((side) => side && widthAt(side, indication))
  if ([tolerance.upper, tolerance.lower].some((side, index) => saysNothing(side, [above, below][index]))) {
    return NO_LIMITS
  }
  const [down, up] = reads === 'item' ? [below, above] : [above, below]
  return { lower: down ? minus(centre, down) : null, upper: up ? plus(centre, up) : null }
}

/** Whether a side consists only of percentages of 0, which is no usable limit. */
function saysNothing(side: Width | null, width: Quotient | null | undefined): boolean {
  return side !== null && side.isRelative && width != null && signOf(width) === 0
}

/** Whether a value lies within the existing limits; a value equal to a limit does. */
export function isWithin(value: Quotient, { lower, upper }: PointLimits): boolean {
  return (lower === null || order(lower, value) <= 0) && (upper === null || order(value, upper) <= 0)
}

/** Returns the width at an indication. A fixed width alone keeps the divisor 1, with which most sums are fast. */
function widthAt({ fixed, indicationShare, combine }: Width, indication: Quotient): Quotient {
  const fixedWidth = quotientOf(fixed)
  if (indicationShare.units === 0n) return fixedWidth
  const share = multiplied(quotientOf(indicationShare), distance(indication))
  if (combine === 'sum') return plus(fixedWidth, share)
  return order(fixedWidth, share) >= 0 ? fixedWidth : share
}
