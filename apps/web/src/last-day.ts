import { addDays, dateInZone, instantInZone } from './formats.ts'

/** The last day on which something holds that ends at an instant; empty where it has no end. */
export function lastDayOf(endsAt: string | null, zone: string): string {
  // What ends at midnight holds to the end of the day before.
  return endsAt === null ? '' : dateInZone(new Date(Date.parse(endsAt) - 1), zone)
}

/** The instant at which a day is over in a zone; null for no day. */
export function endOfDay(day: string, zone: string): string | null {
  return day === '' ? null : instantInZone(addDays(day, 1), '00:00', zone)
}
