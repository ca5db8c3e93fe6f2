import { because, type RefusalReason } from '@plumbline/contract'
import { computedDueDate } from '../compliance/index.ts'
import { noonOf } from './rules/instant-of.ts'
import type { ReadRow } from './rules/read-row.ts'
import { statedAgainst } from './rounded-due-date.ts'

/** The treatment of a stated due date. */
interface DueDateJudged {
  /** Date until which the due date is extended. */
  readonly until?: string
  /** The due date that the starting record itself states. */
  readonly own?: string
  /** Whether it can only be stored as a custom field. */
  readonly isCustomField?: boolean
  readonly reason?: RefusalReason
}

/**
 * Compares the due date that a row states with the one computed from its last calibration and interval.
 * @param today YYYY-MM-DD in the workspace's time zone
 * @param keeps whether the stated one is to be used: an earlier one as that of the record, a later one as an extension
 */
export function judgeDueDate(
  { dueDate: stated, lastCalibration, interval, status }: ReadRow,
  { timeZone, today, keeps }: { timeZone: string; today: string; keeps: boolean },
): DueDateJudged {
  if (stated === undefined || status === 'retired' || status === 'REFERENCE_ONLY') return {}
  if (lastCalibration === undefined)
    return { isCustomField: true, reason: because('import.due_without_last') }
  if (typeof interval !== 'object') return {}
  const performedAt = noonOf(lastCalibration, timeZone)
  const computed = computedDueDate({ performedAt, timeZone, interval, result: 'PASS' })
  const compared = statedAgainst(stated, computed)
  if (compared === 'earlier') {
    if (stated <= lastCalibration)
      return { reason: because('import.due_before_last', { due: stated, computed }) }
    if (!keeps) return { reason: because('import.due_computed', { due: stated, computed }) }
    return { own: stated, reason: because('import.due_earlier', { due: stated, computed }) }
  }
  if (!keeps || compared === 'same') return {}
  if (stated <= today) return { reason: because('import.due_passed', { due: stated, computed }) }
  return { until: stated, reason: because('import.due_later', { due: stated, computed }) }
}
