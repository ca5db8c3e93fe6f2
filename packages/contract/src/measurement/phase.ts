import type { MeasuredPhase, PointVerdict } from '../public/measured-point.ts'
import { decimalText, unitsAt, type Decimal } from '../tolerance/decimal.ts'
import { isWithin, pointLimits, type PointLimits, type Widths } from './limits.ts'
import {
  distance,
  minus,
  percentText,
  quotientOf,
  quotientText,
  signOf,
  squareRoot,
  type Quotient,
} from './quotient.ts'

/** What the readings of one phase are compared with. */
export interface PhaseSubject {
  readonly nominal: Decimal
  /** Null for a tolerance that sets no limits. */
  readonly widths: Widths | null
}

/** The readings of one phase with their mean and limits in exact numbers, and as they are returned. */
export interface ComputedPhase {
  readonly mean: Quotient
  readonly limits: PointLimits
  /** Digits after the point that the readings were written with. */
  readonly places: number
  readonly measured: MeasuredPhase
}

/** Digits after the point of a standard deviation, beyond those of the readings. */
const DEVIATION_DIGITS_BEYOND = 10

/** What follows from the readings of one phase: at least one, and any order of them gives the same. */
export function computePhase(
  readings: readonly Decimal[],
  written: readonly string[],
  { nominal, widths }: PhaseSubject,
): ComputedPhase {
  const sums = sumsOf(readings)
  const mean = quotientOf({ units: sums.total, scale: sums.scale }, sums.count)
  const error = minus(mean, quotientOf(nominal))
  const limits = widths ? pointLimits(widths, nominal, mean) : { lower: null, upper: null }
  const places = sums.scale
  const verdict = verdictOf(mean, limits)
  const limitText = (limit: Quotient | null) => limit && quotientText(limit, nominal.scale)
  return {
    mean,
    limits,
    places,
    measured: {
      readings: [...written],
      mean: quotientText(mean, places),
      error: quotientText(error, Math.max(places, nominal.scale)),
      standard_deviation: deviationOf(sums),
      lower_limit: limitText(limits.lower),
      upper_limit: limitText(limits.upper),
      verdict,
      percent_of_tolerance: percentOfTolerance(error, limits, nominal),
    },
  }
}

/** Limits belong to what they bound. Without any there is nothing to compare with. */
function verdictOf(mean: Quotient, limits: PointLimits): PointVerdict {
  if (limits.lower === null && limits.upper === null) return 'not_comparable'
  return isWithin(mean, limits) ? 'in' : 'out'
}

/** An error of 0 uses nothing of any tolerance; any other is compared with the side that it lies on. */
function percentOfTolerance(error: Quotient, { lower, upper }: PointLimits, nominal: Decimal): string | null {
  if (lower === null && upper === null) return null
  const side = signOf(error)
  if (side === 0) return '0'
  const limit = side > 0 ? upper : lower
  if (limit === null) return null
  const width = distance(minus(limit, quotientOf(nominal)))
  return signOf(width) === 0 ? null : percentText(distance(error), width)
}

/** The experimental standard deviation of a single reading (JCGM 100, 4.2.2); null for one reading. */
export function standardDeviation(readings: readonly Decimal[]): string | null {
  return deviationOf(sumsOf(readings))
}

/** Sums of the readings and of their squares, in whole units of one scale. */
interface Sums {
  readonly count: bigint
  readonly scale: number
  readonly total: bigint
  readonly squares: bigint
}

/** Whole numbers of one scale: as decimals each would be an object at each step. */
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
