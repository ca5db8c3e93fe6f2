/** What clocks in a zone show at an instant, as inputs of date and time take it: `2026-11-21T14:03`. */
export function clockInZone(instant: string | Date, zone: string): string {
  const clock = clockOf(zone, 'short')
  return clock.format(new Date(instant)).replace(' ', 'T')
}

/** The instant (UTC, ending in Z) at which clocks in a zone show this date and time of day. */
export function instantInZone(date: string, time: string, zone: string): string {
  const wanted = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`)
  // The zone's offset at the first guess leads to the instant, except across a change of the clock,
  // where the second look settles it.
  const guess = wanted - offsetMs(new Date(wanted), zone)
  return new Date(wanted - offsetMs(new Date(guess), zone)).toISOString()
}

function offsetMs(instant: Date, zone: string): number {
  const clock = clockOf(zone, 'medium').format(instant)
  return Date.parse(`${clock.replace(' ', 'T')}Z`) - Math.floor(instant.getTime() / 1000) * 1000
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
