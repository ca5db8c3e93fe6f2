import type { AppCalibrationCreate, PointOverride } from '@plumbline/contract'
import { instrumentPoints, type PointGround, type StandardUncertainty } from '@plumbline/contract/procedure'
import type { FollowedRevision } from '../../procedures/index.ts'

/** What points of a record may name: the procedure of its instrument, with the overrides of the instrument. */
export interface RecordGround extends PointGround {
  readonly procedure: FollowedRevision
}

/** The ground of a record. */
export function recordGround(
  procedure: FollowedRevision,
  overrides: readonly PointOverride[] | null,
  standards: ReadonlyMap<string, readonly StandardUncertainty[]>,
): RecordGround {
  const points = instrumentPoints(procedure.points, overrides)
  return { procedure, points, budgets: procedure.budgets, standards }
}

/** Whether points of a body name a point or a budget of a procedure. */
export function namesProcedure({ measurements }: AppCalibrationCreate): boolean {
  return (measurements ?? []).some((point) => point.point_id != null || point.uncertainty?.budget_id != null)
}
