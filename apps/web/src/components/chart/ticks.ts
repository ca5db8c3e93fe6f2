/** Steps that people count in: 1, 2 and 5 times a power of ten. */
const NICE_STEPS = [1, 2, 5, 10]

/** Returns about `count` round values in a range; the ends are only included if they are round. */
export function roundTicks(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count
  if (!(rough > 0)) return [from]
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = NICE_STEPS.map((nice) => nice * power).find((nice) => nice >= rough * 0.999) ?? 10 * power
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(digits)),
  )
}

/** Months between marks of a time axis. */
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120]
const MONTH_MS = 30.44 * 86_400_000

/** First days of months (UTC), at most about `count` of them, on whole years where years part them. */
export function monthTicks(from: number, to: number, count: number): number[] {
  if (!(to >= from)) return []
  const months = (to - from) / MONTH_MS
  const step = MONTH_STEPS.find((each) => months / each <= count) ?? MONTH_STEPS.at(-1)!
  const start = new Date(from)
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step
  const ticks: number[] = []
  for (let month = first; ; month += step) {
    const at = Date.UTC(Math.floor(month / 12), month % 12, 1)
    if (at > to) return ticks
    if (at >= from) ticks.push(at)
  }
}
