import { currentLocale } from '../../messages.ts'

/** A month (YYYY-MM) in words: "November 2026". */
export function monthName(month: string): string {
  return formatted(month, { month: 'long', year: 'numeric' })
}

/** As a chart has room for: "Nov 26". */
export function shortMonthName(month: string): string {
  return formatted(month, { month: 'short', year: '2-digit' })
}

/** The months (YYYY-MM) from one day to another. */
export function monthsBetween(from: string, to: string): string[] {
  const [year, month] = from.split('-').map(Number) as [number, number]
  const months: string[] = []
  for (let index = 0; ; index += 1) {
    const next = new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7)
    if (next > to.slice(0, 7)) return months
    months.push(next)
  }
}

/** The first and the last day of a month (YYYY-MM). */
export function daysOf(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

function formatted(month: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
