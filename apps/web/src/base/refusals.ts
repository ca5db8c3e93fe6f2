import { formatDate, formatDuration } from './formats.ts'
import { tIfKnown } from './messages.ts'

/** The reason for a refusal: a key of the server's table of reasons, and the values of its placeholders. */
export interface Reason {
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

/** A refusal of a whole request, or of one of its items. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly reason?: Reason | undefined
}

/** Returns the text of a refusal in the user's language; the server's own message if this build does not know the reason. */
export function refusalText({ code, message, reason }: Refusal): string {
  return (reason ? reasonText(reason) : tIfKnown(`refusal.${code}`)) ?? message
}

/** Returns the text of a reason; undefined if this build does not know it. */
export function reasonText({ key, values }: Reason): string | undefined {
  return tIfKnown(`refusal.${key}`, shown(values))
}

/** A calibration interval in the server's format: `1 year`, `18 months`. */
const INTERVAL = /^(\d+) (day|month|year)s?$/

const CALENDAR_DATE = /^\d{4}-\d\d-\d\d$/

/** Returns the values with dates, intervals and durations formatted for the language. */
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
