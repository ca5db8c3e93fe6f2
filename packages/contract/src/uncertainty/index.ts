// Uncertainty budgets: pure rules that the server and the web application share.
export { evaluateBudget, type BudgetEvaluation } from './evaluate-budget.ts'
export { roundedUncertainty, toPlaceOf } from './rounding.ts'
