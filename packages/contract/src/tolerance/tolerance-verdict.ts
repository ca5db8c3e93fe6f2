import type { ComparedTexts } from './interpretation.ts'
import { isBlank } from './normalise-text.ts'
import { saysNotAdjusted } from './not-adjusted.ts'
import { outOfTolerance, type ToleranceComparison } from './out-of-tolerance.ts'

/**
 * The result of the comparison of a single reading, and a sentence that states what was compared, or why no comparison
 * was possible.
 */
export interface ToleranceVerdict {
  readonly verdict: 'in' | 'out' | 'not_comparable'
  readonly reason: string
}

const VERDICTS = {
  inside: 'in',
  outside: 'out',
  not_comparable: 'not_comparable',
} as const satisfies Record<ToleranceComparison['verdict'], ToleranceVerdict['verdict']>

/**
 * Returns the comparison of the final reading of a record, with an English sentence that states the texts as sent, and
 * the limits if there is exactly one pair. Source: decisions, section 7, "tolerance_verdict".
 */
export function toleranceVerdict(texts: ComparedTexts): ToleranceVerdict {
  const { verdict, limits, reason } = outOfTolerance(texts)
  return { verdict: VERDICTS[verdict], reason: reason?.sentence ?? comparedWords(texts, verdict, limits) }
}

function comparedWords(
  texts: ComparedTexts,
  verdict: ToleranceComparison['verdict'],
  limits: ToleranceComparison['limits'],
): string {
  const is = verdict === 'inside' ? 'is within tolerance' : 'is out of tolerance'
  const facts = [
    `nominal value ${trimmed(texts.nominalValue)}`,
    `tolerance ${trimmed(texts.tolerance)}`,
    ...(limits === null ? [] : [`limits ${limits.lower} to ${limits.upper}`]),
    ...(isBlank(texts.unitOfMeasure) ? [] : [`unit of the instrument ${trimmed(texts.unitOfMeasure)}`]),
  ]
  return `${finalWords(texts)} ${is} (${facts.join(', ')}).`
}

function finalWords({ asFoundReading, asLeftReading }: ComparedTexts): string {
  const asFound = `As found ${trimmed(asFoundReading)}`
  if (isBlank(asLeftReading)) return asFound
  if (saysNotAdjusted(asLeftReading)) return `${asFound} (as left “${trimmed(asLeftReading)}”: not adjusted)`
  return `As left ${trimmed(asLeftReading)}`
}

function trimmed(text: string | null | undefined): string {
  return text?.trim() ?? ''
}
