import { isUuid } from '../ids.ts'
import { languages } from '../messages.ts'

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/
const DATE = /^\d{4}-\d\d-\d\d$/

/** Formats of the contract's values, for the validator. */
export const formats = {
  uuid: isUuid,
  'utc-timestamp': isUtcTimestamp,
  'calendar-date': isCalendarDate,
  'date-or-timestamp': (text: string) => isCalendarDate(text) || isUtcTimestamp(text),
  'print-language': (text: string) => languages.includes(text),
}

/** Whether the text is an instant in UTC ending in Z with at most nine fractional digits. */
export function isUtcTimestamp(text: string): boolean {
  const match = TIMESTAMP.exec(text)
  return match !== null && isCalendarDate(match[1]!)
}

/** Whether the text is a valid date of the years 0001 to 9999, written YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text) || text.startsWith('0000')) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Returns the instant with three fractional digits; further digits are truncated, never rounded up. */
export function truncateTimestamp(text: string): string {
  const fraction = TIMESTAMP.exec(text)?.[3]?.slice(1) ?? ''
  return `${text.slice(0, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
