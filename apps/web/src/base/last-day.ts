import { addDays, dateInZone, instantInZone } from './zone-clock.ts'

/** The last day on which something holds that ends at an instant; empty where it has no end. */
export function lastDayOf(endsAt: string | null, zone: string): string {
  // What ends at midnight holds to the end of the day before.
  return endsAt === null ? '' : dateInZone(new Date(Date.parse(endsAt) - 1), zone)
}

/** The last day that can be entered: a day later its end is no longer in the year 9999 in every zone. */
export const LAST_DAY_MAX = '9999-12-30'

/**
 * The instant at which a day is over in a zone; null for no day. A day beyond what instants are sent for stays as it
 * was typed, for the server to say so.
 */
export function endOfDay(day: string, zone: string): string | null {
  if (day === '') return null
  return isBeyond(day) ? day : instantInZone(addDays(day, 1), '00:00', zone)
}

function isBeyond(day: string): boolean {
  return day.length > LAST_DAY_MAX.length || day > LAST_DAY_MAX
}
