import type { MeasuredPhase, Measurement } from '@plumbline/contract'
import { exponentBetween } from '@plumbline/contract/measurement'
import { roundedUncertainty, toPlaceOf } from '@plumbline/contract/uncertainty'

/** Significant digits of a stated uncertainty (JCGM 100, 7.2.6; ILAC-P14, 5.4). */
const SIGNIFICANT = 2

/** The results of one phase as they are printed, in the unit of the nominal value. */
export interface PhaseNumbers {
  readonly mean: string
  /** With its sign. */
  readonly deviation: string
  readonly lower: string | null
  readonly upper: string | null
}

/** The expanded uncertainty rounded up to two significant digits; fewer stay as they were written. */
export function statedUncertainty(expanded: string): string {
  const digits = expanded.replace(/^[+-]?[0.]*/, '').replace('.', '')
  const isPlain = /^\d*$/.test(digits)
  return isPlain && digits.length <= SIGNIFICANT ? expanded : roundedUncertainty(Number(expanded))
}

/**
 * Mean and deviation to the place of the uncertainty (JCGM 100, 7.2.6), but with every digit that the readings were
 * written with; without an uncertainty, the mean of several readings has one digit more than they have. A limit has that
 * digit too, so that one sees on which side of it a reading lies.
 */
export function phaseNumbers(phase: MeasuredPhase, point: Measurement): PhaseNumbers {
  const { readings } = phase
  const [mean, error] = [phase.mean ?? '', phase.error ?? '']
  const written = Math.max(...readings.map(placesOf))
  const ofUncertainty = uncertaintyPlaces(point)
  const isMean = readings.length > 1
  const places = isMean ? Math.max(written, ofUncertainty ?? written + 1) : written
  const ofDeviation = Math.max(places, placesOf(point.nominal?.value ?? ''))
  const limit = (text: string | null) => text && atMost(text, Math.max(written + 1, ofUncertainty ?? 0))
  return {
    mean: isMean ? toPlaces(mean, places) : mean,
    deviation: signed(toPlaces(error, ofDeviation)),
    lower: limit(phase.lower_limit),
    upper: limit(phase.upper_limit),
  }
}

/** The difference of two printed means to their places, with its sign. */
export function differenceText(difference: string, means: readonly string[]): string {
  return signed(toPlaces(difference, Math.max(...means.map(placesOf))))
}

/** Places of the stated uncertainty in the unit of the nominal value; null without one, or in a unit of its own. */
function uncertaintyPlaces({ uncertainty, nominal }: Measurement): number | null {
  if (!uncertainty?.expanded) return null
  const unit = uncertainty.unit?.trim()
  const exponent = unit && nominal ? exponentBetween(unit, nominal.unit) : 0
  return exponent === null ? null : Math.max(0, placesOf(statedUncertainty(uncertainty.expanded)) - exponent)
}

/** Digits after the point of a decimal string, which may have an exponent. */
function placesOf(text: string): number {
  const [, fraction = '', exponent = '0'] = /^[^.eE]*(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

/** The number in no more than this many digits after the point. */
function atMost(text: string, places: number): string {
  return placesOf(text) <= places ? text : toPlaces(text, places)
}

function toPlaces(text: string, places: number): string {
  if (places === 0) return toPlaceOf('1', text) ?? text
  const unit = `0.${'0'.repeat(places)}`
  const rounded = toPlaceOf(unit, text) ?? text
  return rounded === '0' ? unit : rounded
}

/** As readings are signed, so that both can be copied into a spreadsheet. */
function signed(deviation: string): string {
  if (!/[1-9]/.test(deviation)) return deviation.replace('-', '')
  return deviation.startsWith('-') ? deviation : `+${deviation}`
}
