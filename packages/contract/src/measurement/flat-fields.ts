import type { MeasuredPhase, Measurement } from '../public/measured-point.ts'
import type { MeasurementTolerance, ToleranceTerms } from '../public/measurement.ts'
import { isBlank } from '../tolerance/normalise-text.ts'

/** The single reading of a record, as its texts state it. */
interface FlatFields {
  readonly nominal_value: string | null
  readonly tolerance: string | null
  readonly as_found_reading: string | null
  readonly as_left_reading: string | null
  readonly measurement_uncertainty: string | null
}

/** What a point says in the fields of a record with a single reading. Readings are the means. */
export function flatFieldsOf(point: Measurement): FlatFields {
  const { nominal, tolerance, uncertainty, as_found: asFound, as_left: asLeft } = point
  const unit = nominal?.unit.trim() ?? ''
  const expanded = uncertainty?.expanded ?? null
  const uncertaintyUnit = isBlank(uncertainty?.unit) ? unit : uncertainty!.unit!.trim()
  return {
    nominal_value: nominal && withUnit(nominal.value, unit),
    tolerance: tolerance && toleranceText(tolerance, unit),
    as_found_reading: meanText(asFound, unit),
    as_left_reading: meanText(asLeft, unit),
    measurement_uncertainty: expanded && withUnit(expanded, uncertaintyUnit),
  }
}

function meanText(phase: MeasuredPhase | null, unit: string): string | null {
  return phase && withUnit(phase.mean, unit)
}

function withUnit(value: string, unit: string): string {
  return `${value} ${unit}`.trim()
}

function toleranceText({ symmetric, upper, lower, text }: MeasurementTolerance, unit: string): string | null {
  if (text != null) return text
  if (symmetric) return `±${termsText(symmetric, unit)}`
  const sides = [
    ...(upper ? [`+${termsText(upper, unit)}`] : []),
    ...(lower ? [`-${termsText(lower, unit)}`] : []),
  ]
  return sides.length === 0 ? null : sides.join(' / ')
}

/** The terms of one side; several of them in brackets, since they add up. */
function termsText(terms: ToleranceTerms, unit: string): string {
  const written = [
    [terms.absolute, unit],
    [terms.percent_of_reading, '% of reading'],
    [terms.percent_of_nominal, '% of nominal'],
    [terms.percent_of_span, '% of span'],
    [terms.counts, 'counts'],
  ].flatMap(([value, of]) => (isBlank(value) ? [] : [withUnit(value!, of!)]))
  return written.length === 1 ? written[0]! : `(${written.join(' + ')})`
}
