import { today } from './local-date.ts'

/** The day for which tokens are computed, in the workspace's time zone. */
export interface TokenDay {
  readonly today: string
  /** Last due date that is within the workspace's default warning days today. */
  readonly warnUntil: string
  readonly warningDays: number
}

/** Returns the current day of a workspace according to its time zone and settings. */
export function tokenDay(
  { timeZone, warningDays }: { readonly timeZone: string; readonly warningDays: number },
  now: Date,
): TokenDay {
  const date = today(now, timeZone)
  const warnUntil = Temporal.PlainDate.from(date).add({ days: warningDays }).toString()
  return { today: date, warnUntil, warningDays }
}
