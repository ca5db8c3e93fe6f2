import type { FollowedProcedure, InstrumentPoint, ProcedureContent } from '@plumbline/contract'
import type { ShownPoint } from './procedure-points.tsx'

/** Returns the points of a procedure for display in tables. */
export function shownPoints({ points, budgets }: Pick<ProcedureContent, 'points' | 'budgets'>): ShownPoint[] {
  const names = new Map(budgets.map(({ id, name }) => [id, name]))
  return points.map((point) => ({
    ...point,
    key: point.id,
    budget: names.get(point.budget_id ?? '') ?? null,
  }))
}

/** A point of an instrument, for display in tables. */
export type ShownInstrumentPoint = ShownPoint & Pick<InstrumentPoint, 'override_reason'>

/** Returns the points of an instrument for display in tables. */
export function shownInstrumentPoints(
  points: readonly InstrumentPoint[],
  { budgets }: Pick<FollowedProcedure, 'budgets'>,
): ShownInstrumentPoint[] {
  const names = new Map(budgets.map(({ id, name }) => [id, name]))
  return points.map((point) => ({
    ...point,
    key: point.point_id,
    budget: names.get(point.uncertainty?.budget_id ?? '') ?? null,
  }))
}
