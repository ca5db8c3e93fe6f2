import type { PointVerdict } from '../fields/point-words.ts'
import type { MeasuredPhase } from '../public/measured-point.ts'
import { decimalText, unitsAt, type Decimal } from '../tolerance/decimal.ts'
import { isWithin, limitsOf, NO_LIMITS, type PointLimits } from './limits.ts'
import {
  distance,
  minus,
  order,
  percentText,
  plus,
  quotientOf,
  quotientText,
  signOf,
  squareRoot,
  type Quotient,
} from './quotient.ts'
import type { PhaseNumbers, PointNumbers } from './read-point.ts'

/** The readings of one phase, as exact numbers and as returned. */
export interface ComputedPhase {
  readonly mean: Quotient
  /** The value with which the indication is compared; null if there is none. */
  readonly reference: Quotient | null
  readonly limits: PointLimits
  readonly measured: Omit<MeasuredPhase, 'decision'>
}

/** A phase for which nothing is computed, with the members of the request. */
type StatedPhase = Pick<
  MeasuredPhase,
  'readings' | 'observed' | 'judgement' | 'not_applicable' | 'unchanged' | 'reference' | 'uncertainty'
>

/** Number of decimal places of a standard deviation in addition to those of the readings. */
const DEVIATION_DIGITS_BEYOND = 10

const NOTHING_COMPUTED = {
  mean: null,
  error: null,
  standard_deviation: null,
  lower_limit: null,
  upper_limit: null,
  verdict: 'not_comparable',
  percent_of_tolerance: null,
} as const satisfies Partial<MeasuredPhase>

const verdictOfJudgement = { conforms: 'in', does_not_conform: 'out' } as const

/** Returns a phase without readings: the judgment, or the reason why nothing was measured. */
export function phaseWithoutReadings(stated: StatedPhase): Omit<MeasuredPhase, 'decision'> {
  const { judgement } = stated
  return {
    ...stated,
    ...NOTHING_COMPUTED,
    ...(judgement === null ? {} : { verdict: verdictOfJudgement[judgement] }),
  }
}

/** Computes the results of one phase from its readings: at least one; their order does not matter. */
export function computePhase(
  readings: readonly Decimal[],
  stated: StatedPhase,
  phase: Pick<PhaseNumbers, 'reference'>,
  { nominal, reads, tolerance }: Pick<PointNumbers, 'nominal' | 'reads' | 'tolerance'>,
): ComputedPhase {
  const sums = sumsOf(readings)
  const mean = quotientOf({ units: sums.total, scale: sums.scale }, sums.count)
  const places = sums.scale
  const centreValue = reads === 'item' ? (phase.reference ?? nominal) : nominal
  const centre = centreValue && quotientOf(centreValue)
  const centrePlaces = centreValue?.scale ?? places
  const reference = reads === 'item' ? centre : mean
  const error = centre && (reads === 'item' ? minus(mean, centre) : minus(centre, mean))
  const limits = tolerance ? limitsOf(tolerance, { reads, mean, centre }) : NO_LIMITS
  // Stated limits keep their digits.
  const limitText = (limit: Quotient | null) =>
    limit &&
    quotientText(
      limit,
      tolerance?.kind === 'limits' ? Math.max(centrePlaces, limit.value.scale) : centrePlaces,
    )
  return {
    mean,
    reference,
    limits,
    measured: {
      ...stated,
      reference:
        reads === 'item'
          ? (stated.reference ?? (nominal && quotientText(quotientOf(nominal), nominal.scale)))
          : quotientText(mean, places),
      mean: quotientText(mean, places),
      error: error && quotientText(error, Math.max(places, centrePlaces)),
      standard_deviation: deviationOf(sums),
      lower_limit: limitText(limits.lower),
      upper_limit: limitText(limits.upper),
      verdict: verdictOf(mean, limits),
      percent_of_tolerance: percentOfTolerance(mean, centre, limits),
    },
  }
}

/** Returns the verdict for a mean. Without any limits there is nothing to compare with. */
function verdictOf(mean: Quotient, limits: PointLimits): PointVerdict {
  if (limits.lower === null && limits.upper === null) return 'not_comparable'
  return isWithin(mean, limits) ? 'in' : 'out'
}

/**
 * Returns the percentage of the tolerance that an error uses. An error of 0 within the tolerance uses nothing, and any
 * other is compared with the limit on its side. If the reference value is outside the limits, as is possible for a
 * gauge with a fit, it counts from their middle.
 */
function percentOfTolerance(
  mean: Quotient,
  centre: Quotient | null,
  { lower, upper }: PointLimits,
): string | null {
  if (lower === null && upper === null) return null
  if (centre === null || !isWithin(centre, { lower, upper })) return percentFromMiddle(mean, { lower, upper })
  const offset = minus(mean, centre)
  const side = signOf(offset)
  if (side === 0) return '0'
  const limit = side > 0 ? upper : lower
  if (limit === null) return null
  const width = distance(minus(limit, centre))
  return signOf(width) === 0 ? null : percentText(distance(offset), width)
}

function percentFromMiddle(mean: Quotient, { lower, upper }: PointLimits): string | null {
  if (lower === null || upper === null || order(lower, upper) >= 0) return null
  // Twice the offset from the middle divided by the whole width, which avoids halves.
  const offset = minus(plus(mean, mean), plus(lower, upper))
  return percentText(distance(offset), minus(upper, lower))
}

/** Returns the experimental standard deviation of a single reading (JCGM 100, 4.2.2); null for one reading. */
export function standardDeviation(readings: readonly Decimal[]): string | null {
  return deviationOf(sumsOf(readings))
}

/** Sums of the readings and of their squares, in integers of one scale. */
interface Sums {
  readonly count: bigint
  readonly scale: number
  readonly total: bigint
  readonly squares: bigint
}

/** Returns sums in integers of one scale: decimals would create an object at each step. */
function sumsOf(readings: readonly Decimal[]): Sums {
  let scale = 0
  for (const reading of readings) scale = Math.max(scale, reading.scale)
  let total = 0n
  let squares = 0n
  for (const reading of readings) {
    const units = unitsAt(reading, scale)
    total += units
    squares += units * units
  }
  return { count: BigInt(readings.length), scale, total, squares }
}

function deviationOf({ count, scale, total, squares }: Sums): string | null {
  if (count < 2n) return null
  const spread = { units: squares * count - total * total, scale: 2 * scale }
  const variance = { value: spread, divisor: count * (count - 1n) }
  return decimalText(squareRoot(variance, scale + DEVIATION_DIGITS_BEYOND))
}
