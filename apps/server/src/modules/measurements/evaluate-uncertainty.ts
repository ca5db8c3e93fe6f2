import type { EvaluatedUncertainty, UncertaintyBudget } from '@plumbline/contract'
import { evaluateBudget } from '@plumbline/contract/uncertainty'
import { issuesRefusal } from '../../platform/errors.ts'

/**
 * Evaluates an uncertainty budget.
 * @throws 422 VALIDATION_ERROR with the path of each member that prevents its computation
 */
export function evaluateUncertainty(budget: UncertaintyBudget): EvaluatedUncertainty {
  const { result, issues } = evaluateBudget(budget)
  if (result === null) throw issuesRefusal(issues)
  return result
}
