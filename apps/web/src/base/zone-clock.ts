/** What clocks in a zone show at an instant, as inputs of date and time take it: `2026-11-21T14:03`. */
export function clockInZone(instant: string | Date, zone: string): string {
  const clock = clockOf(zone, 'short')
  return clock.format(new Date(instant)).replace(' ', 'T')
}

/** The calendar date (YYYY-MM-DD) of an instant in a time zone. */
export function dateInZone(instant: string | Date, zone: string): string {
  return clockInZone(instant, zone).split('T', 1)[0]!
}

/** Milliseconds of a day, for differences between calendar dates at UTC midnight. */
const DAY_MS = 86_400_000

/** Whole days from one calendar date to another; negative when `to` lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcOf(to) - utcOf(from)) / DAY_MS)
}

/** The calendar date some days after another. */
export function addDays(date: string, days: number): string {
  const [day] = new Date(utcOf(date) + days * DAY_MS).toISOString().split('T', 1)
  return day!.replace(/^\+0*/, '')
}

/**
 * The instant, in milliseconds, at which clocks in UTC show a date and time of day. Years of more than four digits,
 * which something without an end can have in one zone and not in another, are taken too.
 */
export function utcOf(date: string, time = '00:00'): number {
  const [year = '', month, day] = date.split('-')
  return Date.parse(`+${year.padStart(6, '0')}-${month}-${day}T${time}Z`)
}

/**
 * The instant (UTC, ending in Z) at which clocks in a zone show this date and time of day: the first one where a
 * clock set back shows it twice, and one as much later where a clock set forward never does.
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

/** Makers of formatters are slow: each is kept. */
const kept = new Map<string, Intl.DateTimeFormat>()

/** The Swedish locale writes ISO dates. */
function clockOf(zone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
  const name = `${timeStyle} ${zone}`
  const clock =
    kept.get(name) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle })
  kept.set(name, clock)
  return clock
}
