import { magnitude, product, shifted, sum, type Decimal } from '../tolerance/decimal.ts'
import { distance, minus, multiplied, order, plus, quotientOf, type Quotient } from './quotient.ts'

/** One side of a tolerance: a fixed width, and a share of the mean of the readings. */
export interface Width {
  readonly fixed: Decimal
  /** Of the magnitude of the mean; 0.01 for a percent. */
  readonly readingShare: Decimal
}

/** The widths of a tolerance above and below the nominal value; a null side has no limit. */
export interface Widths {
  readonly upper: Width | null
  readonly lower: Width | null
}

/** The least and the greatest value within tolerance; both belong to it, and a null one is no limit. */
export interface PointLimits {
  readonly lower: Quotient | null
  readonly upper: Quotient | null
}

/** The terms of one side as numbers; those that were left out are null. */
export interface Terms {
  readonly absolute: Decimal | null
  readonly percentOfReading: Decimal | null
  readonly percentOfNominal: Decimal | null
  readonly percentOfSpan: Decimal | null
  readonly counts: Decimal | null
}

/** What the terms are taken of. */
export interface TermBase {
  readonly nominal: Decimal
  readonly span: Decimal | null
  readonly resolution: Decimal | null
}

const ZERO: Decimal = { units: 0n, scale: 0 }
const PERCENT = -2

/** The width of one side: its terms added up. Span and resolution are there where a term needs them. */
export function widthOf(terms: Terms, { nominal, span, resolution }: TermBase): Width {
  const percent = (share: Decimal | null, of: Decimal | null) =>
    share === null || of === null ? ZERO : shifted(product(share, magnitude(of)), PERCENT)
  const parts = [
    terms.absolute ?? ZERO,
    percent(terms.percentOfNominal, nominal),
    percent(terms.percentOfSpan, span),
    terms.counts === null || resolution === null ? ZERO : product(terms.counts, resolution),
  ]
  return {
    fixed: parts.reduce(sum),
    readingShare: shifted(terms.percentOfReading ?? ZERO, PERCENT),
  }
}

/** The limits that a mean of readings is compared with; a share of the reading is one of that mean. */
export function pointLimits({ upper, lower }: Widths, nominal: Decimal, mean: Quotient): PointLimits {
  const centre = quotientOf(nominal)
  return {
    lower: lower && minus(centre, widthAt(lower, mean)),
    upper: upper && plus(centre, widthAt(upper, mean)),
  }
}

/** Whether a value lies within the limits that there are; a value at a limit does. */
export function isWithin(value: Quotient, { lower, upper }: PointLimits): boolean {
  return (lower === null || order(lower, value) <= 0) && (upper === null || order(value, upper) <= 0)
}

/** The nominal value minus or plus a fixed width alone keeps the divisor 1, in which most sums are quick. */
function widthAt({ fixed, readingShare }: Width, mean: Quotient): Quotient {
  if (readingShare.units === 0n) return quotientOf(fixed)
  return plus(quotientOf(fixed), multiplied(quotientOf(readingShare), distance(mean)))
}
