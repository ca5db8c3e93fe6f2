import type { CalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/** How many points a record has, and how many of them are out of tolerance; null for one without points. */
export function pointsSummary({
  measurement_count: count,
  points_out: out,
}: Pick<CalibrationRecord, 'measurement_count' | 'points_out'>): string | null {
  if (count === null || count === 0) return null
  return out === null || out === 0 ? t('point.summaryNoneOut', { count }) : t('point.summary', { count, out })
}
