import { percentOfTolerance, type DriftReading, type DriftRecord } from './drift-records.ts'

/** What the y axis counts in. */
export type DriftScale = 'unit' | 'percent'

/** The part of the drawing that the marks stand in, in pixels. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

/** Room above and below the outermost values, as a share of their range. */
const HEADROOM = 0.12

/** Room at both ends of the time axis, as a share of the plot. */
const SIDE_ROOM = 0.04

/** The height of a reading on the scale; null where the scale cannot show it. */
export function valueOf(reading: DriftReading, record: DriftRecord, scale: DriftScale): number | null {
  return scale === 'unit' ? reading.deviation : percentOfTolerance(reading.deviation, record.limits)
}

/** The tolerance on the scale; null without limits. */
export function limitsOn(record: DriftRecord, scale: DriftScale): { lower: number; upper: number } | null {
  if (record.limits === null) return null
  return scale === 'unit' ? record.limits : { lower: -100, upper: 100 }
}

/** Half the length of the error bar on the scale; null where there is none, or no tolerance to measure it by. */
export function uncertaintyOn(record: DriftRecord, scale: DriftScale): number | null {
  if (record.uncertainty === null || scale === 'unit') return record.uncertainty
  const { limits } = record
  return limits === null ? null : (record.uncertainty / ((limits.upper - limits.lower) / 2)) * 100
}

/** A range of values or instants, and the place of each on the drawing. */
export interface Scale {
  from: number
  to: number
  place: (value: number) => number
}

/** The days of the records, on to the end of a projection, with room at both ends. */
export function timeScale(shown: readonly DriftRecord[], until: number | null, plot: Plot): Scale {
  const times = [...shown.map(({ at }) => at), ...(until === null ? [] : [until])]
  const first = Math.min(...times)
  const last = Math.max(...times)
  const room = (last - first || 86_400_000) * SIDE_ROOM
  return scaleOf(first - room, last + room, plot.left, plot.right)
}

/** Everything that is drawn fits on it: readings with their bars, limits, zero and the end of a projection. */
export function valueScale(
  shown: readonly DriftRecord[],
  projectedEnd: number | null,
  scale: DriftScale,
  plot: Plot,
): Scale {
  const values = shown.flatMap((record) => {
    const limits = limitsOn(record, scale)
    const bar = uncertaintyOn(record, scale) ?? 0
    const readings = [record.asFound, record.asLeft]
      .map((reading) => reading && valueOf(reading, record, scale))
      .filter((value) => value !== null)
    return [
      ...readings.flatMap((value) => [value - bar, value + bar]),
      ...(limits ? Object.values(limits) : []),
    ]
  })
  if (projectedEnd !== null) values.push(projectedEnd)
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const room = (high - low || 1) * HEADROOM
  return scaleOf(low - room, high + room, plot.bottom, plot.top)
}

function scaleOf(from: number, to: number, start: number, end: number): Scale {
  return { from, to, place: (value) => start + ((value - from) / (to - from)) * (end - start) }
}
