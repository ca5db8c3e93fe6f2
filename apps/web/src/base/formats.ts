import { currentLocale } from './messages.ts'
import { dateInZone, utcOf } from './zone-clock.ts'

export { addDays, dateInZone, daysBetween, instantInZone } from './zone-clock.ts'

/** Returns today's date in a time zone. */
export function todayIn(zone: string): string {
  return dateInZone(new Date(), zone)
}

/** Formats a calendar date: "12 May 2027". */
export function formatDate(date: string): string {
  return formatter(currentLocale(), { timeZone: 'UTC', dateStyle: 'medium' }).format(utcOf(date))
}

/** Formats a calendar date without the year: "12 May". */
export function formatDayMonth(date: string): string {
  return formatter(currentLocale(), { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(utcOf(date))
}

/** Formats a share from 0 to 1 as whole percent, rounded down, so that less than 1 is never shown as 100 %. */
export function formatPercent(share: number): string {
  return percentFormatter(0).format(Math.floor(share * 100 + 1e-9) / 100)
}

/** Formats a share from 0 to 1 as percent with at most one decimal: "91.3 %". Only 1 is shown as 100 %. */
export function formatShare(share: number): string {
  const rounded = Math.round(share * 1000) / 1000
  return percentFormatter(1).format(rounded === 1 && share < 1 ? 0.999 : rounded)
}

/** Formats a ratio with one decimal: "3.1". */
export function formatRatio(ratio: number): string {
  return numberFormatter({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.floor(ratio * 10) / 10,
  )
}

/** Formats a calendar date with its day of the week: "Wednesday 12 May 2027". */
export function formatWeekday(date: string): string {
  return formatter(currentLocale(), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(utcOf(date))
}

/** Formats the month of a calendar date: "May 2027". */
export function formatMonth(date: string): string {
  return formatter(currentLocale(), { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(utcOf(date))
}

/** Formats an instant in a time zone: "12 May 2027, 14:05", with seconds if requested. */
export function formatInstant(instant: string, zone: string, withSeconds = false): string {
  const timeStyle = withSeconds ? 'medium' : 'short'
  return formatter(currentLocale(), { timeZone: zone, dateStyle: 'medium', timeStyle }).format(
    new Date(instant),
  )
}

/**
 * Returns the name of a time zone: at an instant "Central European Summer Time"; without one "Central
 * European Time", which is correct all year.
 */
export function zoneName(zone: string, instant?: string | Date): string {
  const nameAs = (timeZoneName: 'longGeneric' | 'long' | 'longOffset') =>
    formatter(currentLocale(), { timeZone: zone, timeZoneName })
      .formatToParts(new Date(instant ?? Date.now()))
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  if (instant !== undefined) return nameAs('long')
  const generic = nameAs('longGeneric')
  // UTC has no generic name; Intl returns its offset instead.
  return generic === nameAs('longOffset') ? nameAs('long') : generic
}

/** Formats a number of days from today: "in 3 days", "yesterday", "in 5 months", in the largest suitable unit. */
export function relativeDays(days: number): string {
  const words = relativeFormatter()
  const size = Math.abs(days)
  if (size < 60) return words.format(days, 'day')
  if (size < 730) return words.format(Math.round(days / 30.44), 'month')
  return words.format(Math.round(days / 365.25), 'year')
}

/** Formats a recent instant: "5 minutes ago", "yesterday". */
export function relativeInstant(instant: string): string {
  const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000)
  const words = relativeFormatter()
  if (Math.abs(seconds) < 60) return words.format(seconds, 'second')
  if (Math.abs(seconds) < 3600) return words.format(Math.round(seconds / 60), 'minute')
  if (Math.abs(seconds) < 86_400) return words.format(Math.round(seconds / 3600), 'hour')
  return relativeDays(Math.round(seconds / 86_400))
}

/** Formats an integer with the digit grouping of the language. */
export function formatCount(count: number): string {
  return numberFormatter().format(count)
}

/** Formats an amount, a decimal number, with all of its decimal places and its ISO 4217 currency code: "EUR 1,480.00". */
export function formatMoney(amount: string, currency: string): string {
  const digits = amount.split('.')[1]?.length ?? 0
  const precision = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const style = { style: 'currency', currency, currencyDisplay: 'code', ...precision } as const
  return numberFormatter(style).format(amount as Intl.StringNumericLiteral)
}

/** From this number of bytes, rounded kilobytes would have four digits. */
const MEGABYTE_FROM = 999_500

/** Formats a file size in a suitable unit: "70 bytes", "184 kB", "2.4 MB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : bytes < MEGABYTE_FROM ? 1 : 2
  const unit = (['byte', 'kilobyte', 'megabyte'] as const)[power]
  // "byte" is a word with a plural; the other units are symbols.
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const style = { style: 'unit', unit, unitDisplay, maximumSignificantDigits: 3 } as const
  return numberFormatter(style).format(bytes / 1000 ** power)
}

/** Formats a duration, in minutes from two minutes on: "40 seconds", "15 minutes". */
export function formatDuration(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return numberFormatter(style).format(count)
}

/** Formats a measured duration: "31 ms", from one second on "4.2 s". */
export function formatTook(ms: number): string {
  const [unit, value] = ms < 1000 ? (['millisecond', ms] as const) : (['second', ms / 1000] as const)
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 3 } as const
  return numberFormatter(style).format(value)
}

/** Formats the time of day in a time zone, "14:03"; with the date if it is not today. */
export function formatTime(instant: string, zone: string): string {
  if (dateInZone(instant, zone) !== todayIn(zone)) return formatInstant(instant, zone)
  return formatter(currentLocale(), { timeZone: zone, timeStyle: 'short' }).format(new Date(instant))
}

/** Formatters are slow to create and tables need thousands of results, so each formatter is cached. */
const cache = new Map<string, unknown>()

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
  const found = cache.get(key) as Format | undefined
  if (found) return found
  const made = make()
  cache.set(key, made)
  return made
}
