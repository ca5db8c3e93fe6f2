import type { DecisionOutcome } from '../fields/point-words.ts'
import { coverageQuantile } from '../statistics/student-t.ts'
import { decimalOf, type Decimal } from '../tolerance/decimal.ts'
import type { ComputedRule } from './decision-rule.ts'
import {
  divided,
  minus,
  multiplied,
  order,
  plus,
  quotientOf,
  ratio,
  signOf,
  squareRoot,
  type Quotient,
} from './quotient.ts'
import { isWithin, type PointLimits } from './limits.ts'

/** Digits of the square root of `z540_3_rds`, in addition to those with which its parts were stated. */
const ROOT_DIGITS_BEYOND = 10

/** An expanded uncertainty in the unit of the point, not negative, and its coverage. */
export interface Uncertainty {
  readonly expanded: Quotient
  /** Above 0. */
  readonly coverageFactor: Decimal
  /** Coverage probability in percent; null if none is stated. */
  readonly coverage: number | null
  /** At least 1; null for infinitely many. */
  readonly degreesOfFreedom: number | null
}

/** The input of a decision rule. */
export interface DecisionSubject {
  readonly mean: Quotient
  /** At least one of the two is not null. */
  readonly limits: PointLimits
  readonly uncertainty: Uncertainty | null
  /** The probability that the true value lies within the limits; null without an uncertainty. */
  readonly conformanceProbability: number | null
  /** Number of decimal places with which limits and uncertainty were stated. */
  readonly places: number
  /** Minimum number of decimal places of acceptance limits, that of the nominal value. */
  readonly limitPlaces: number
}

/** The acceptance limits of a rule, and its outcome for the mean. */
export interface Acceptance {
  readonly outcome: DecisionOutcome
  readonly guardBand: Quotient | null
  readonly lower: Quotient | null
  readonly upper: Quotient | null
}

const ONE = decimalOf('1', '', 0)
const TWO = decimalOf('2', '', 0)

/** Multiple of the standard uncertainty: one-sided 95 % (ISO 14253-1:2017). */
const ISO_14253_FACTOR = decimalOf('1', '65', 0)

const NOT_COMPUTED: Acceptance = { outcome: 'not_computed', guardBand: null, lower: null, upper: null }

/** Returns u = U/k, the standard uncertainty. */
export function standardUncertainty({ expanded, coverageFactor }: Uncertainty): Quotient {
  return multiplied(expanded, divided(ONE, coverageFactor))
}

/** Coverage probabilities in percent that count as about 95 %, inclusive. */
const ABOUT_95 = { from: 94, to: 96 }

/** The coverage probability to which an uncertainty with a different one is converted. */
const COVERAGE_95 = 0.9545

/** Digits of a computed coverage factor, which is transcendental. */
const FACTOR_DIGITS = 12

/**
 * Returns U95, the expanded uncertainty for about 95 %: U itself if it is stated for that, otherwise u times the
 * coverage factor of Student's distribution, or 2.00. If no probability is stated, the larger of U and 2u, so that a
 * missing statement never leads to acceptance. Source: measurements, section 3; ILAC-G8:09/2019, 4.2.2.
 */
export function uncertainty95(uncertainty: Uncertainty): Quotient {
  const { expanded, coverage, degreesOfFreedom } = uncertainty
  if (coverage !== null && coverage >= ABOUT_95.from && coverage <= ABOUT_95.to) return expanded
  const u = standardUncertainty(uncertainty)
  const doubled = multiplied(quotientOf(TWO), u)
  if (coverage === null) return order(expanded, doubled) >= 0 ? expanded : doubled
  return degreesOfFreedom === null
    ? doubled
    : multiplied(quotientOfNumber(coverageQuantile(COVERAGE_95, degreesOfFreedom)), u)
}

/** Returns a double as an exact number with 12 decimal places. */
function quotientOfNumber(value: number): Quotient {
  const [whole = '', fraction = ''] = value.toFixed(FACTOR_DIGITS).split('.')
  return quotientOf(decimalOf(whole, fraction, 0))
}

/**
 * Returns the test uncertainty ratio: the width of the tolerance divided by that of the 95 % interval. Null for a
 * one-sided or zero-width tolerance, and for an uncertainty of 0, where it is undefined.
 */
export function testUncertaintyRatio(
  { lower, upper }: PointLimits,
  uncertainty: Uncertainty | null,
): number | null {
  if (lower === null || upper === null || uncertainty === null || signOf(uncertainty.expanded) === 0)
    return null
  const width = minus(upper, lower)
  return signOf(width) <= 0 ? null : ratio(width, multiplied(quotientOf(TWO), uncertainty95(uncertainty)))
}

/**
 * Returns the outcome of a computed rule for a mean. Source: measurements, section 3; ILAC-G8:09/2019, ISO 14253-1,
 * Z540.3 Handbook.
 */
