import type { MeasuredPhase, Measurement } from '@plumbline/contract'
import { exponentOfDifference } from '@plumbline/contract/measurement'
import { roundedUncertainty, toPlaceOf } from '@plumbline/contract/uncertainty'

/** Significant digits of a stated uncertainty (JCGM 100, 7.2.6; ILAC-P14, 5.4). */
const SIGNIFICANT = 2

/** The results of one phase as printed, in the unit of the nominal value. */
export interface PhaseNumbers {
  readonly mean: string
  /** The value with which the indication is compared; null if there is none. */
  readonly reference: string | null
  /** With its sign; null without a reference value. */
  readonly deviation: string | null
  readonly lower: string | null
  readonly upper: string | null
}

/** Returns the expanded uncertainty rounded to two significant digits; a text with fewer is unchanged. */
export function statedUncertainty(expanded: string): string {
  const digits = expanded.replace(/^[+-]?[0.]*/, '').replace('.', '')
  const isPlain = /^\d*$/.test(digits)
  return isPlain && digits.length <= SIGNIFICANT ? expanded : roundedUncertainty(Number(expanded))
}

/**
 * Returns mean and reference value rounded to the decimal places of the uncertainty (JCGM 100, 7.2.6), and the error
 * as the difference of the printed values. Without an uncertainty they keep their original digits, and the mean of
 * several readings has one more. A limit has one digit more than the readings, to show on which side of it a reading
 * lies.
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

/** Returns indication minus reference value, both as printed. */
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

/** Returns the signed difference of two printed means, to their decimal places. */
export function differenceText(difference: string, means: readonly string[]): string {
  return signed(toPlaces(difference, Math.max(...means.map(placesOf))))
}

/** Returns the uncertainty of a phase: its own, or that of the point. */
export function uncertaintyOf(phase: MeasuredPhase | null, point: Measurement): Measurement['uncertainty'] {
  return phase?.uncertainty ?? point.uncertainty
}

/**
 * Returns an expanded uncertainty with its unit; if it was stated relative to the reference value, in the unit of the
 * point. Null without one.
 */
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

/**
 * Returns the decimal places of the stated uncertainty in the unit of the nominal value; null without an uncertainty,
 * or if it has its own unit.
 */
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

/** Returns the number with at most this many decimal places. */
function atMost(text: string, places: number): string {
  return placesOf(text) <= places ? text : toPlaces(text, places)
}

function toPlaces(text: string, places: number): string {
  if (places === 0) return toPlaceOf('1', text) ?? text
  const unit = `0.${'0'.repeat(places)}`
  const rounded = toPlaceOf(unit, text) ?? text
  return rounded === '0' ? unit : rounded
}

/** Signed like readings, so that both can be copied into a spreadsheet. */
function signed(deviation: string): string {
  if (!/[1-9]/.test(deviation)) return deviation.replace('-', '')
  return deviation.startsWith('-') ? deviation : `+${deviation}`
}
