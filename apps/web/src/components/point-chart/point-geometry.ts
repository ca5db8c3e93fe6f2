import { deviationScale, type Limits, linearScale, type Plot, plotOf, type Scale } from '../chart/plot.ts'
import type { DeviationScale } from '../chart/scale-choice.tsx'
import { roundTicks } from '../chart/ticks.ts'
import type { PhaseDeviation } from '../points/point-deviations.ts'
import type { ChartPoint } from './chart-groups.ts'

/** Margin at both ends of the axis, as a share of the plot. */
const SIDE_ROOM = 0.04

/** Number of powers of ten spanned by the nominal values from which the axis is logarithmic, because points would overlap. */
const DECADES_MIN = 3

/** Width of an axis label including its distance to the next, in pixels. */
const LABEL_WIDTH = 72

/** The points to draw, and the size of the drawing. */
export interface PointChartInput {
  /** In the order of the record. */
  points: readonly ChartPoint[]
  scale: DeviationScale
  width: number
  height: number
}

/** The mark of a reading. */
export interface PointMark {
  kind: 'found' | 'left'
  x: number
  y: number
  isOutside: boolean
  /** Ends of the error bar; null if there is no uncertainty. */
  bar: { top: number; bottom: number } | null
}

/** A point with its coordinates. */
export interface PlottedPoint {
  /** Its index in the record. */
  index: number
  x: number
  marks: PointMark[]
}

/** Limits of points that follow each other, from the left to the right; null on a side without a limit. */
export interface LimitRun {
  steps: { x: number; upper: number | null; lower: number | null }[]
}

/** Everything, positioned on the drawing. */
export interface PointChart {
  plot: Plot
  /** In ascending order of nominal value; points with the same value in the order of the record. */
  points: PlottedPoint[]
  limits: LimitRun[]
  zero: number
  x: NominalScale
  yTicks: { value: number; y: number }[]
  /** Radius of a mark in pixels; smaller when marks are close together. */
  radius: number
  /** Points that this scale cannot show. */
  notShown: number
}

const Y_LABEL_HEIGHT = 40
const RADIUS_MAX = 4.5
const RADIUS_MIN = 1.75

/** How far limits reach beyond the first and the last point that has them, in pixels. */
const LIMIT_ENDS = 8

/** Computes the coordinates of all elements; null if no point can be shown. */
export function pointChart({ points: all, scale, width, height }: PointChartInput): PointChart | null {
  const shown = all.filter((point) => isShown(point, scale)).toSorted((a, b) => a.nominal - b.nominal)
  if (shown.length === 0) return null
  const plot = plotOf({ width, height })
  const x = nominalScale(
    shown.map(({ nominal }) => nominal),
    plot,
  )
  const y = deviationScale(
    shown.flatMap((point) => valuesOf(point, scale)),
    plot,
  )
  const spacing = (plot.right - plot.left) / shown.length
  return {
    plot,
    points: shown.map((point) => placed(point, scale, x, y)),
    limits: limitRuns(shown, scale, x, y),
    zero: y.position(0),
    x,
    yTicks: roundTicks(y.from, y.to, Math.max(2, Math.floor((plot.bottom - plot.top) / Y_LABEL_HEIGHT))).map(
      (value) => ({ value, y: y.position(value) }),
    ),
    radius: Math.min(RADIUS_MAX, Math.max(RADIUS_MIN, spacing / 3)),
    notShown: all.length - shown.length,
  }
}

/** On the scale of the tolerance, only points whose readings all have a tolerance can be shown. */
function isShown({ found, left, percentLimits }: ChartPoint, scale: DeviationScale): boolean {
  if (scale === 'unit') return true
  return percentLimits !== null && found?.percent !== null && left?.percent !== null
}

const limitsOn = ({ limits, percentLimits }: ChartPoint, scale: DeviationScale): Limits | null =>
  scale === 'unit' ? limits : percentLimits

function valueOf(phase: PhaseDeviation, scale: DeviationScale): number {
  return scale === 'unit' ? phase.deviation : (phase.percent ?? 0)
}

/** Returns half of the error bar; null if there is none. */
function barOf({ uncertainty }: ChartPoint, phase: PhaseDeviation, scale: DeviationScale): number | null {
  if (uncertainty === null || scale === 'unit') return uncertainty
  return phase.tolerance === null ? null : (uncertainty / phase.tolerance) * 100
}

