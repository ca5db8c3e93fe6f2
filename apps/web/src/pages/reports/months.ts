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
