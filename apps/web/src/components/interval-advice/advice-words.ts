import type { Interval, IntervalAdvice } from '@plumbline/contract'
import { formatShare } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'

/** "12 months", or a dash. */
export function intervalText(interval: Interval | null): string {
  return interval === null ? '–' : t(`interval.${interval.unit}`, { count: interval.value })
}

/** Whether an interval is suggested that differs from the current one. */
export function suggestsChange(advice: IntervalAdvice): boolean {
  const { current_interval: current, suggested_interval: suggested } = advice
  return (
    current !== null &&
    suggested !== null &&
    (current.value !== suggested.value || current.unit !== suggested.unit)
  )
}

/** Why it is suggested, in a sentence. */
export function adviceReason(advice: IntervalAdvice): string {
  return t(`intervalAdvice.reason.${advice.reason}`, { target: formatShare(advice.target_reliability) })
}

/** Returns the observed counts, and the confidence limits of the reliability. */
export function observedWords({ in_tolerance, events, confidence }: IntervalAdvice): string {
  if (confidence === null) return t('intervalAdvice.noEvents')
  return t('intervalAdvice.observed', {
    inTolerance: in_tolerance,
    count: events,
    reliability: formatShare(in_tolerance / events),
    level: formatShare(confidence.level),
    lower: formatShare(confidence.lower),
    upper: formatShare(confidence.upper),
  })
}

/** The reason that an accepted suggestion is recorded with, until the person changes it. */
export function acceptedReason(advice: IntervalAdvice): string {
  return t('intervalAdvice.acceptedReason', {
    method: t(`intervalAdvice.method.${advice.method}`),
    observed: observedWords(advice),
    target: formatShare(advice.target_reliability),
  })
}
