import { roundTicks } from '../chart/ticks.ts'

/** Space around the columns: counts above, labels below, the scale on the left. */
const MARGIN = { top: 22, right: 4, bottom: 26, left: 36 }

/** Share of its slot that a column takes. */
const SHARE = 0.68

/** Position of a column in pixels; its parts are stacked from the bottom. */
export interface ColumnPosition {
  x: number
  width: number
  /** The whole slot, which reacts to touch. */
  wholeX: number
  wholeWidth: number
  top: number
  parts: { y: number; height: number }[]
}

/** Positions of all elements of the chart, in pixels. */
export interface ColumnGeometry {
  left: number
  right: number
  top: number
  bottom: number
  columns: ColumnPosition[]
  ticks: { value: number; y: number }[]
}

/** Lays out columns of stacked counts on one scale that begins at zero. */
export function columnGeometry(
  stacks: readonly (readonly number[])[],
  { width, height }: { width: number; height: number },
): ColumnGeometry {
  const plot = {
    left: MARGIN.left,
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom: height - MARGIN.bottom,
  }
  const totals = stacks.map((stack) => stack.reduce((sum, count) => sum + count, 0))
  const most = Math.max(1, ...totals)
  const yOf = (count: number) => plot.bottom - (count / most) * (plot.bottom - plot.top)
  const wholeWidth = (plot.right - plot.left) / Math.max(1, stacks.length)
  return {
    ...plot,
    columns: stacks.map((stack, index) => ({
      wholeX: plot.left + index * wholeWidth,
      wholeWidth,
      x: plot.left + (index + (1 - SHARE) / 2) * wholeWidth,
      width: wholeWidth * SHARE,
      top: yOf(totals[index]!),
      parts: stack.map((count, part) => {
        const below = stack.slice(0, part).reduce((sum, each) => sum + each, 0)
        return { y: yOf(below + count), height: yOf(below) - yOf(below + count) }
      }),
    })),
    ticks: roundTicks(0, most, 4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: yOf(value) })),
  }
}
