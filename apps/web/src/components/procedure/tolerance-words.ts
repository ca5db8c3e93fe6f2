import type { MeasurementTolerance, ToleranceTerms } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/** Returns a tolerance as text: `±0.02 mm`, `+2 counts / −1 counts`; null for none. */
export function toleranceWords(tolerance: MeasurementTolerance | null, unit: string): string | null {
  if (tolerance === null) return null
  const { symmetric, upper, lower, limits, text } = tolerance
  if (text) return text
  if (limits) return limitsWords(limits, unit)
  if (symmetric) return `±${termsWords(symmetric, unit)}`
  const sides = [
    ...(upper ? [`+${termsWords(upper, unit)}`] : []),
    ...(lower ? [`−${termsWords(lower, unit)}`] : []),
  ]
  return sides.length === 0 ? null : sides.join(' / ')
}

function limitsWords(
  { lower, upper, unit: own }: NonNullable<MeasurementTolerance['limits']>,
  pointUnit: string,
): string | null {
  const unit = own || pointUnit
  if (lower && upper) return t('point.between', { lower, upper: `${upper} ${unit}`.trim() })
  if (upper) return `≤ ${upper} ${unit}`.trim()
  return lower ? `≥ ${lower} ${unit}`.trim() : null
}

/** Returns the terms of one side; several terms in brackets, because they are added or the greatest applies. */
function termsWords(terms: ToleranceTerms, unit: string): string {
  const words = [
    terms.absolute && `${terms.absolute} ${terms.unit || unit}`.trim(),
    terms.percent_of_reading && t('toleranceTerms.percentOfReading', { value: terms.percent_of_reading }),
    terms.percent_of_nominal && t('toleranceTerms.percentOfNominal', { value: terms.percent_of_nominal }),
    terms.percent_of_span && t('toleranceTerms.percentOfSpan', { value: terms.percent_of_span }),
    terms.counts && t('toleranceTerms.counts', { value: terms.counts }),
  ].filter(Boolean)
  if (words.length === 1) return words[0]!
  return terms.combine === 'greatest'
    ? t('toleranceTerms.greatest', { terms: words.join(', ') })
    : `(${words.join(' + ')})`
}
