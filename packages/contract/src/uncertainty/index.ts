// Uncertainty budgets: pure rules shared by the server and the web application.
export { evaluateBudget, type BudgetEvaluation } from './evaluate-budget.ts'
export { roundedUncertainty, toPlaceOf } from './rounding.ts'
