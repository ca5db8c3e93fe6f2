import type { FormPoints } from '../points/use-form-points.ts'
import type { NeededByPoints } from './visible-fields.ts'

/** Returns which other entries the points of a form require; null for a record with a single reading. */
export function neededByPoints({ entries, summary, deviations }: FormPoints): NeededByPoints | null {
  if (entries.length === 0) return null
  return {
    isOut: summary.pointsOut > 0,
    departs: deviations.pointsLeftOut.length > 0 || deviations.outside.length > 0,
  }
}
