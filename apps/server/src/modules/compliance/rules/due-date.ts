import { type IntervalUnit, isFailing } from '@plumbline/contract'
import { localDate, storableDate } from './local-date.ts'

/** How long a calibration is valid: 1 to 100000 days, months or years. */
export interface CalibrationInterval {
  readonly value: number
  readonly unit: IntervalUnit
}

/** A calibration, and what determines its due date. */
export interface DueDateInput {
  /** A Date, or a timestamp ending in `Z`. */
  readonly performedAt: Date | string
  /** An IANA time zone: the workspace's, or the site's in the worklist. */
  readonly timeZone: string
  readonly interval: CalibrationInterval
  /** The due date stated by the record, `YYYY-MM-DD`; null if it states none. */
  readonly stated?: string | null
}

/**
 * Returns the last valid day after a calibration, as `YYYY-MM-DD`: its local date plus the interval, by calendar
 * arithmetic. Months and years are clamped to the last day of a shorter month (31 January plus one month: the last
 * day of February). A date after 9999-12-31 becomes that day. Source: decisions, "Due dates and compliance".
 */
export function dueDate({ performedAt, timeZone, interval }: DueDateInput): string {
  const performedOn = Temporal.PlainDate.from(localDate(performedAt, timeZone))
  return storableDate(performedOn.add({ [interval.unit]: interval.value }, { overflow: 'constrain' }))
}

/**
 * Returns the due date that follows from the basis: after FAIL or DAMAGED the local date of the record itself,
 * because such an instrument is due immediately; otherwise as `dueDate`, or the date stated by the record if that is
 * earlier. If the interval has been shortened since, the shorter one applies.
 */
export function computedDueDate(input: DueDateInput & { readonly result: string }): string {
  if (isFailing(input.result)) return localDate(input.performedAt, input.timeZone)
  const byInterval = dueDate(input)
  return input.stated && input.stated < byInterval ? input.stated : byInterval
}
