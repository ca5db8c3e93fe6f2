import { linearScale, type Plot, type Scale } from '../chart/plot.ts'
import { roundTicks } from '../chart/ticks.ts'

/** Room at both ends of the axis, as a share of the plot. */
const SIDE_ROOM = 0.04

/** Nominal values that span so many powers of ten would stand on each other on an even scale. */
const DECADES_MIN = 3

/** Pixels that a label of the axis takes, with its distance to the next. */
const LABEL_WIDTH = 72

/** The axis of nominal values, and its labels. */
export interface NominalScale extends Scale {
  isLogarithmic: boolean
  ticks: { value: number; x: number }[]
}

/** Places nominal values: evenly, or by powers of ten where they are positive and span three of them or more. */
export function nominalScale(values: readonly number[], plot: Plot): NominalScale {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const isLogarithmic = low > 0 && high / low >= 10 ** DECADES_MIN
  const on = isLogarithmic ? Math.log10 : (value: number) => value
  // A single value stands in the middle.
  const room = (on(high) - on(low) || Math.abs(high) || 1) * SIDE_ROOM
  const scale = linearScale(on(low) - room, on(high) + room, plot.left, plot.right)
  const place = (value: number) => scale.place(on(value))
  const count = Math.max(2, Math.floor((plot.right - plot.left) / LABEL_WIDTH))
  const ticks = isLogarithmic ? decades(low, high, count) : roundTicks(scale.from, scale.to, count)
  return { ...scale, place, isLogarithmic, ticks: ticks.map((value) => ({ value, x: place(value) })) }
}

/** Powers of ten from one value to another, of too many each second, third … */
function decades(low: number, high: number, count: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9)
  const last = Math.floor(Math.log10(high) + 1e-9)
  const step = Math.max(1, Math.ceil((last - first + 1) / count))
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) =>
    Number(`1e${first + index * step}`),
  )
}
