import type { Measurement } from '@plumbline/contract'
import { isMeasuredPhase } from '@plumbline/contract/measurement'
import { phaseFigures, type PhaseFigures } from './point-figures.ts'

/** A row of a table of points. */
export interface PointRow {
  readonly key: number
  readonly point: Measurement
  /** Unit of the nominal value and of all readings; empty if there is none. */
  readonly unit: string
  readonly found: PhaseFigures | null
  readonly left: PhaseFigures | null
}

/** The element of a row, by its place among the points that are shown. */
export function pointElementId(key: number): string {
  return `point-${key}`
}

/** Points that follow each other and measure the same function, on the same channel, in the same range. */
export interface PointGroup {
  readonly key: number
  /** Function, channel and range; empty where none is named. */
  readonly name: string
  readonly rows: readonly PointRow[]
}

/** Returns the points with their figures in order, grouped by what they measure. */
export function pointGroups(points: readonly Measurement[]): readonly PointGroup[] {
  const groups: { key: number; name: string; rows: PointRow[] }[] = []
  for (const [index, point] of points.entries()) {
    const name = groupName(point)
    const last = groups.at(-1)
    const row = rowOf(point, index)
    if (last?.name === name) last.rows.push(row)
    else groups.push({ key: index, name, rows: [row] })
  }
  return groups
}

function rowOf(point: Measurement, key: number): PointRow {
  const { nominal, as_found: found, as_left: left } = point
  const value = nominal?.value ?? null
  return {
    key,
    point,
    unit: nominal?.unit ?? '',
    found: isMeasuredPhase(found) ? phaseFigures(found, value) : null,
    left: isMeasuredPhase(left) ? phaseFigures(left, value) : null,
  }
}

/** Returns what a point measures, as far as it is stated: `DC voltage · Ch 1 · 10 V`. */
export function groupName(point: Pick<Measurement, 'function' | 'channel' | 'range'>): string {
  return [point.function, point.channel, point.range].filter(Boolean).join(' · ')
}

/** Which columns have a value in at least one row. */
export interface PointColumns {
  readonly found: boolean
  readonly left: boolean
  readonly uncertainty: boolean
  readonly decision: boolean
}

/** The columns that the points of a record need. */
export function columnsOf(points: readonly Measurement[]): PointColumns {
  return {
    found: points.some((point) => isStated(point, 'found')),
    left: points.some((point) => isStated(point, 'left')),
    uncertainty: points.some((point) => point.uncertainty !== null),
    decision: points.some((point) => point.decision !== null),
  }
}

/** Whether a point has readings, an observation, or a reason for not measuring in a phase. */
export function isStated(point: Measurement, phase: 'found' | 'left'): boolean {
  return point[`as_${phase}`] !== null
}

/** Whether a person judges a point: its tolerance is stated in words. */
export function isJudged({ tolerance }: Pick<Measurement, 'tolerance'>): boolean {
  return Boolean(tolerance?.text?.trim())
}

/** Whether a row has limits to show, or the text of a tolerance that a person judges. */
export function hasLimits(row: PointRow): boolean {
  const limits = limitsOf(row)
  return Boolean(limits?.lower ?? limits?.upper ?? row.point.tolerance?.text)
}

/** The limits of a row: of the phase that decides. Limits in percent of the reading differ between phases. */
export function limitsOf({ found, left }: PointRow): Pick<PhaseFigures, 'lower' | 'upper'> | null {
  return left ?? found
}

/** Whether limits are figures on any side. */
export function hasNumericLimits(limits: Pick<PhaseFigures, 'lower' | 'upper'> | null): boolean {
  return limits !== null && (limits.lower ?? limits.upper) !== null
}

/** Whether a phase was judged by other limits than its row shows. */
export function hasOwnLimits(phase: PhaseFigures, row: PointRow): boolean {
  const limits = limitsOf(row)
  return hasNumericLimits(phase) && (limits?.lower !== phase.lower || limits.upper !== phase.upper)
}
