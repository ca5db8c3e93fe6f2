import { decimalText } from './decimal.ts'
import {
  deviationOf,
  interpretationsOf,
  isComplete,
  isDoubtful,
  meantLimits,
  sentTexts,
  unitProblem,
  type ComparedTexts,
  type CompleteInterpretation,
  type Interpretation,
  type SentTexts,
} from './interpretation.ts'
import { isInside } from './tolerance-limits.ts'

/** Why a reading cannot be compared with its tolerance: a token for programs, a sentence for people. */
export const incomparableReasons = {
  no_nominal_value: 'There is no nominal value.',
  no_tolerance: 'There is no tolerance.',
  no_reading: 'There is no reading.',
  nominal_value_not_read: 'The nominal value is not one number with at most a unit.',
  tolerance_not_read: 'The tolerance is not in a form that can be compared.',
  reading_not_read: 'The final reading is not one number with at most a unit.',
  mixed_decimal_marks: 'The texts do not use one decimal mark.',
  different_units: 'The texts name different units.',
  unclear_unit: 'The word after the number may be a unit or something else.',
  zero_nominal_value: 'A relative tolerance of a nominal value of zero says nothing.',
  ambiguous: 'The texts can be read in more than one way, and the verdicts differ.',
} as const
export type IncomparableReason = keyof typeof incomparableReasons

/** The result of comparing a final reading with its tolerance. */
export interface ToleranceComparison {
  readonly verdict: 'inside' | 'outside' | 'not_comparable'
  /** Null if there is a verdict. */
  readonly reason: { readonly token: IncomparableReason; readonly sentence: string } | null
  /** Final reading minus nominal value in plain digits; null if it is uncertain. */
  readonly deviation: string | null
  /** Smallest and largest reading within tolerance, in plain digits; null if they are uncertain. */
  readonly limits: { readonly lower: string; readonly upper: string } | null
}

/**
 * Determines whether the final reading is within nominal value and tolerance, limits inclusive. A wrong "outside" would
 * refuse a write that the contract permits: if two sensible interpretations of the texts disagree, the result is
 * `not_comparable`.
 * Source: tolerance comparison; contract, "Out-of-tolerance pass rule".
 */
export function outOfTolerance(texts: ComparedTexts): ToleranceComparison {
  const sent = sentTexts(texts)
  const interpretations = interpretationsOf(sent)
  const complete = interpretations.filter(isComplete)
  const shown = withoutDoubtful(complete.length > 0 ? complete : interpretations)
  return {
    ...outcome(unsentReason(sent) ?? unreadReason(interpretations) ?? judge(complete)),
    deviation: onlyDeviation(shown),
    limits: onlyLimits(shown),
  }
}

function outcome(verdict: 'inside' | 'outside' | IncomparableReason) {
  if (verdict === 'inside' || verdict === 'outside') return { verdict, reason: null }
  const reason = { token: verdict, sentence: incomparableReasons[verdict] }
  return { verdict: 'not_comparable' as const, reason }
}

function unsentReason({ nominal, tolerance, reading }: SentTexts): IncomparableReason | null {
  if (nominal === null) return 'no_nominal_value'
  if (tolerance === null) return 'no_tolerance'
  return reading === null ? 'no_reading' : null
}

function unreadReason(interpretations: readonly Interpretation[]): IncomparableReason | null {
  if (interpretations.every(({ nominal }) => nominal === null)) return 'nominal_value_not_read'
  if (interpretations.every(({ tolerance }) => tolerance === null)) return 'tolerance_not_read'
  if (interpretations.every(({ reading }) => reading === null)) return 'reading_not_read'
  return interpretations.some(isComplete) ? null : 'mixed_decimal_marks'
}

/** Returns a verdict only if all interpretations of the texts agree, and at least one of them is certain. */
function judge(complete: readonly CompleteInterpretation[]): 'inside' | 'outside' | IncomparableReason {
  const problem = complete.map(unitProblem).find((each) => each !== null)
  if (problem !== undefined) return problem
  if (complete.flatMap(meantLimits).includes(null)) return 'zero_nominal_value'
  const verdicts = new Set(complete.flatMap(possibleVerdicts))
  if (verdicts.size > 1 || complete.every(isDoubtful)) return 'ambiguous'
  return verdicts.has(true) ? 'inside' : 'outside'
}

/** Returns whether the reading is within tolerance, for each interpretation. */
function possibleVerdicts(interpretation: CompleteInterpretation): boolean[] {
  const { value, repeated } = interpretation.reading
  const limits = meantLimits(interpretation).filter((each) => each !== null)
  const asOneReading = limits.map((each) => isInside(value, each))
  // Interpreted as repeated readings, a grouped number may pass but never fail: otherwise `500 000` could not be within
  // 500 000 ± 1.
  const isCleared = limits.some((each) => repeated.length > 0 && repeated.every((one) => isInside(one, each)))
  return isCleared ? [...asOneReading, true] : asOneReading
}

/** Returns the certain interpretations, if there are any: the details shown with the verdict are based on them. */
function withoutDoubtful(interpretations: readonly Interpretation[]): readonly Interpretation[] {
  const clear = interpretations.filter((each) => !isDoubtful(each))
  return clear.length > 0 ? clear : interpretations
}

function onlyDeviation(interpretations: readonly Interpretation[]): string | null {
  const deviations = interpretations.map(deviationOf).filter((each) => each !== null)
  return theOnly(deviations.map(decimalText))
}

function onlyLimits(interpretations: readonly Interpretation[]): ToleranceComparison['limits'] {
  const meant = interpretations.flatMap(meantLimits)
  const limits = meant.filter((each) => each !== null)
  if (limits.length < meant.length) return null
  const lower = theOnly(limits.map((each) => decimalText(each.lower)))
  const upper = theOnly(limits.map((each) => decimalText(each.upper)))
  return lower === null || upper === null ? null : { lower, upper }
}

function theOnly(texts: readonly string[]): string | null {
  const [first = null] = texts
  return texts.every((text) => text === first) ? first : null
}