export function accept(rule: ComputedRule, subject: DecisionSubject): Acceptance {
  if (rule.kind === 'simple_acceptance')
    return acceptWithin(subject, quotientOf({ units: 0n, scale: 0 }), 'binary')
  const { uncertainty } = subject
  if (uncertainty === null) return NOT_COMPUTED
  switch (rule.kind) {
    case 'guard_band_u':
      return acceptWithin(subject, uncertainty95(uncertainty), 'binary')
    case 'guard_band_u_nonbinary':
      return acceptWithin(subject, uncertainty95(uncertainty), 'nonbinary')
    case 'guard_band_r':
      return acceptWithin(subject, multiplied(quotientOf(rule.factor), uncertainty95(uncertainty)), 'binary')
    case 'iso_14253_1':
      return acceptWithin(
        subject,
        multiplied(quotientOf(ISO_14253_FACTOR), standardUncertainty(uncertainty)),
        'proof',
      )
    case 'z540_3_method_6':
      return acceptByMethod6(subject, uncertainty)
    case 'z540_3_rds':
    default:
      return acceptByRootDifference(subject, uncertainty)
  }
}

/**
 * The outcomes that a rule distinguishes. `binary`: pass or fail. `nonbinary`: a mean within the guard band on either side
 * of a limit passes or fails conditionally. `proof`: a mean within it is undecided.
 */
type Wording = 'binary' | 'nonbinary' | 'proof'

/** ISO 14253-1:2017, 5.3: conformity is proven with at least this probability. */
const PROVEN_FROM = 0.95

function acceptWithin(
  { mean, limits, conformanceProbability }: DecisionSubject,
  guardBand: Quotient,
  wording: Wording,
): Acceptance {
  const lower = limits.lower && plus(limits.lower, guardBand)
  const upper = limits.upper && minus(limits.upper, guardBand)
  const isAccepted = isWithin(mean, { lower, upper })
  const outcome = () => {
    if (wording === 'binary') return isAccepted ? 'pass' : 'fail'
    const isNearLimits = isWithin(mean, {
      lower: limits.lower && minus(limits.lower, guardBand),
      upper: limits.upper && plus(limits.upper, guardBand),
    })
    if (wording === 'proof') {
      const isProven = isAccepted && (conformanceProbability ?? 0) >= PROVEN_FROM
      return isProven ? 'conforming' : isNearLimits ? 'undecided' : 'nonconforming'
    }
    if (isAccepted) return 'pass'
    if (isWithin(mean, limits)) return 'conditional_pass'
    return isNearLimits ? 'conditional_fail' : 'fail'
  }
  return { outcome: outcome(), guardBand, lower, upper }
}

/** Constants of ANSI/NCSL Z540.3 Handbook, method 6: a false accept risk of at most 2 % at any reliability. */
const METHOD_6 = { level: 1.04, slope: 0.38, offset: 0.54 }

/** Applies the guard band M × U95; only for a tolerance with two limits and a width. */
function acceptByMethod6(subject: DecisionSubject, uncertainty: Uncertainty): Acceptance {
  const { lower, upper } = subject.limits
  if (lower === null || upper === null || order(lower, upper) === 0) return NOT_COMPUTED
  const tur = testUncertaintyRatio(subject.limits, uncertainty)
  // With an uncertainty of 0 the ratio is infinite, and M is 0.
  const multiplier =
    tur === null
      ? 0
      : Math.max(0, METHOD_6.level - Math.exp(METHOD_6.slope * Math.log(tur) - METHOD_6.offset))
  const guardBand = multiplied(quotientOfNumber(multiplier), uncertainty95(uncertainty))
  return acceptWithin(subject, guardBand, 'binary')
}

/**
 * Applies limits of ± √(T² − U95²) about the center, where T is half the width; compares squares, so that nothing is
 * rounded. Without an acceptance zone, that is if T is less than U95, every mean fails.
 */
function acceptByRootDifference(
  { mean, limits, places }: DecisionSubject,
  uncertainty: Uncertainty,
): Acceptance {
  const { lower, upper } = limits
  if (lower === null || upper === null) return NOT_COMPUTED
  const centre = half(plus(lower, upper))
  const halfWidth = half(minus(upper, lower))
  const u95 = uncertainty95(uncertainty)
  const square = minus(multiplied(halfWidth, halfWidth), multiplied(u95, u95))
  if (signOf(square) < 0) return { outcome: 'fail', guardBand: null, lower: null, upper: null }
  const offset = minus(mean, centre)
  const isAccepted = order(multiplied(offset, offset), square) <= 0
  const root = quotientOf(squareRoot(square, places + ROOT_DIGITS_BEYOND))
  return {
    outcome: isAccepted ? 'pass' : 'fail',
    guardBand: minus(halfWidth, root),
    lower: minus(centre, root),
    upper: plus(centre, root),
  }
}

function half({ value, divisor }: Quotient): Quotient {
  return { value, divisor: divisor * 2n }
}
