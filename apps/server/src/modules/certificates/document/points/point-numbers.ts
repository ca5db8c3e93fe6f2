import type { MeasuredPhase, Measurement } from '@plumbline/contract'
import { exponentOfDifference } from '@plumbline/contract/measurement'
import { roundedUncertainty, toPlaceOf } from '@plumbline/contract/uncertainty'

/** Significant digits of a stated uncertainty (JCGM 100, 7.2.6; ILAC-P14, 5.4). */
const SIGNIFICANT = 2

/** The results of one phase as they are printed, in the unit of the nominal value. */
export interface PhaseNumbers {
  readonly mean: string
  /** What the indication is compared with; null where there is nothing. */
  readonly reference: string | null
  /** With its sign; null without a reference value. */
  readonly deviation: string | null
  readonly lower: string | null
  readonly upper: string | null
}

/** The expanded uncertainty rounded to two significant digits; fewer stay as they were written. */
export function statedUncertainty(expanded: string): string {
  const digits = expanded.replace(/^[+-]?[0.]*/, '').replace('.', '')
  const isPlain = /^\d*$/.test(digits)
  return isPlain && digits.length <= SIGNIFICANT ? expanded : roundedUncertainty(Number(expanded))
}

/**
 * Mean and reference value to the place of the uncertainty (JCGM 100, 7.2.6), and the error as the difference of the two that are
 * printed. Without an uncertainty they keep the digits that they were written with, and the mean of several readings has one
 * more. A limit has one digit more than the readings, so that one sees on which side of it a reading lies.
 */
export function phaseNumbers(phase: MeasuredPhase, point: Measurement): PhaseNumbers {
  const { readings } = phase
  const written = Math.max(0, ...readings.map(placesOf))
  const ofUncertainty = uncertaintyPlaces(phase, point)
  const places = ofUncertainty ?? (readings.length > 1 ? written + 1 : written)
  const centre = point.reads === 'standard' ? (point.nominal?.value ?? null) : phase.reference
  const mean =
    phase.mean === null
      ? ''
      : ofUncertainty === null && readings.length === 1
        ? phase.mean
        : toPlaces(phase.mean, places)
  const printedCentre = centre === null || ofUncertainty === null ? centre : toPlaces(centre, places)
  const limits = [phase.lower_limit, phase.upper_limit].map(
    (text) => text && atMost(text, Math.max(written + 1, ofUncertainty ?? 0)),
  )
  const limitPlaces = Math.max(
    ...limits.map((text) => (text === null || text === undefined ? 0 : placesOf(text))),
  )
  const limit = (text: string | null | undefined) => (text == null ? null : toPlaces(text, limitPlaces))
  return {
    mean,
    reference: printedCentre,
    deviation:
      phase.error === null || printedCentre === null ? null : errorOf(mean, printedCentre, point.reads),
    lower: limit(limits[0]),
    upper: limit(limits[1]),
  }
}

/** Indication less reference value, both as they are printed. */
function errorOf(mean: string, centre: string, reads: Measurement['reads']): string {
  const [indication, reference] = reads === 'item' ? [mean, centre] : [centre, mean]
  const places = Math.max(placesOf(indication), placesOf(reference))
  const scaled = [indication, reference].map((text) => BigInt(toPlaces(text, places).replace('.', '')))
  const units = scaled[0]! - scaled[1]!
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = places === 0 ? '' : `.${digits.slice(digits.length - places)}`
  return signed(`${units < 0n ? '-' : ''}${whole}${fraction}`)
}

/** The difference of two printed means to their places, with its sign. */
export function differenceText(difference: string, means: readonly string[]): string {
  return signed(toPlaces(difference, Math.max(...means.map(placesOf))))
}

/** The uncertainty of a phase: its own, else that of the point. */
export function uncertaintyOf(phase: MeasuredPhase | null, point: Measurement): Measurement['uncertainty'] {
  return phase?.uncertainty ?? point.uncertainty
}

/** An expanded uncertainty with its unit, in that of the point where it was stated as a share of the reference value; null without one. */
export function expandedOf(
  phase: MeasuredPhase | null,
  point: Measurement,
): { readonly text: string; readonly unit: string } | null {
  const stated = uncertaintyOf(phase, point)
  const own = stated?.unit?.trim() || ''
  const pointUnit = point.nominal?.unit.trim() ?? ''
  const share = stated?.relative_percent ? Number(stated.relative_percent) / 100 : null
  const parts =
    stated?.expanded && own === 'ppm' && pointUnit !== 'ppm' ? Number(stated.expanded) / 1e6 : null
  const ofReference = share ?? parts
  if (ofReference !== null) {
    const reference = phase?.reference ?? point.nominal?.value
    if (reference == null) return null
    return { text: roundedUncertainty(ofReference * Math.abs(Number(reference))), unit: pointUnit }
  }
  if (!stated?.expanded) return null
  return { text: statedUncertainty(stated.expanded), unit: own || pointUnit }
}

/** Places of the stated uncertainty in the unit of the nominal value; null without one, or in a unit of its own. */
function uncertaintyPlaces(phase: MeasuredPhase, point: Measurement): number | null {
  const expanded = expandedOf(phase, point)
  if (expanded === null || Number(expanded.text) === 0) return null
  const exponent = point.nominal ? exponentOfDifference(expanded.unit, point.nominal.unit) : 0
  return exponent === null ? null : Math.max(0, placesOf(expanded.text) - exponent)
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
