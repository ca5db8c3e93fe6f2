import type { MeasuredPhase, Measurement } from '../public/measured-point.ts'
import type { MeasurementTolerance, ToleranceTerms } from '../public/point-values.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { unitOf } from './read-point.ts'

/** The fields of a single reading: either all of them come from one point, or all are kept as sent (measurements, section 1). */
export const flatFields = [
  'nominal_value',
  'tolerance',
  'as_found_reading',
  'as_left_reading',
  'measurement_uncertainty',
] as const
export type FlatField = (typeof flatFields)[number]

/** The single reading of a record, as stated in its texts. */
type FlatFields = { readonly [Name in FlatField]: string | null }

/**
 * Returns the fields of a record with a single reading, derived from a point. Readings are the means, or the
 * observation.
 */
export function flatFieldsOf(point: Measurement): FlatFields {
  const { nominal, tolerance, as_found: found, as_left: left } = point
  const unit = unitOf(point)?.trim() ?? ''
  const uncertainty = (found?.mean != null ? found.uncertainty : null) ?? point.uncertainty
  return {
    nominal_value: nominal && withUnit(nominal.value, unit),
    tolerance: tolerance && toleranceText(tolerance, unit),
    as_found_reading: phaseText(found, unit),
    as_left_reading: phaseText(left, unit),
    measurement_uncertainty: uncertainty && uncertaintyText(uncertainty, unit),
  }
}

function phaseText(phase: MeasuredPhase | null, unit: string): string | null {
  if (phase === null) return null
  return phase.mean === null ? phase.observed : withUnit(phase.mean, unit)
}

function uncertaintyText(
  { expanded, relative_percent: relative, unit: own }: NonNullable<Measurement['uncertainty']>,
  unit: string,
): string | null {
  if (!isBlank(relative)) return `${relative} %`
  return isBlank(expanded) ? null : withUnit(expanded!, isBlank(own) ? unit : own!.trim())
}

function withUnit(value: string, unit: string): string {
  return `${value} ${unit}`.trim()
}

function toleranceText(
  { symmetric, upper, lower, limits, text }: MeasurementTolerance,
  unit: string,
): string | null {
  if (text != null) return text
  if (limits) return limitsText(limits, unit)
  if (symmetric) return `±${termsText(symmetric, unit)}`
  const sides = [
    ...(upper ? [`+${termsText(upper, unit)}`] : []),
    ...(lower ? [`-${termsText(lower, unit)}`] : []),
  ]
  return sides.length === 0 ? null : sides.join(' / ')
}

/** Returns a range in the notation that the comparison of texts accepts. */
function limitsText(
  { lower, upper, unit: own }: NonNullable<MeasurementTolerance['limits']>,
  pointUnit: string,
): string | null {
  const unit = isBlank(own) ? pointUnit : own!.trim()
  if (lower != null && upper != null) return `${withUnit(lower, unit)} to ${withUnit(upper, unit)}`
  if (upper != null) return `≤ ${withUnit(upper, unit)}`
  return lower == null ? null : `≥ ${withUnit(lower, unit)}`
}

/** Returns the terms of one side; several terms are in brackets, because they add up or the greatest one applies. */
function termsText(terms: ToleranceTerms, unit: string): string {
  const written = [
    [terms.absolute, isBlank(terms.unit) ? unit : terms.unit!.trim()],
    [terms.percent_of_reading, '% of reading'],
    [terms.percent_of_nominal, '% of nominal'],
    [terms.percent_of_span, '% of span'],
    [terms.counts, 'counts'],
  ].flatMap(([value, of]) => (isBlank(value) ? [] : [withUnit(value!, of!)]))
  if (written.length === 1) return written[0]!
  return terms.combine === 'greatest' ? `(greatest of ${written.join(', ')})` : `(${written.join(' + ')})`
}
