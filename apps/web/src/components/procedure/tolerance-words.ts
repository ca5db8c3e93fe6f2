import type { MeasurementTolerance, ToleranceTerms } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/** A tolerance as people write it: `±0.02 mm`, `+2 counts / −1 counts`; null for none. */
export function toleranceWords(tolerance: MeasurementTolerance | null, unit: string): string | null {
  if (tolerance === null) return null
  const { symmetric, upper, lower, text } = tolerance
  if (text) return text
  if (symmetric) return `±${termsWords(symmetric, unit)}`
  const sides = [
    ...(upper ? [`+${termsWords(upper, unit)}`] : []),
    ...(lower ? [`−${termsWords(lower, unit)}`] : []),
  ]
  return sides.length === 0 ? null : sides.join(' / ')
}

/** The terms of one side; several of them in brackets, since they add up. */
function termsWords(terms: ToleranceTerms, unit: string): string {
  const words = [
    terms.absolute && `${terms.absolute} ${unit}`.trim(),
    terms.percent_of_reading && t('toleranceTerms.percentOfReading', { value: terms.percent_of_reading }),
    terms.percent_of_nominal && t('toleranceTerms.percentOfNominal', { value: terms.percent_of_nominal }),
    terms.percent_of_span && t('toleranceTerms.percentOfSpan', { value: terms.percent_of_span }),
    terms.counts && t('toleranceTerms.counts', { value: terms.counts }),
  ].filter(Boolean)
  return words.length === 1 ? words[0]! : `(${words.join(' + ')})`
}
