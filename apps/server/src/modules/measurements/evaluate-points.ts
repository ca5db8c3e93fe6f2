import {
  because,
  type EvaluatedMeasurements,
  type Measurement,
  type MeasurementCreate,
  type MeasurementEvaluation,
} from '@plumbline/contract'
import { evaluateMeasurements, ruleInForce } from '@plumbline/contract/measurement'
import { validationError } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { issuesRefusal } from './issues-refusal.ts'

/** Points of a request, and the member of it that holds them. */
export interface StatedPoints {
  readonly points: readonly MeasurementCreate[]
  readonly member: 'points' | 'measurements'
  /** Of the whole request, for points without a rule of their own. */
  readonly decisionRule: string | null | undefined
}

/**
 * What follows from points, under the rule of each point, of the request or of the workspace.
 * @throws 422 VALIDATION_ERROR with the path of each member that keeps a point from being computed
 */
export function computePoints(
  { workspace }: Pick<Caller, 'workspace'>,
  { points, member, decisionRule }: StatedPoints,
): readonly Measurement[] {
  refuseUnknownIds(points, member)
  const rule = ruleInForce(decisionRule, workspace.defaultDecisionRule)
  const { measurements, issues } = evaluateMeasurements(points, { decisionRule: rule }, member)
  if (issues.length > 0) throw issuesRefusal(issues)
  return measurements
}

/** What a record with these points would state. @throws as `computePoints` */
export function evaluatePoints(
  caller: Pick<Caller, 'workspace'>,
  { points, decision_rule: decisionRule }: MeasurementEvaluation,
): EvaluatedMeasurements {
  return { points: [...computePoints(caller, { points, member: 'points', decisionRule })] }
}

/** Points and budgets that stand in a procedure; a workspace without procedures has none. */
function refuseUnknownIds(points: readonly MeasurementCreate[], member: string): void {
  const reason = because('field.names_nothing')
  const unknown = points.flatMap((point, index) => [
    ...(point.point_id ? [[member, index, 'point_id']] : []),
    ...(point.uncertainty?.budget_id ? [[member, index, 'uncertainty', 'budget_id']] : []),
  ])
  if (unknown.length === 0) return
  throw validationError(unknown.map((path) => ({ loc: ['body', ...path], type: 'unknown_value', reason })))
}
