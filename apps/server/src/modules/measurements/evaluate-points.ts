import { because, type EvaluatedMeasurements, type MeasurementEvaluation } from '@plumbline/contract'
import { evaluateMeasurements, ruleInForce } from '@plumbline/contract/measurement'
import { validationError } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { issuesRefusal } from './issues-refusal.ts'

/**
 * What a record with these points would state, under the rule of each point, of the request or of the workspace.
 * @throws 422 VALIDATION_ERROR with the path of each member that keeps a point from being computed
 */
export function evaluatePoints(
  { workspace }: Pick<Caller, 'workspace'>,
  { points, decision_rule: decisionRule }: MeasurementEvaluation,
): EvaluatedMeasurements {
  refuseUnknownIds(points)
  const rule = ruleInForce(decisionRule, workspace.defaultDecisionRule)
  const { measurements, issues } = evaluateMeasurements(points, { decisionRule: rule }, 'points')
  if (issues.length > 0) throw issuesRefusal(issues)
  return { points: [...measurements] }
}

/** Points and budgets that stand in a procedure; a workspace without procedures has none. */
function refuseUnknownIds(points: MeasurementEvaluation['points']): void {
  const reason = because('field.names_nothing')
  const unknown = points.flatMap((point, index) => [
    ...(point.point_id ? [['points', index, 'point_id']] : []),
    ...(point.uncertainty?.budget_id ? [['points', index, 'uncertainty', 'budget_id']] : []),
  ])
  if (unknown.length === 0) return
  throw validationError(unknown.map((path) => ({ loc: ['body', ...path], type: 'unknown_value', reason })))
}
