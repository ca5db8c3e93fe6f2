import type { EvaluatedUncertainty, UncertaintyBudget } from '@plumbline/contract'
import { evaluateBudget } from '@plumbline/contract/uncertainty'
import { issuesRefusal } from '../../platform/errors.ts'

/**
 * What a budget comes to.
 * @throws 422 VALIDATION_ERROR with the path of each member that keeps it from being computed
 */
export function evaluateUncertainty(budget: UncertaintyBudget): EvaluatedUncertainty {
  const { result, issues } = evaluateBudget(budget)
  if (result === null) throw issuesRefusal(issues)
  return result
}
