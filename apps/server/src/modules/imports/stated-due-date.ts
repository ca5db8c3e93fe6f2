import { because, type ImportField, type ImportOptions, type RefusalReason } from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { computedDueDate, localDate } from '../compliance/index.ts'
import { dueDateOf, type InstrumentRow } from '../instruments/index.ts'
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

/** A date of a row that differs from that of the instrument in the register, which stays. */
interface KeptDate {
  readonly field: ImportField
  readonly reason: RefusalReason
}

/**
 * Compares the last calibration and the due date that a row states with those of the instrument in the register. They never
 * follow from a changed row, because calibrations are separate records. A difference of one day is treated as rounding.
 */
export function keptDates(
  { lastCalibration, dueDate: stated }: ReadRow,
  { before, after }: { readonly before: InstrumentRow; readonly after: InstrumentRow },
  { caller: { workspace }, options }: { readonly caller: Caller; readonly options: ImportOptions },
): KeptDate[] {
  const { basisPerformedAt: at } = before
  const last = at === null ? '–' : localDate(at, workspace.timeZone)
  if (lastCalibration !== undefined && lastCalibration !== last)
    return [{ field: 'last_calibration_date', reason: because('import.last_calibration_kept', { last }) }]
  if (stated === undefined || options.due === 'computed') return []
  if (after.status === 'retired' || after.status === 'REFERENCE_ONLY') return []
  const due = dueDateOf(after, workspace)
  // A file in which somebody changed the interval still has the date that followed from the former one.
  const known = [dueDateOf(before, workspace), due]
  if (known.some((date) => date !== null && statedAgainst(stated, date) === 'same')) return []
  return [{ field: 'due_date', reason: because('import.due_kept', { due: due ?? '–' }) }]
}
