import type { MeasuredPhase, Measurement } from '../public/measured-point.ts'
import { compare } from '../tolerance/decimal.ts'
import { readComputed } from './decimal-text.ts'

/** The summary of the points of a record. */
export interface MeasurementSummary {
  readonly measurementCount: number
  /** Number of points whose final phase is out of tolerance. */
  readonly pointsOut: number
  /** Number of points of an adjusted record that were neither measured again nor stated as unchanged. */
  readonly pointsWithoutFinal: number
  /** Indexes of the points whose final phase is out of tolerance, in order. */
  readonly outOfTolerance: readonly number[]
  /** Indexes of points that were out of tolerance as found. */
  readonly asFoundOut: readonly number[]
  /** Number of points whose final phase can be compared with limits, or was judged. */
  readonly pointsComparable: number
  /** Index of the first point with the greatest percentage of tolerance as found; null without points. */
  readonly worst: number | null
}

/** Returns the phase that decides on the point; null without one. */
export function finalPhase(point: PhasesOfPoint): MeasuredPhase | null {
  return point.final_phase && point[point.final_phase]
}

type PhasesOfPoint = Pick<Measurement, 'as_found' | 'as_left' | 'final_phase'>

/** Whether a phase was measured, or its observation was judged. */
export function isMeasuredPhase(phase: MeasuredPhase | null): phase is MeasuredPhase {
  return phase !== null && (phase.mean !== null || phase.judgement !== null)
}

/** Whether a point was measured as found but has no final phase, because others were adjusted and measured again. */
export function lacksFinalPhase({ as_found: found, final_phase: final }: PhasesOfPoint): boolean {
  return final === null && isMeasuredPhase(found)
}

/** Summarizes the points of a record. */
export function summariseMeasurements(points: readonly PhasesOfPoint[]): MeasurementSummary {
  const verdicts = points.map((point) => finalPhase(point)?.verdict ?? 'not_comparable')
  const outOfTolerance = indexesOf(verdicts, 'out')
  return {
    measurementCount: points.length,
    pointsOut: outOfTolerance.length,
    pointsWithoutFinal: points.filter(lacksFinalPhase).length,
    outOfTolerance,
    asFoundOut: indexesOf(
      points.map((point) => point.as_found?.verdict),
      'out',
    ),
    pointsComparable: verdicts.filter((verdict) => verdict !== 'not_comparable').length,
    worst:
      points.length === 0
        ? null
        : (worstPhase(points.map(({ as_found: found }) => (isMeasuredPhase(found) ? found : null))) ?? 0),
  }
}

function indexesOf<Value>(values: readonly Value[], wanted: Value): number[] {
  return values.flatMap((value, index) => (value === wanted ? [index] : []))
}

/** The members of a phase that show how much of its tolerance is used. */
type PhaseUse = Pick<MeasuredPhase, 'percent_of_tolerance' | 'verdict'>

/**
 * Returns the index of the first phase with the greatest percentage of its tolerance. A phase out of a zero-width
 * tolerance, or judged as out, ranks above every percentage; null if there is no phase.
 */
export function worstPhase(phases: readonly (PhaseUse | null)[]): number | null {
  let worst: number | null = null
  for (const [index, phase] of phases.entries()) {
    if (phase !== null && (worst === null || compareUse(phase, phases[worst]!) > 0)) worst = index
  }
  return worst
}

/** Returns a positive number if the first phase uses more of its tolerance. */
function compareUse(a: PhaseUse, b: PhaseUse | null): number {
  const ranks = rankOf(a) - rankOf(b)
  if (ranks !== 0 || a.percent_of_tolerance == null || b?.percent_of_tolerance == null) return ranks
  return compare(readComputed(a.percent_of_tolerance), readComputed(b.percent_of_tolerance))
}

/**
 * Returns the rank of a phase: an error beyond a limit equal to the nominal value is an infinite percentage; a phase
 * without readings ranks lowest.
 */
function rankOf(phase: PhaseUse | null): number {
  if (phase === null) return 0
  if (phase.percent_of_tolerance !== null) return 2
  return phase.verdict === 'out' ? 3 : 1
}
