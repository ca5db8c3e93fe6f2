import {
  deviationScale,
  linearScale,
  type Limits,
  type Plot,
  type Scale,
} from '../../../components/chart/plot.ts'
import type { DeviationScale } from '../../../components/chart/scale-choice.tsx'
import type { DriftReading, DriftRecord } from './drift-records.ts'

/** The scale of the y axis. */
export type DriftScale = DeviationScale

/** Padding at both ends of the time axis, as a fraction of the plot. */
const SIDE_ROOM = 0.04

/** Returns the value of a reading on the scale; null if the scale cannot show it. */
export function valueOf(reading: DriftReading, scale: DriftScale): number | null {
  return scale === 'unit' ? reading.deviation : reading.percent
}

/** Returns the tolerance on the scale; null without limits. */
export function limitsOn(record: DriftRecord, scale: DriftScale): Limits | null {
  return scale === 'unit' ? record.limits : record.percentLimits
}

/** Returns half of a reading's error bar on the scale; null without an uncertainty, or without a required tolerance. */
export function uncertaintyOn(record: DriftRecord, reading: DriftReading, scale: DriftScale): number | null {
  if (record.uncertainty === null || scale === 'unit') return record.uncertainty
  return reading.tolerance === null ? null : (record.uncertainty / reading.tolerance) * 100
}

/** Returns the time scale from the first record to the end of the projection, with padding. */
export function timeScale(shown: readonly DriftRecord[], until: number | null, plot: Plot): Scale {
  const times = [...shown.map(({ at }) => at), ...(until === null ? [] : [until])]
  const first = Math.min(...times)
  const last = Math.max(...times)
  const room = (last - first || 86_400_000) * SIDE_ROOM
  return linearScale(first - room, last + room, plot.left, plot.right)
}

/** Returns a scale that includes readings with error bars, limits, zero and the end of the projection. */
export function valueScale(
  shown: readonly DriftRecord[],
  projectedEnd: number | null,
  scale: DriftScale,
  plot: Plot,
): Scale {
  const values = shown.flatMap((record) => {
    const limits = limitsOn(record, scale)
    const readings = [record.asFound, record.asLeft].filter((reading) => reading !== null)
    return [
      ...readings.flatMap((reading) => {
        const value = valueOf(reading, scale)
        const bar = uncertaintyOn(record, reading, scale) ?? 0
        return value === null ? [] : [value - bar, value + bar]
      }),
      ...[limits?.lower, limits?.upper].filter((limit) => typeof limit === 'number'),
    ]
  })
  return deviationScale(projectedEnd === null ? values : [...values, projectedEnd], plot)
}
