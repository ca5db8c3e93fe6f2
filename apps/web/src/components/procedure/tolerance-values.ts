import type { MeasurementTolerance, ToleranceTerms } from '@plumbline/contract'

/** Terms of a limit, in the order in which they are asked for. */
export const termNames = [
  'absolute',
  'percent_of_reading',
  'percent_of_nominal',
  'percent_of_span',
  'counts',
] as const satisfies (keyof ToleranceTerms)[]
export type TermName = (typeof termNames)[number]

/** Forms of a tolerance. */
export const toleranceForms = ['symmetric', 'sides', 'text', 'none'] as const
export type ToleranceForm = (typeof toleranceForms)[number]

type TermValues = Readonly<Record<TermName, string>>

/** A tolerance as typed, in each of its forms. */
export interface ToleranceValues {
  form: ToleranceForm
  symmetric: TermValues
  upper: TermValues
  lower: TermValues
  text: string
}

/** A tolerance as its form shows it. */
export function toleranceValues(tolerance: MeasurementTolerance | null | undefined): ToleranceValues {
  const { symmetric, upper, lower, text } = tolerance ?? {}
  const form = symmetric ? 'symmetric' : (upper ?? lower) ? 'sides' : text ? 'text' : 'none'
  return {
    // What one asks for most often comes first.
    form: tolerance === undefined ? 'symmetric' : form,
    symmetric: termValues(symmetric),
    upper: termValues(upper),
    lower: termValues(lower),
    text: text ?? '',
  }
}

function termValues(terms: ToleranceTerms | null | undefined): TermValues {
  return Object.fromEntries(termNames.map((name) => [name, terms?.[name] ?? ''])) as TermValues
}

/** The tolerance that a form stands for; null for none. */
export function toleranceOf({
  form,
  symmetric,
  upper,
  lower,
  text,
}: ToleranceValues): MeasurementTolerance | null {
  if (form === 'text') return text.trim() === '' ? null : { text: text.trim() }
  if (form === 'symmetric') {
    const terms = termsOf(symmetric)
    return terms && { symmetric: terms }
  }
  if (form === 'none') return null
  const sides = { upper: termsOf(upper), lower: termsOf(lower) }
  return sides.upper || sides.lower ? sides : null
}

function termsOf(values: TermValues): ToleranceTerms | null {
  const stated = termNames.filter((name) => values[name].trim() !== '')
  return stated.length === 0
    ? null
    : Object.fromEntries(stated.map((name) => [name, decimalOf(values[name])]))
}

/** A decimal comma is a point, as the API writes numbers. */
export function decimalOf(text: string): string {
  return text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
}
