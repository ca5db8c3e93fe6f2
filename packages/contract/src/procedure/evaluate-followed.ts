import { pointFields } from '../fields/point.ts'
import { pointFieldsWhere } from '../fields/point-field.ts'
import { evaluateMeasurements, type Evaluation, type EvaluationOptions } from '../measurement/evaluate.ts'
import { Issues, type MeasurementIssue } from '../measurement/issue.ts'
import type { MeasurementCreate } from '../public/measurement.ts'
import type { ProcedureBudget } from '../public/procedures/procedure-budget.ts'
import type { InstrumentPoint } from '../public/procedures/procedure.ts'
import { budgetAtPoint } from './budget-of-point.ts'
import type { StandardUncertainty } from './standard-uncertainty.ts'

/** The objects that points of a record can refer to, and the data of their standards. */
export interface PointReferences {
  /** As `GET /instruments/{id}/points` returns them. */
  readonly points: readonly InstrumentPoint[]
  readonly budgets: readonly ProcedureBudget[]
  /** By the ID of the instrument, in lower case. */
  readonly standards: ReadonlyMap<string, readonly StandardUncertainty[]>
}

/** Without a procedure. */
export const NO_REFERENCES: PointReferences = { points: [], budgets: [], standards: new Map() }

/** Options that apply to all points of an evaluation. */
interface FollowedOptions {
  readonly references: PointReferences
  /** For points that do not state a rule: the first non-blank rule of record, procedure and workspace. */
  readonly decisionRule: string | null
  /** Result of the record; points of an adjusted one are measured again. */
  readonly result?: EvaluationOptions['result']
  /** Whether points have to be measured again, if these are not all points of the record. */
  readonly needsAsLeft?: boolean
  /** The standard of the record, for points that name none. */
  readonly standardId?: string | null | undefined
}

/**
 * Evaluates points that may name a point or a budget of a procedure: omitted members are taken from that point, and the
 * uncertainty from the budget. Stated members are not changed. Source: measurements, sections 1 and 4.
 * @param member name of the list in the request, the first step of the paths of issues
 */
export function evaluateFollowed(
  stated: readonly MeasurementCreate[],
  { references, decisionRule, result, needsAsLeft, standardId }: FollowedOptions,
  member: string,
): Evaluation {
  const followed = followPoints(stated, references, member)
  if (followed.issues.length > 0) return { measurements: [], issues: followed.issues }
  const budgets = new Map(references.budgets.map((budget) => [budget.id, budget]))
  const budgeted = followed.points.map((point, index) => {
    const budget = budgets.get(point.uncertainty?.budget_id ?? '')
    if (!budget) return { point, issues: [] }
    const named = point.standard_asset_id ?? standardId ?? ''
    const standard = references.standards.get(named.toLowerCase()) ?? []
    const { uncertainty, issues } = budgetAtPoint(budget, point, standard, [member, index])
    return { point: { ...point, uncertainty }, issues }
  })
  const evaluated = evaluateMeasurements(
    budgeted.map(({ point }) => point),
    { decisionRule, result: result ?? null, ...(needsAsLeft !== undefined && { needsAsLeft }) },
    member,
  )
  const issues = [...budgeted.flatMap((each) => each.issues), ...evaluated.issues]
  if (issues.length > 0) return { measurements: [], issues }
  return {
    measurements: evaluated.measurements.map((measurement, index) => {
      const { budget_id: budgetId } = followed.points[index]!.uncertainty ?? {}
      if (!budgetId) return measurement
      return { ...measurement, uncertainty: { ...measurement.uncertainty, budget_id: budgetId } }
    }),
    issues: [],
  }
}

/** Members that a point takes from the procedure if they are omitted. */
const TAKEN = [
  ...pointFieldsWhere(pointFields, ({ procedure }) => procedure === 'taken'),
  'uncertainty',
] as (keyof MeasurementCreate & keyof InstrumentPoint)[]

/** Returns points with their omitted members filled in, and issues for references not contained in `references`. */
function followPoints(
  stated: readonly MeasurementCreate[],
  { points, budgets }: PointReferences,
  member: string,
): { points: MeasurementCreate[]; issues: readonly MeasurementIssue[] } {
  const known = new Map(points.map((point) => [point.point_id, point]))
  const budgetIds = new Set(budgets.map(({ id }) => id))
  const issues = new Issues([member])
  const completed = stated.map((point, index) => {
    const pointId = point.point_id?.toLowerCase()
    const followed = pointId === undefined ? undefined : known.get(pointId)
    if (pointId !== undefined && !followed) issues.add([index, 'point_id'], 'field.names_nothing')
    const whole = followed ? completedBy(point, followed) : point
    const budgetId = whole.uncertainty?.budget_id?.toLowerCase()
    if (budgetId === undefined) return whole
    if (!budgetIds.has(budgetId)) issues.add([index, 'uncertainty', 'budget_id'], 'field.names_nothing')
    const values = whole.uncertainty?.expanded ?? whole.uncertainty?.coverage_factor ?? null
    if (values !== null) issues.add([index, 'uncertainty'], 'field.budget_or_values')
    return { ...whole, uncertainty: { budget_id: budgetId } }
  })
  return { points: completed, issues: issues.found }
}

function completedBy(point: MeasurementCreate, followed: InstrumentPoint): MeasurementCreate {
  const taken = TAKEN.map((name) => [name, point[name] ?? followed[name]])
  return { ...point, ...Object.fromEntries(taken), point_id: followed.point_id }
}
