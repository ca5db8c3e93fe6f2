import type { LimitRun, PointChart, PointMark } from './point-geometry.ts'

/**
 * The marks of many points as a few paths: a browser draws 500 points as a few elements faster than as 3,000, and there
 * is little to update when the pointer moves.
 */
export interface MarkPaths {
  bars: string
  adjustments: string
  /** A path for each kind of circle: as found or as left, within or out of tolerance. */
  circles: { kind: PointMark['kind']; isOutside: boolean; path: string }[]
  crosses: string
}

const kinds = ['found', 'left'] as const

/** Returns the paths of all marks of a chart. */
export function markPaths({ points, radius }: PointChart): MarkPaths {
  const marks = points.flatMap((point) => point.marks)
  const cap = radius > 3 ? 3 : 0
  return {
    bars: marks.map(({ x, bar }) => (bar === null ? '' : barPath(x, bar, cap))).join(''),
    adjustments: points.map(({ marks: own }) => adjustmentPath(own, radius)).join(''),
    circles: kinds.flatMap((kind) =>
      [false, true].map((isOutside) => ({
        kind,
        isOutside,
        path: marks
          .filter((mark) => mark.kind === kind && mark.isOutside === isOutside)
          .map(({ x, y }) => circlePath(x, y, kind === 'left' ? radius * 0.7 : radius))
          .join(''),
      })),
    ),
    crosses: marks
      .filter(({ isOutside }) => isOutside)
      .map(({ x, y }) => crossPath(x, y, radius + 2.5))
      .join(''),
  }
}

const short = (value: number) => Number(value.toFixed(2))

function circlePath(x: number, y: number, radius: number): string {
  const [r, d] = [short(radius), short(2 * radius)]
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${-d} 0`
}

function crossPath(x: number, y: number, reach: number): string {
  const d = short(2 * reach)
  return `M${short(x - reach)} ${short(y - reach)}l${d} ${d}m0 ${-d}l${-d} ${d}`
}

function barPath(x: number, { top, bottom }: { top: number; bottom: number }, cap: number): string {
  const line = `M${short(x)} ${short(top)}V${short(bottom)}`
  if (cap === 0) return line
  return `${line}M${short(x - cap)} ${short(top)}h${2 * cap}M${short(x - cap)} ${short(bottom)}h${2 * cap}`
}

/** Returns an arrow from as found to as left that does not touch the marks; empty if there is no room for it. */
function adjustmentPath(marks: readonly PointMark[], radius: number): string {
  const [found, left] = kinds.map((kind) => marks.find((mark) => mark.kind === kind))
  if (!found || !left) return ''
  const down = left.y > found.y ? 1 : -1
  const start = found.y + down * (radius + 1)
  const tip = left.y - down * (radius + 1.5)
  if ((tip - start) * down < 3) return ''
  const [x, wing] = [found.x, Math.min(3.5, radius)]
  return `M${short(x)} ${short(start)}V${short(tip)}M${short(x - wing)} ${short(tip - down * 4.5)}L${short(x)} ${short(tip)}L${short(x + wing)} ${short(tip - down * 4.5)}`
}

/** Returns the area within the limits, and the lines of the limits. */
export function limitPaths(
  { steps }: LimitRun,
  { top, bottom }: PointChart['plot'],
): { area: string; lines: string } {
  const upper = steps.map(({ x, upper: y }) => [x, y ?? top] as const)
  const lower = steps.map(({ x, lower: y }) => [x, y ?? bottom] as const)
  const line = (places: readonly (readonly [number, number])[]) =>
    `M${places.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}`
  return {
    area: `${line([...upper, ...lower.toReversed()])}Z`,
    lines: [
      ...(steps[0]!.upper === null ? [] : [line(upper)]),
      ...(steps[0]!.lower === null ? [] : [line(lower)]),
    ].join(''),
  }
}
