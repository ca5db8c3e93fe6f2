import type { ImportOptions } from '@plumbline/contract'
import { comparable } from './cell-text.ts'

/** The order of day, month and year in ambiguous dates. */
export type DateOrder = ImportOptions['date_order']

/** A date as YYYY-MM-DD, or why a text is not one. */
export type DateRead =
  | { readonly date: string }
  | { readonly fault: 'ambiguous' | 'unreadable' | 'impossible' }

/** Names of each month in English, German, French and Spanish, without accents. */
const MONTHS = [
  'jan januar january janner janvier janv enero ene',
  'feb februar february fevrier fevr febrero',
  'mar marz march maerz mrz mars marzo',
  'apr april avril avr abril abr',
  'may mai mayo',
  'jun juni june juin junio',
  'jul juli july juillet juil julio',
  'aug august aout agosto ago',
  'sep sept september septembre septiembre',
  'oct okt oktober october octobre octubre',
  'nov november novembre noviembre',
  'dec dez dezember december decembre diciembre dic',
].map((names) => names.split(' '))

/** A day of the week before a date. */
const WEEKDAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satur|sat|sun)(?:day)?[.,]?\s+|^(?:mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)[.,]?\s+/i

/** Words in a column of last calibrations for instruments that were never calibrated. */
const NEVER: ReadonlySet<string> = new Set([
  'never',
  'nevercalibrated',
  'notcalibrated',
  'notyetcalibrated',
  'uncalibrated',
  'new',
  'nie',
  'neu',
  'nochnie',
  'nichtkalibriert',
  'nochnichtkalibriert',
])

/** What spreadsheets and databases write for no date: zeros, and the days 0 of 1900. */
const ZERO_DATE =
  /^(?:0|0{4}[-/.]00[-/.]00|00?[-/.]00?[-/.](?:0{2}|0{4})|1900-01-00|0?[01]\/0?[01]\/1900|1899-12-3[01])(?:[T ]0?0:00.*)?$/

/** Whether a text in a column of dates means that there is no date, such as `never` or `0000-00-00`. */
export function saysNoDate(text: string): boolean {
  return ZERO_DATE.test(text) || NEVER.has(comparable(text))
}

/** Serial numbers of spreadsheets from 1954 to 2119, counted from the last day of 1899. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/
/** Seconds since 1970, or milliseconds. */
const UNIX_TIME = /^\d{9,10}(?:\d{3})?$/

/**
 * Reads a date as registers write it; a time after it is ignored. An unambiguous form is read correctly whatever the
 * order states: year first, month names, dots (day first), and numbers above 12.
 */
export function readDate(text: string, order: DateOrder, unixSeconds = false): DateRead {
  if (unixSeconds && UNIX_TIME.test(text)) {
    const milliseconds = Number(text) * (text.length > 10 ? 1 : 1000)
    return { date: new Date(milliseconds).toISOString().slice(0, 10) }
  }
  if (SERIAL.test(text)) return { date: ofSerial(Number(text)) }
  const day = text
    .replace(WEEKDAY, '')
    .replace(/(?:T|,?\s+)\d{1,2}[:.]\d{2}.*/i, '')
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/\s*([-/])\s*/g, '$1')
    .trim()
  return ofYearFirst(day) ?? ofMonthName(day) ?? ofNumbers(day, order)
}

function ofSerial(serial: number): string {
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
}

function ofYearFirst(text: string): DateRead | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text)
  return match ? dateOf(match[1]!, Number(match[3]), Number(match[4])) : undefined
}

function ofMonthName(text: string): DateRead | undefined {
  const match = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s\-./]*(?:of\s+)?(\p{L}+)\.?[\s\-,./]*(\d{4}|\d{2})$/u.exec(
    text,
  )
  const other = /^(\p{L}+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4}|\d{2})$/u.exec(text)
  const [day, name, year] = match ? [match[1], match[2], match[3]] : [other?.[2], other?.[1], other?.[3]]
  if (day === undefined) return undefined
  const word = name!
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
  const month = MONTHS.findIndex((names) => names.includes(word)) + 1
  return month === 0 ? { fault: 'unreadable' } : dateOf(year!, month, Number(day))
}

function ofNumbers(text: string, order: DateOrder): DateRead {
  const match = /^(\d{1,2})([-/. ]{1,2})(\d{1,2})[-/. ]{1,2}(\d{4}|\d{2})\.?$/.exec(text)
  if (!match) return { fault: 'unreadable' }
  const [, first, separator, second, last] = match as unknown as string[]
  const [a, b] = [Number(first), Number(second)]
  // With two-digit years first, the last two digits are the day.
  if (order === 'ymd' && last!.length === 2) return dateOf(first!, b, Number(last))
  if (separator!.includes('.') || a > 12) return dateOf(last!, b, a)
  if (b > 12 || a === b) return dateOf(last!, a, b)
  if (order === 'mdy') return dateOf(last!, a, b)
  return order === 'dmy' ? dateOf(last!, b, a) : { fault: 'ambiguous' }
}

/** Two-digit years are from 1970 to 2069. */
function dateOf(year: string, month: number, day: number): DateRead {
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900)
  const at = new Date(Date.UTC(full, month - 1, day))
  const isDay = at.getUTCFullYear() === full && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isDay ? { date: at.toISOString().slice(0, 10) } : { fault: 'impossible' }
}
