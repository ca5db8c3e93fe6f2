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

/** Returns every month of a period in order, including months without data. */
export function everyMonth<Month extends { month: string }>(
  months: readonly Month[],
  { from, to }: { from: string; to: string },
  nothingIn: (month: string) => Month,
): Month[] {
  return monthsBetween(from, to).map((month) => months.find((one) => one.month === month) ?? nothingIn(month))
}
