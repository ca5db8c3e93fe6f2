import { isPassing, type MeasuredPhase, type Measurement } from '@plumbline/contract'

/** The displayed figures of a phase, as texts without a unit. */
export interface PhaseFigures {
  readonly verdict: MeasuredPhase['verdict']
  /** As they were sent; empty where something was observed in place of a number. */
  readonly readings: readonly string[]
  /** Mean of the readings, or the observation. */
  readonly mean: string
  /** Indication minus reference value; null if there is none. */
  readonly deviation: string | null
  /** Standard deviation of a single reading; null if there is only one reading. */
  readonly spread: string | null
  /** Absolute limit; null if there is none on this side. */
  readonly lower: string | null
  readonly upper: string | null
  /** Share of the tolerance that the deviation uses up, in percent; null if it cannot be computed. */
  readonly percent: number | null
}

/**
 * Number of additional digits of computed figures, beyond those of nominal value and readings. The exact mean of three readings
 * has meaningless digits, and fits into no column.
 */
const DIGITS_BEYOND = 2

/** Returns the figures of a phase with meaningful digits only; readings are unchanged. */
export function phaseFigures(phase: MeasuredPhase, nominal: string | null): PhaseFigures {
  const least = Math.max(...[nominal ?? '', ...phase.readings].map(fractionDigits))
  const shown = (text: string) => cutTo(text, least + DIGITS_BEYOND, least)
  const shownOrNull = (text: string | null) => (text === null ? null : shown(text))
  return {
    verdict: phase.verdict,
    readings: phase.readings,
    mean: shownOrNull(phase.mean) ?? phase.observed ?? '',
    deviation: shownOrNull(phase.error),
    spread: shownOrNull(phase.standard_deviation),
    lower: shownOrNull(phase.lower_limit),
    upper: shownOrNull(phase.upper_limit),
    percent: phase.percent_of_tolerance === null ? null : percentShown(phase.percent_of_tolerance),
  }
}

function fractionDigits(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

/**
 * Rounds a decimal half away from zero to at most `places` decimal places, and removes trailing zeros beyond `least` places. A
 * decimal with fewer places is returned unchanged.
 */
export function cutTo(text: string, places: number, least: number): string {
  const parts = /^(-?)(\d*)\.(\d+)$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', fraction = ''] = parts
  if (fraction.length <= places) return text
  const isUp = fraction[places]! >= '5'
  const units = BigInt(whole + fraction.slice(0, places)) + (isUp ? 1n : 0n)
  const digits = units.toString().padStart(places + 1, '0')
  const after = digits
    .slice(digits.length - places)
    .replace(/0+$/, '')
    .padEnd(least, '0')
  const before = digits.slice(0, digits.length - places)
  return `${units === 0n ? '' : sign}${before}${after === '' ? '' : `.${after}`}`
}

/** A share of the tolerance to a tenth of a percent; only what takes all of it is shown as 100. */
export function percentShown(text: string): number {
  const exact = Number(text)
  const rounded = Math.round(exact * 10) / 10
  if (rounded !== 100 || exact === 100) return rounded
  return exact > 100 ? 100.1 : 99.9
}

/** Returns the acceptance limits of a decision rule if they differ from the tolerance limits; otherwise null. */
export function acceptanceOf(
  { decision, ...limits }: Pick<MeasuredPhase, 'decision' | 'lower_limit' | 'upper_limit'>,
  nominal: string | null,
): Pick<PhaseFigures, 'lower' | 'upper'> | null {
  const { acceptance_lower: lower = null, acceptance_upper: upper = null, guard_band: band } = decision ?? {}
  if ((lower === null && upper === null) || !band || Number(band) === 0) return null
  const least = Math.max(
    ...[nominal, limits.lower_limit, limits.upper_limit].map((text) => fractionDigits(text ?? '')),
  )
  const shown = (text: string | null) => text && cutTo(text, least + DIGITS_BEYOND, least)
  return { lower: shown(lower), upper: shown(upper) }
}

/** The rule that decided on every point that was decided on, with which a table need not repeat it; null for several. */
export function sharedRule(points: readonly Pick<Measurement, 'decision'>[]): string | null {
  const rules = new Set(points.flatMap(({ decision }) => (decision === null ? [] : [decision.rule])))
  return rules.size === 1 ? [...rules][0]! : null
}

/** Returns the points that the decision rule rejects although the record passes, because the rule is only advisory. */
export function rejectedPoints<Point extends Pick<Measurement, 'decision'>>(
  result: string | null,
  points: readonly Point[],
): readonly Point[] {
  if (!isPassing(result)) return []
  return points.filter(
    ({ decision }) => decision?.outcome === 'fail' || decision?.outcome === 'nonconforming',
  )
}
