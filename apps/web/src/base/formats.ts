import { currentLocale } from './messages.ts'
import { dateInZone, utcOf } from './zone-clock.ts'

export { addDays, dateInZone, daysBetween, instantInZone } from './zone-clock.ts'

/** Today's date in a time zone. */
export function todayIn(zone: string): string {
  return dateInZone(new Date(), zone)
}

/** A calendar date in words of the language: "12 May 2027". */
export function formatDate(date: string): string {
  return formatter(currentLocale(), { timeZone: 'UTC', dateStyle: 'medium' }).format(utcOf(date))
}

/** A calendar date within the year: "12 May". */
export function formatDayMonth(date: string): string {
  return formatter(currentLocale(), { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(utcOf(date))
}

/** A share from 0 to 1 as whole percents, rounded down: what is not whole is never shown as 100 %. */
export function formatPercent(share: number): string {
  return percentFormatter(0).format(Math.floor(share * 100 + 1e-9) / 100)
}

/** A share from 0 to 1 in percent, rounded to one decimal at most: "91.3 %". Only 1 itself is shown as 100 %. */
export function formatShare(share: number): string {
  const rounded = Math.round(share * 1000) / 1000
  return percentFormatter(1).format(rounded === 1 && share < 1 ? 0.999 : rounded)
}

/** A number with one digit after the decimal mark, such as a ratio: "3.1". */
export function formatRatio(ratio: number): string {
  return numberFormatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.floor(ratio * 10) / 10,
  )
}

/** A calendar date with its day of the week: "Wednesday 12 May 2027". */
export function formatWeekday(date: string): string {
  return formatter(currentLocale(), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(utcOf(date))
}

/** The month of a calendar date: "May 2027". */
export function formatMonth(date: string): string {
  return formatter(currentLocale(), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(utcOf(date))
}

/** An instant with its time of day in a zone: "12 May 2027, 14:05", to the second where asked for. */
export function formatInstant(instant: string, zone: string, withSeconds = false): string {
  const timeStyle = withSeconds ? 'medium' : 'short'
  return formatter(currentLocale(), { timeZone: zone, dateStyle: 'medium', timeStyle }).format(
    new Date(instant),
  )
}

/**
 * The zone's name as people say it: at an instant "Central European Summer Time"; without one "Central
 * European Time", which is right of every day of the year.
 */
export function zoneName(zone: string, instant?: string | Date): string {
  const nameAs = (timeZoneName: 'longGeneric' | 'long' | 'longOffset') =>
    formatter(currentLocale(), { timeZone: zone, timeZoneName })
      .formatToParts(new Date(instant ?? Date.now()))
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  if (instant !== undefined) return nameAs('long')
  const generic = nameAs('longGeneric')
  // UTC has no generic name: what is given in its place is its offset.
  return generic === nameAs('longOffset') ? nameAs('long') : generic
}

/** "in 3 days", "yesterday", "in 5 months": the largest unit that still says something exact. */
export function relativeDays(days: number): string {
  const words = relativeFormatter()
  const size = Math.abs(days)
  if (size < 60) return words.format(days, 'day')
  if (size < 730) return words.format(Math.round(days / 30.44), 'month')
  return words.format(Math.round(days / 365.25), 'year')
}

/** "5 minutes ago", "yesterday": for what just happened. */
export function relativeInstant(instant: string): string {
  const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000)
  const words = relativeFormatter()
  if (Math.abs(seconds) < 60) return words.format(seconds, 'second')
  if (Math.abs(seconds) < 3600) return words.format(Math.round(seconds / 60), 'minute')
  if (Math.abs(seconds) < 86_400) return words.format(Math.round(seconds / 3600), 'hour')
  return relativeDays(Math.round(seconds / 86_400))
}

/** A whole number with the language's grouping. */
export function formatCount(count: number): string {
  return numberFormatter().format(count)
}

/** From here on kilobytes of three digits would be a thousand. */
const MEGABYTE_FROM = 999_500

/** The size of a file in the largest unit of which it has one: "70 bytes", "184 kB", "2.4 MB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : bytes < MEGABYTE_FROM ? 1 : 2
  const unit = (['byte', 'kilobyte', 'megabyte'] as const)[power]
  // Bytes are a word, which has a plural; the others are symbols.
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const style = { style: 'unit', unit, unitDisplay, maximumSignificantDigits: 3 } as const
  return numberFormatter(style).format(bytes / 1000 ** power)
}

/** A span of time, in minutes from two of them on: "40 seconds", "15 minutes". */
export function formatDuration(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return numberFormatter(style).format(count)
}

/** How long something took: "31 ms", from a second on "4.2 s". */
export function formatTook(ms: number): string {
  const [unit, value] = ms < 1000 ? (['millisecond', ms] as const) : (['second', ms / 1000] as const)
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 3 } as const
  return numberFormatter(style).format(value)
}

/** The time of day in a zone, "14:03"; with its date where that is not today's. */
export function formatTime(instant: string, zone: string): string {
  if (dateInZone(instant, zone) !== todayIn(zone)) return formatInstant(instant, zone)
  return formatter(currentLocale(), { timeZone: zone, timeStyle: 'short' }).format(new Date(instant))
}

/** Makers of formatters are slow and tables ask for thousands: each is kept. */
const kept = new Map<string, unknown>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(`date ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
}

function relativeFormatter(): Intl.RelativeTimeFormat {
  const locale = currentLocale()
  return keep(`relative ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

function numberFormatter(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const locale = currentLocale()
  return keep(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))
}

function percentFormatter(maximumFractionDigits: number): Intl.NumberFormat {
  return numberFormatter({ style: 'percent', maximumFractionDigits })
}

function keep<Format>(key: string, make: () => Format): Format {
  const found = kept.get(key) as Format | undefined
  if (found) return found
  const made = make()
  kept.set(key, made)
  return made
}
