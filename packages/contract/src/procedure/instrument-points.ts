import type { PointOverride } from '../fields/instrument.ts'
import type { InstrumentPoint, ProcedurePoint } from '../public/procedures/procedure.ts'

/**
 * Returns the points required by a calibration of an instrument, in order: those of the procedure, with the
 * instrument's own nominal values and tolerances. An override of a point that the revision does not contain has no
 * effect.
 */
export function instrumentPoints(
  points: readonly ProcedurePoint[],
  overrides: readonly PointOverride[] | null,
): InstrumentPoint[] {
  const byPoint = new Map((overrides ?? []).map((override) => [override.point_id, override]))
  return points.map(({ id, budget_id: budgetId, ...point }) => {
    const override = byPoint.get(id)
    return {
      ...point,
      point_id: id,
      nominal: override?.nominal ?? point.nominal,
      tolerance: override?.tolerance ?? point.tolerance,
      uncertainty: budgetId === null ? null : { budget_id: budgetId },
      override_reason: override?.reason ?? null,
    }
  })
}
