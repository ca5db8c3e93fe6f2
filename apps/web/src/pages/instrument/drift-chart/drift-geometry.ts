import { plotOf, type Plot, type Scale } from '../../../components/chart/plot.ts'
import { monthTicks, roundTicks } from '../../../components/chart/ticks.ts'
import { isOneSeries, type DriftReading, type DriftRecord } from './drift-records.ts'
import { limitsOn, timeScale, uncertaintyOn, valueOf, valueScale, type DriftScale } from './drift-scale.ts'
import { straightFit, type FitPoint } from './straight-fit.ts'

/** The data and size of a chart. */
export interface DriftChartInput {
  /** Oldest first. */
  records: readonly DriftRecord[]
  scale: DriftScale
  /** The unit of the y axis; records with another unit are not shown on the scale of units. */
  unit: string
  /** End of the projection, in milliseconds; null for none. */
  nextDueAt: number | null
  /** Whether records that do not count are shown, faintly. */
  withLeftOut: boolean
  /** Whether each record represents a single reading, whose adjustment is drawn between its marks; true by default. */
  hasAdjustments?: boolean
  width: number
  height: number
}

/** The mark of a reading. */
export interface Mark {
  kind: 'found' | 'left'
  x: number
  y: number
  isOutside: boolean
  /** Ends of the error bar; null without uncertainty. */
  bar: { top: number; bottom: number } | null
}

/** A record on the chart: its marks, and the arrow from as found to as left. */
export interface ChartRecord {
  record: DriftRecord
  x: number
  marks: Mark[]
  /** The line from as found to as left, if the record states an adjustment. */
  adjustment: { from: number; to: number } | null
}

/** All elements of the chart with their coordinates. */
export interface DriftChart {
  plot: Plot
  records: ChartRecord[]
  /** Drift: from as left to the next as found. */
  drift: { x1: number; y1: number; x2: number; y2: number }[]
  /** Tolerance bands from the limits of each record, until the next record or the end of the plot. */
  bands: { x1: number; x2: number; top: number; bottom: number; isOpenAbove: boolean; isOpenBelow: boolean }[]
  zero: number | null
  xTicks: { at: number; x: number }[]
  yTicks: { value: number; y: number }[]
  /** A linear estimate until the next due date, with its band; null if no line can be fitted. */
  projection: { x1: number; y1: number; x2: number; y2: number; band: string } | null
  /** Number of records that this scale cannot show. */
  notShown: number
}

/** Number of segments of the projection's curved band. */
const BAND_PIECES = 16

/** Width of a label of the time axis including its margin, in pixels. */
const X_LABEL_WIDTH = 84
const Y_LABEL_HEIGHT = 40

/** Computes the coordinates of all elements. */
export function driftChart(input: DriftChartInput): DriftChart {
  const wanted = input.records.filter(({ isLeftOut }) => input.withLeftOut || !isLeftOut)
  const shown = wanted.filter((record) => isDrawn(record, input))
  const fit = projectionFit(shown, input)
  const plot = plotOf(input)
  if (shown.length === 0) return emptyChart(plot, wanted.length)
  const x = timeScale(shown, fit === null ? null : input.nextDueAt, plot)
  const y = valueScale(shown, fit?.end ?? null, input.scale, plot)
  const records = shown.map((record) => placed(record, input, x.position, y.position))
  return {
    plot,
    records,
    drift: driftLines(records),
    bands: toleranceBands(shown, input, x.position, y.position, plot),
    zero: within(y.position(0), plot.top, plot.bottom) ? y.position(0) : null,
    xTicks: monthTicks(x.from, x.to, Math.max(2, Math.floor((plot.right - plot.left) / X_LABEL_WIDTH))).map(
      (at) => ({ at, x: x.position(at) }),
    ),
    yTicks: roundTicks(y.from, y.to, Math.max(2, Math.floor((plot.bottom - plot.top) / Y_LABEL_HEIGHT))).map(
      (value) => ({ value, y: y.position(value) }),
    ),
    projection: fit === null ? null : plottedProjection(fit, x.position, y.position, plot),
    notShown: wanted.length - shown.length,
  }
}

/** Returns a chart without records, because none has numbers that this scale can show. */
function emptyChart(plot: Plot, notShown: number): DriftChart {
  return {
    plot,
    records: [],
    drift: [],
    bands: [],
    zero: null,
    xTicks: [],
    yTicks: [],
    projection: null,
    notShown,
  }
}

function isDrawn(record: DriftRecord, { scale, unit }: DriftChartInput): boolean {
  if (record.asFound === null && record.asLeft === null) return false
  if (scale === 'unit') return record.unit === unit
  return record.percentLimits !== null && isOnScale(record.asFound) && isOnScale(record.asLeft)
}

const isOnScale = (reading: DriftReading | null) => reading === null || reading.percent !== null

interface ProjectionFit {
  start: number
  stop: number
  end: number
  at: (x: number) => number
  halfWidth: (x: number) => number
}

/**
 * Fits a line through the as-found values of records that count, from the last of them to the due date. Adjustments in between
 * are subtracted before the fit and added afterwards, because drift continues and adjustments do not. Returns null for
 * records of different points.
 */