function phasesOf({ found, left }: ChartPoint): (readonly ['found' | 'left', PhaseDeviation])[] {
  return [...(found ? [['found', found] as const] : []), ...(left ? [['left', left] as const] : [])]
}

/** All that has to fit on the scale for a point. */
function valuesOf(point: ChartPoint, scale: DeviationScale): number[] {
  const limits = limitsOn(point, scale)
  return [
    ...phasesOf(point).flatMap(([, phase]) => {
      const bar = barOf(point, phase, scale) ?? 0
      const value = valueOf(phase, scale)
      return [value - bar, value + bar]
    }),
    ...[limits?.lower, limits?.upper].filter((limit) => typeof limit === 'number'),
  ]
}

function placed(point: ChartPoint, scale: DeviationScale, x: Scale, y: Scale): PlottedPoint {
  const at = x.position(point.nominal)
  const marks = phasesOf(point).map(([kind, phase]): PointMark => {
    const value = valueOf(phase, scale)
    const bar = barOf(point, phase, scale)
    return {
      kind,
      x: at,
      y: y.position(value),
      isOutside: phase.isOutside,
      bar: bar === null ? null : { top: y.position(value + bar), bottom: y.position(value - bar) },
    }
  })
  return { index: point.index, x: at, marks }
}

/** Returns the limits from point to point, interrupted where a point has none, or none on a side where the last one did. */
function limitRuns(points: readonly ChartPoint[], scale: DeviationScale, x: Scale, y: Scale): LimitRun[] {
  const runs: LimitRun[] = []
  let sides = ''
  for (const point of points) {
    const limits = limitsOn(point, scale)
    const present = limits === null ? '' : `${limits.lower !== null} ${limits.upper !== null}`
    if (limits !== null) {
      if (present !== sides) runs.push({ steps: [] })
      runs.at(-1)!.steps.push({
        x: x.position(point.nominal),
        upper: limits.upper === null ? null : y.position(limits.upper),
        lower: limits.lower === null ? null : y.position(limits.lower),
      })
    }
    sides = present
  }
  return runs.map(({ steps }) => ({
    steps: [
      { ...steps[0]!, x: steps[0]!.x - LIMIT_ENDS },
      ...steps,
      { ...steps.at(-1)!, x: steps.at(-1)!.x + LIMIT_ENDS },
    ],
  }))
}

/** Pixels from a mark within which it is meant. */
const REACH = 40

/** The place in the order of the drawing of the point that is meant at a place of it; undefined far from all. */
export function pointAt({ points }: PointChart, x: number, y: number): number | undefined {
  let nearest: number | undefined
  let least = REACH ** 2
  for (const [position, { marks }] of points.entries()) {
    for (const mark of marks) {
      // Points differ by nominal value, so horizontal distance counts more than vertical distance.
      const distance = (4 * (mark.x - x)) ** 2 + (mark.y - y) ** 2 / 16
      if (distance < least) {
        least = distance
        nearest = position
      }
    }
  }
  return nearest
}

/** The axis of nominal values, and its labels. */
interface NominalScale extends Scale {
  isLogarithmic: boolean
  ticks: { value: number; x: number }[]
}

/** Returns a linear scale of nominal values, or a logarithmic one if they are positive and span at least three decades. */
export function nominalScale(values: readonly number[], plot: Plot): NominalScale {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const isLogarithmic = low > 0 && high / low >= 10 ** DECADES_MIN
  const on = isLogarithmic ? Math.log10 : (value: number) => value
  // A single value is placed in the middle.
  const room = (on(high) - on(low) || Math.abs(high) || 1) * SIDE_ROOM
  const scale = linearScale(on(low) - room, on(high) + room, plot.left, plot.right)
  const position = (value: number) => scale.position(on(value))
  const count = Math.max(2, Math.floor((plot.right - plot.left) / LABEL_WIDTH))
  const ticks = isLogarithmic ? decades(low, high, count) : roundTicks(scale.from, scale.to, count)
  return { ...scale, position, isLogarithmic, ticks: ticks.map((value) => ({ value, x: position(value) })) }
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
