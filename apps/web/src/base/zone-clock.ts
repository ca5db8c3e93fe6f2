/** Returns the local date and time in a time zone at an instant, in the format of date-time inputs: `2026-11-21T14:03`. */
export function clockInZone(instant: string | Date, zone: string): string {
  const clock = clockOf(zone, 'short')
  return clock.format(new Date(instant)).replace(' ', 'T')
}

/** Returns the calendar date (YYYY-MM-DD) of an instant in a time zone. */
export function dateInZone(instant: string | Date, zone: string): string {
  return clockInZone(instant, zone).split('T', 1)[0]!
}

/** Milliseconds in a day, for differences between calendar dates at midnight UTC. */
const DAY_MS = 86_400_000

/** Returns the number of days from one calendar date to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcOf(to) - utcOf(from)) / DAY_MS)
}

/** Returns the calendar date that is the given number of days later. */
export function addDays(date: string, days: number): string {
  const [day] = new Date(utcOf(date) + days * DAY_MS).toISOString().split('T', 1)
  return day!.replace(/^\+0*/, '')
}

/**
 * Returns the instant of a date and time of day in UTC, in milliseconds. Accepts years of more than four digits, which the
 * end of the year 9999 in one time zone can have in another.
 */
export function utcOf(date: string, time = '00:00'): number {
  const [year = '', month, day] = date.split('-')
  return Date.parse(`+${year.padStart(6, '0')}-${month}-${day}T${time}Z`)
}

/**
 * Returns the instant (UTC, ending in Z) of a local date and time in a time zone: the first one if the time occurs twice
 * because clocks are set back, and a later one by the same amount if it is skipped because they are set forward.
 */
export function instantInZone(date: string, time: string, zone: string): string {
  const wanted = utcOf(date, time)
  const [byOffsetBefore, byOffsetAfter] = [-DAY_MS, DAY_MS].map((far) => {
    const offset = offsetMs(new Date(wanted + far), zone)
    return {
      instant: new Date(wanted - offset),
      isRight: offsetMs(new Date(wanted - offset), zone) === offset,
    }
  }) as [Candidate, Candidate]
  const chosen = !byOffsetBefore.isRight && byOffsetAfter.isRight ? byOffsetAfter : byOffsetBefore
  return chosen.instant.toISOString()
}

interface Candidate {
  instant: Date
  isRight: boolean
}

function offsetMs(instant: Date, zone: string): number {
  const clock = clockOf(zone, 'medium').format(instant)
  const [date, time] = clock.split(' ') as [string, string]
  return utcOf(date, time) - Math.floor(instant.getTime() / 1000) * 1000
}

/** Formatters are slow to create, so each is cached. */
const cache = new Map<string, Intl.DateTimeFormat>()

/** Returns a formatter in the Swedish locale, which uses ISO dates. */
function clockOf(zone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
  const name = `${timeStyle} ${zone}`
  const clock =
    cache.get(name) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle })
  cache.set(name, clock)
  return clock
}
