import { roundTicks } from '../../components/drift-chart/ticks.ts'

/** Room for what stands around the bars: counts above, weeks below, the scale on the left. */
const MARGIN = { top: 22, right: 4, bottom: 26, left: 36 }

/** Share of its week that a bar takes. */
const BAR_SHARE = 0.68

/** A bar of one week, with the whole column that reacts to a finger. */
export interface LoadBar {
  x: number
  width: number
  columnX: number
  columnWidth: number
  top: number
  count: number
}

/** Where everything of the chart stands, in pixels. */
export interface LoadChart {
  left: number
  right: number
  top: number
  bottom: number
  bars: LoadBar[]
  ticks: { value: number; y: number }[]
}

/** Lays out one bar for each week. */
export function loadChart(
  counts: readonly number[],
  { width, height }: { width: number; height: number },
): LoadChart {
  const plot = {
    left: MARGIN.left,
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom: height - MARGIN.bottom,
  }
  const most = Math.max(1, ...counts)
  const yOf = (count: number) => plot.bottom - (count / most) * (plot.bottom - plot.top)
  const columnWidth = (plot.right - plot.left) / Math.max(1, counts.length)
  return {
    ...plot,
    bars: counts.map((count, index) => ({
      count,
      columnX: plot.left + index * columnWidth,
      columnWidth,
      x: plot.left + (index + (1 - BAR_SHARE) / 2) * columnWidth,
      width: columnWidth * BAR_SHARE,
      top: yOf(count),
    })),
    ticks: roundTicks(0, most, 4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: yOf(value) })),
  }
}
