/** The plot area of a chart, in pixels. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

/** A range of values, and the position of each on the drawing. */
export interface Scale {
  from: number
  to: number
  position: (value: number) => number
}

/** Least and greatest value of a tolerance; null on a side without a limit. */
export interface Limits {
  lower: number | null
  upper: number | null
}

const MARGIN = { left: 64, right: 16, top: 14, bottom: 28 }

/** Room above and below the outermost values, as a share of their range. */
const HEADROOM = 0.12

/** The plot of a chart with a scale on its left and one below it. */
export function plotOf({ width, height }: { width: number; height: number }): Plot {
  return {
    left: MARGIN.left,
    right: Math.max(MARGIN.left + 1, width - MARGIN.right),
    top: MARGIN.top,
    bottom: height - MARGIN.bottom,
  }
}

/** A scale on which equal steps are equally far apart. */
export function linearScale(from: number, to: number, start: number, end: number): Scale {
  return { from, to, position: (value) => start + ((value - from) / (to - from)) * (end - start) }
}

/** The scale of deviations: zero and all values fit on it, with room above and below. */
export function deviationScale(values: readonly number[], plot: Plot): Scale {
  let low = 0
  let high = 0
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const room = (high - low || 1) * HEADROOM
  return linearScale(low - room, high + room, plot.bottom, plot.top)
}
