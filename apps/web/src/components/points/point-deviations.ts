import type { MeasuredPhase, Measurement } from '@plumbline/contract'
import { exponentBetween, finalPhase } from '@plumbline/contract/measurement'
import type { Limits } from '../chart/plot.ts'
import { phaseFigures } from './point-figures.ts'

/** One phase of a point, as positioned in a chart. */
export interface PhaseDeviation {
  /** Mean minus nominal value. */
  deviation: number
  /** The deviation for display. */
  deviationText: string
  isOutside: boolean
  /** The deviation in percent of its tolerance, signed; null if it cannot be computed. */
  percent: number | null
  /** The deviation that uses the whole tolerance on its side; null if there is none. */
  tolerance: number | null
}

/** A point as charts place it; numbers are in the unit of its nominal value. */
export interface PointDeviations {
  nominal: number
  /** The same as it was written. */
  nominalText: string
  unit: string
  found: PhaseDeviation | null
  left: PhaseDeviation | null
  /** Limits of the phase that decides, as deviations; null if there are none. */
  limits: Limits | null
  /** The same in percent of the tolerance. */
  percentLimits: Limits | null
  /** Expanded uncertainty; null if none is stated, or if it is zero. */
  uncertainty: number | null
}

/** Returns the deviations of a point's readings from its nominal value; null if either is missing. */
export function pointDeviations(point: Measurement): PointDeviations | null {
  const { nominal, as_found: found, as_left: left } = point
  const final = finalPhase(point)
  if (nominal === null || final?.mean == null) return null
  const value = Number(nominal.value)
  const limits = limitsOf(final, value)
  return {
    nominal: value,
    nominalText: nominal.value,
    unit: nominal.unit,
    found: found && phaseDeviation(found, nominal.value),
    left: left && phaseDeviation(left, nominal.value),
    limits,
    percentLimits: limits && { lower: percentLimit(limits.lower), upper: percentLimit(limits.upper) },
    uncertainty: uncertaintyOf(point),
  }
}

/** Returns the percentage at a limit; a limit at the nominal value leaves no tolerance on its side. */
function percentLimit(limit: number | null): number | null {
  return limit === null ? null : Math.sign(limit) * 100
}

function limitsOf(phase: MeasuredPhase, nominal: number): Limits | null {
  const from = (limit: string | null) => (limit === null ? null : Number(limit) - nominal)
  const limits = { lower: from(phase.lower_limit), upper: from(phase.upper_limit) }
  return limits.lower === null && limits.upper === null ? null : limits
}

function phaseDeviation(phase: MeasuredPhase, nominal: string): PhaseDeviation | null {
  if (phase.error === null) return null
  const deviation = Number(phase.error)
  const limits = limitsOf(phase, Number(nominal))
  const side = deviation < 0 ? (limits?.lower ?? null) : (limits?.upper ?? limits?.lower ?? null)
  const percent = phase.percent_of_tolerance
  return {
    deviation,
    deviationText: phaseFigures(phase, nominal).deviation ?? '',
    isOutside: phase.verdict === 'out',
    percent: percent === null ? null : (Math.sign(deviation) || 1) * Number(percent),
    tolerance: side === null || side === 0 ? null : Math.abs(side),
  }
}

function uncertaintyOf({ nominal, uncertainty }: Measurement): number | null {
  const { expanded, unit } = uncertainty ?? {}
  if (!expanded || nominal === null) return null
  const exponent = exponentBetween(unit ?? nominal.unit, nominal.unit)
  const half = exponent === null ? 0 : Number(expanded) * 10 ** exponent
  return half > 0 ? half : null
}
