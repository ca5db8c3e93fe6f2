import type { MeasurementTolerance, ToleranceTerms } from '@plumbline/contract'

/** Terms of a limit, in the order of the form. */
export const termNames = [
  'absolute',
  'percent_of_reading',
  'percent_of_nominal',
  'percent_of_span',
  'counts',
] as const satisfies (keyof ToleranceTerms)[]
export type TermName = (typeof termNames)[number]

/** Forms of a tolerance. */
export const toleranceForms = ['symmetric', 'sides', 'limits', 'text', 'none'] as const
export type ToleranceForm = (typeof toleranceForms)[number]

type TermValues = Readonly<Record<TermName, string>> & {
  /** Members that the form does not show and that are preserved: the unit of the absolute term, and how terms combine. */
  readonly kept?: Pick<ToleranceTerms, 'unit' | 'combine'>
}

/** Limits of indication. */
export const limitNames = ['lower', 'upper'] as const

/** The typed values of a tolerance, for each of its forms. */
export interface ToleranceValues {
  form: ToleranceForm
  symmetric: TermValues
  upper: TermValues
  lower: TermValues
  limits: Readonly<Record<(typeof limitNames)[number], string>> & {
    readonly unit?: string | null | undefined
  }
  text: string
}

/** Returns the form values of a tolerance. */
export function toleranceValues(tolerance: MeasurementTolerance | null | undefined): ToleranceValues {
  const { symmetric, upper, lower, limits, text } = tolerance ?? {}
  const form = symmetric
    ? 'symmetric'
    : (upper ?? lower)
      ? 'sides'
      : limits
        ? 'limits'
        : text
          ? 'text'
          : 'none'
  return {
    // A new tolerance starts with the most common form.
    form: tolerance === undefined ? 'symmetric' : form,
    symmetric: termValues(symmetric),
    upper: termValues(upper),
    lower: termValues(lower),
    limits: { lower: limits?.lower ?? '', upper: limits?.upper ?? '', unit: limits?.unit },
    text: text ?? '',
  }
}

function termValues(terms: ToleranceTerms | null | undefined): TermValues {
  const values = Object.fromEntries(termNames.map((name) => [name, terms?.[name] ?? ''])) as Record<
    TermName,
    string
  >
  const { unit = null, combine = null } = terms ?? {}
  return unit === null && combine === null ? values : { ...values, kept: { unit, combine } }
}

/** Returns the tolerance entered in a form; null for none. */
export function toleranceOf({
  form,
  symmetric,
  upper,
  lower,
  limits,
  text,
}: ToleranceValues): MeasurementTolerance | null {
  if (form === 'text') return text.trim() === '' ? null : { text: text.trim() }
  if (form === 'symmetric') {
    const terms = termsOf(symmetric)
    return terms && { symmetric: terms }
  }
  if (form === 'none') return null
  if (form === 'limits') return limitsOf(limits)
  const sides = { upper: termsOf(upper), lower: termsOf(lower) }
  return sides.upper || sides.lower ? sides : null
}

function termsOf(values: TermValues): ToleranceTerms | null {
  const stated = termNames.filter((name) => values[name].trim() !== '')
  return stated.length === 0
    ? null
    : { ...Object.fromEntries(stated.map((name) => [name, decimalOf(values[name])])), ...values.kept }
}

function limitsOf({ unit, ...ends }: ToleranceValues['limits']): MeasurementTolerance | null {
  const stated = limitNames.filter((name) => ends[name].trim() !== '')
  if (stated.length === 0) return null
  const limits = Object.fromEntries(stated.map((name) => [name, decimalOf(ends[name])]))
  return { limits: unit == null ? limits : { ...limits, unit } }
}

/** Returns a number with a decimal point, as the API requires, from a text with a decimal comma or point. */
export function decimalOf(text: string): string {
  return text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
}
