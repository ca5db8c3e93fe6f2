import type { Measurement } from '@plumbline/contract'
import { exponentBetween, withoutDirection } from '@plumbline/contract/measurement'
import { pointDeviations, type PointDeviations } from '../points/point-deviations.ts'
import { groupName } from '../points/point-rows.ts'

/** A point with its place in the record, from 0. */
export interface ChartPoint extends PointDeviations {
  index: number
}

/** Points that share an axis: one function, range and unit, whichever way they were approached. */
export interface ChartGroup {
  key: string
  /** Function, channel and range; empty where none is named. */
  name: string
  unit: string
  points: ChartPoint[]
}

/**
 * The points of a record that can be drawn, by what they have in common; points of different units are never together.
 * Rising and falling points of one channel are.
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

/** The group whose point takes most of its tolerance as found, of several the first; one out of no tolerance goes first. */
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
