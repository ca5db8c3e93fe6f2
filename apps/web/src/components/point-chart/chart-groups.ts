import type { Measurement } from '@plumbline/contract'
import { exponentBetween, withoutDirection } from '@plumbline/contract/measurement'
import { pointDeviations, type PointDeviations } from '../points/point-deviations.ts'
import { groupName } from '../points/point-rows.ts'

/** A point with its index in the record. */
export interface ChartPoint extends PointDeviations {
  index: number
}

/** Points that share an axis: one function, range and unit, in any direction. */
export interface ChartGroup {
  key: string
  /** Function, channel and range; empty if none is stated. */
  name: string
  unit: string
  points: ChartPoint[]
}

/**
 * Returns the drawable points of a record, grouped by function, channel, range and unit. Rising and falling points of a
 * channel are in one group.
 */
export function chartGroups(measurements: readonly Measurement[]): ChartGroup[] {
  const groups: ChartGroup[] = []
  for (const [index, point] of measurements.entries()) {
    const deviations = pointDeviations(point)
    if (deviations === null) continue
    const name = groupName({ ...point, channel: withoutDirection(point.channel) })
    const { unit } = deviations
    const group = groups.find((one) => one.name === name && exponentBetween(one.unit, unit) === 0)
    if (group) group.points.push({ ...deviations, index })
    else groups.push({ key: `${name} ${unit}`, name, unit, points: [{ ...deviations, index }] })
  }
  return groups
}

/** Returns the group with the point that uses most of its tolerance as found, the first of several; a point out of a tolerance without width ranks highest. */
export function worstGroup(groups: readonly ChartGroup[]): ChartGroup | undefined {
  let worst: { group: ChartGroup; use: number } | undefined
  for (const group of groups) {
    const use = Math.max(...group.points.map(useOf))
    if (worst === undefined || use > worst.use) worst = { group, use }
  }
  return worst?.group
}

function useOf({ found, left }: ChartPoint): number {
  const phase = found ?? left
  if (phase === null) return 0
  return phase.percent === null ? (phase.isOutside ? Infinity : 0) : Math.abs(phase.percent)
}
