import { type IntervalUnit, isFailing } from '@plumbline/contract'
import { localDate, storableDate } from './local-date.ts'

/** How long a calibration holds: 1 to 100000 days, months or years. */
export interface CalibrationInterval {
  readonly value: number
  readonly unit: IntervalUnit
}

/** A calibration, and what turns it into a due date. */
export interface DueDateInput {
  /** A Date, or a timestamp ending in `Z`. */
  readonly performedAt: Date | string
  /** An IANA zone: the workspace's, or the site's in the worklist. */
  readonly timeZone: string
  readonly interval: CalibrationInterval
  /** The due date that the record states itself, `YYYY-MM-DD`; null where it states none. */
  readonly stated?: string | null
}

/**
 * The last good day after a calibration, as `YYYY-MM-DD`: its local date plus the interval, counted on the
 * calendar. Months and years end on the last day of a shorter month (31 January and one month: the last
 * of February). A date after 9999-12-31 becomes that day. Source: decisions, "Due dates and compliance".
 */
export function dueDate({ performedAt, timeZone, interval }: DueDateInput): string {
  const performedOn = Temporal.PlainDate.from(localDate(performedAt, timeZone))
  return storableDate(performedOn.add({ [interval.unit]: interval.value }, { overflow: 'constrain' }))
}

/**
 * The due date that follows from the basis: after FAIL or DAMAGED the local date of the record itself,
 * since such an instrument is due at once; else as `dueDate`, or the date that the record states itself where that is
 * earlier: an interval that was shortened since leads to the shorter one.
 */
export function computedDueDate(input: DueDateInput & { readonly result: string }): string {
  if (isFailing(input.result)) return localDate(input.performedAt, input.timeZone)
  const byInterval = dueDate(input)
  return input.stated && input.stated < byInterval ? input.stated : byInterval
}
