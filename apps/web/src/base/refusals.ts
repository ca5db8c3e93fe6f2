import { formatDate, formatDuration } from './formats.ts'
import { tIfKnown } from './messages.ts'

/** Why something was refused: a key of the server's table of reasons, and the values in its sentence. */
export interface Reason {
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

/** A refusal of a whole request, or of one of several things that it asked for. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly reason?: Reason | undefined
}

/** What a refusal says in the person's language; the server's own words for one that this build does not know. */
export function refusalText({ code, message, reason }: Refusal): string {
  return (reason ? reasonText(reason) : tIfKnown(`refusal.${code}`)) ?? message
}

/** The sentence of a reason, undefined for one that this build does not know. */
export function reasonText({ key, values }: Reason): string | undefined {
  return tIfKnown(`refusal.${key}`, shown(values))
}

/** As the server writes a calibration interval: `1 year`, `18 months`. */
const INTERVAL = /^(\d+) (day|month|year)s?$/

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/

/** Days, intervals and spans of time as the language writes them. */
function shown(values: Reason['values']): Reason['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name === 'seconds') return [name, formatDuration(Number(value))]
      if (name === 'interval') return [name, shownInterval(String(value))]
      return [name, CALENDAR_DATE.test(String(value)) ? formatDate(String(value)) : value]
    }),
  )
}

function shownInterval(value: string): string {
  const [, count, unit] = INTERVAL.exec(value) ?? []
  return (unit && tIfKnown(`interval.${unit}s`, { count: Number(count) })) || value
}
