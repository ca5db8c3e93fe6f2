import { addDays, dateInZone, instantInZone } from './zone-clock.ts'

/** Returns the last day of something that ends at an instant; empty if it has no end. */
export function lastDayOf(endsAt: string | null, zone: string): string {
  // Something that ends at midnight lasts to the end of the previous day.
  return endsAt === null ? '' : dateInZone(new Date(Date.parse(endsAt) - 1), zone)
}

/** The last day that can be entered: the end of the next day is after the year 9999 in some time zones. */
export const LAST_DAY_MAX = '9999-12-30'

/**
 * Returns the instant at which a day ends in a time zone; null for no day. A day after LAST_DAY_MAX is returned as it
 * was typed, so that the server refuses it with its own message.
 */
export function endOfDay(day: string, zone: string): string | null {
  if (day === '') return null
  return isBeyond(day) ? day : instantInZone(addDays(day, 1), '00:00', zone)
}

function isBeyond(day: string): boolean {
  return day.length > LAST_DAY_MAX.length || day > LAST_DAY_MAX
}
