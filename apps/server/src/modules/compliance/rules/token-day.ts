import { today } from './local-date.ts'

/** The day on which tokens are read, in the workspace's zone. */
export interface TokenDay {
  readonly today: string
  /** Last due date that is within the workspace's own warning days today. */
  readonly warnUntil: string
  readonly warningDays: number
}

/** The present day of a workspace, as its zone and settings make it. */
export function tokenDay(
  { timeZone, warningDays }: { readonly timeZone: string; readonly warningDays: number },
  now: Date,
): TokenDay {
  const date = today(now, timeZone)
  const warnUntil = Temporal.PlainDate.from(date).add({ days: warningDays }).toString()
  return { today: date, warnUntil, warningDays }
}