function projectionFit(shown: readonly DriftRecord[], input: DriftChartInput): ProjectionFit | null {
  const on = (reading: DriftReading | null) => reading && valueOf(reading, input.scale)
  const counting = shown.filter(({ isLeftOut }) => !isLeftOut)
  if (!isOneSeries(counting)) return null
  const points: FitPoint[] = []
  let adjusted = 0
  for (const record of counting) {
    const found = on(record.asFound)
    const left = on(record.asLeft)
    if (found === null) continue
    points.push({ x: record.at, y: found - adjusted })
    if (left !== null) adjusted += left - found
  }
  const last = points.at(-1)
  const { nextDueAt } = input
  if (last === undefined || nextDueAt === null || nextDueAt <= last.x) return null
  const fit = straightFit(points)
  if (fit === null) return null
  const at = (x: number) => fit.at(x) + adjusted
  return { start: last.x, stop: nextDueAt, end: at(nextDueAt), at, halfWidth: fit.halfWidth }
}

function placed(
  record: DriftRecord,
  { scale, hasAdjustments }: DriftChartInput,
  x: Scale['position'],
  y: Scale['position'],
): ChartRecord {
  const mark = (kind: Mark['kind'], reading: DriftReading | null): Mark[] => {
    const value = reading && valueOf(reading, scale)
    if (reading === null || value === null) return []
    const bar = uncertaintyOn(record, reading, scale)
    const ends = bar === null ? null : { top: y(value + bar), bottom: y(value - bar) }
    return [{ kind, x: x(record.at), y: y(value), isOutside: reading.isOutside, bar: ends }]
  }
  const found = mark('found', record.asFound)
  const left = mark('left', record.asLeft)
  const hasBoth = hasAdjustments !== false && found[0] !== undefined && left[0] !== undefined
  const moved = hasBoth && found[0]!.y !== left[0]!.y
  return {
    record,
    x: x(record.at),
    marks: [...found, ...left],
    adjustment: moved ? { from: found[0]!.y, to: left[0]!.y } : null,
  }
}

/** Lines from the final reading of a record (as left, or as found without adjustment) to as found of the next in its series. */
function driftLines(records: readonly ChartRecord[]): DriftChart['drift'] {
  const counting = records.filter(({ record }) => !record.isLeftOut && record.series !== null)
  const series = Map.groupBy(counting, ({ record }) => record.series)
  return [...series.values()].flatMap((same) =>
    same.slice(1).flatMap((next, index) => {
      const from = same[index]!.marks.at(-1)
      const to = next.marks.find(({ kind }) => kind === 'found')
      return from && to ? [{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }] : []
    }),
  )
}

function toleranceBands(
  shown: readonly DriftRecord[],
  { scale }: DriftChartInput,
  x: Scale['position'],
  y: Scale['position'],
  plot: Plot,
): DriftChart['bands'] {
  const counting = shown.filter(({ isLeftOut }) => !isLeftOut)
  if (!isOneSeries(counting) && !haveOneTolerance(counting, scale)) return []
  const bands: DriftChart['bands'] = []
  for (const [index, record] of counting.entries()) {
    const limits = limitsOn(record, scale)
    if (limits === null) continue
    const next = counting[index + 1]
    const x1 = index === 0 ? plot.left : x(record.at)
    const x2 = next === undefined ? plot.right : x(next.at)
    const top = limits.upper === null ? plot.top : y(limits.upper)
    const bottom = limits.lower === null ? plot.bottom : y(limits.lower)
    const before = bands.at(-1)
    if (before && before.x2 === x1 && before.top === top && before.bottom === bottom) before.x2 = x2
    else
      bands.push({
        x1,
        x2,
        top,
        bottom,
        isOpenAbove: limits.upper === null,
        isOpenBelow: limits.lower === null,
      })
  }
  return bands
}

/** Whether all records have the same limits, so that a band is valid for different points. */
function haveOneTolerance(records: readonly DriftRecord[], scale: DriftScale): boolean {
  const texts = records.map((record) => {
    const limits = limitsOn(record, scale)
    return limits && `${limits.lower} ${limits.upper}`
  })
  return texts.every((text) => text === texts[0])
}

function plottedProjection(
  fit: ProjectionFit,
  x: Scale['position'],
  y: Scale['position'],
  plot: Plot,
): DriftChart['projection'] {
  const times = Array.from(
    { length: BAND_PIECES + 1 },
    (_, piece) => fit.start + ((fit.stop - fit.start) * piece) / BAND_PIECES,
  )
  const edge = (at: number, side: 1 | -1) =>
    `${x(at).toFixed(1)},${clamp(y(fit.at(at) + side * fit.halfWidth(at)), plot.top, plot.bottom).toFixed(1)}`
  const upper = times.map((at) => edge(at, 1))
  const lower = times.toReversed().map((at) => edge(at, -1))
  return {
    x1: x(fit.start),
    y1: y(fit.at(fit.start)),
    x2: x(fit.stop),
    y2: y(fit.end),
    band: [...upper, ...lower].join(' '),
  }
}

function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
