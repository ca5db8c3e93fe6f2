import type { Measurement } from '@plumbline/contract'
import { isMeasuredPhase } from '@plumbline/contract/measurement'

/** Which points of a record are shown. */
export const pointFilters = ['all', 'out', 'near'] as const
export type PointFilter = (typeof pointFilters)[number]

/** Percent of its tolerance from which a deviation lies near the limit. */
const NEAR_PERCENT = 80

/** The points of a filter: out of tolerance as found or as left, or within it and near a limit. */
export function filteredPoints(points: readonly Measurement[], filter: PointFilter): readonly Measurement[] {
  if (filter === 'all') return points
  return points.filter((point) => (filter === 'out' ? isOut(point) : !isOut(point) && isNear(point)))
}

/** Whether a point was out of tolerance as found or as left. */
export function isOut({ as_found: found, as_left: left }: Measurement): boolean {
  return found?.verdict === 'out' || left?.verdict === 'out'
}

function isNear({ as_found: found, as_left: left }: Measurement): boolean {
  return [found, left].some(
    (phase) => isMeasuredPhase(phase) && Number(phase.percent_of_tolerance ?? 0) >= NEAR_PERCENT,
  )
}
