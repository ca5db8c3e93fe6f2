import type { PointOverride } from '../fields/instrument.ts'
import type { InstrumentPoint, ProcedurePoint } from '../public/procedures/procedure.ts'

/**
 * The points that a calibration of an instrument asks for, in their order: those of the procedure, with the nominal values
 * and tolerances that the instrument has of its own. An override of a point that the revision lacks is without effect.
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
