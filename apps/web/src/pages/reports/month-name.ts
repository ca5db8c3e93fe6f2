import { currentLocale } from '../../base/messages.ts'

/** A month (YYYY-MM) in words: "November 2026". */
export function monthName(month: string): string {
  return formatted(month, { month: 'long', year: 'numeric' })
}

/** As a chart has room for: "Nov 26". */
export function shortMonthName(month: string): string {
  return formatted(month, { month: 'short', year: '2-digit' })
}

function formatted(month: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
