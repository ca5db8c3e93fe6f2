import type { CalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/**
 * How many points a record has, and how many are out of tolerance: in the end, and as found where that number is
 * stated and differs. Null for a record without points.
 */
export function pointsSummary({
  measurement_count: count,
  points_out: out,
  points_out_as_found: found = null,
}: Pick<CalibrationRecord, 'measurement_count' | 'points_out'> &
  Partial<Pick<CalibrationRecord, 'points_out_as_found'>>): string | null {
  if (count === null || count === 0) return null
  const summary =
    out === null || out === 0 ? t('point.summaryNoneOut', { count }) : t('point.summary', { count, out })
  const isOther = found !== null && found > 0 && found !== (out ?? 0)
  return isOther ? t('point.summaryFound', { summary, found }) : summary
}
