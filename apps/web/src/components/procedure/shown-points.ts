import type { FollowedProcedure, InstrumentPoint, ProcedureContent } from '@plumbline/contract'
import type { ShownPoint } from './procedure-points.tsx'

/** Points of a procedure as tables show them. */
export function shownPoints({ points, budgets }: Pick<ProcedureContent, 'points' | 'budgets'>): ShownPoint[] {
  const names = new Map(budgets.map(({ id, name }) => [id, name]))
  return points.map((point) => ({
    ...point,
    key: point.id,
    budget: names.get(point.budget_id ?? '') ?? null,
  }))
}

/** A point of an instrument as tables show it. */
export type ShownInstrumentPoint = ShownPoint & Pick<InstrumentPoint, 'override_reason'>

/** Points of an instrument as tables show them. */
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
