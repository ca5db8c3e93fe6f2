import { readDecimal } from '../measurement/decimal-text.ts'
import { lacksFactor } from '../measurement/decision-rule.ts'
import { evaluateMeasurement } from '../measurement/evaluate.ts'
import { Issues, type IssuePath, type MeasurementIssue } from '../measurement/issue.ts'
import { checkUnit } from '../measurement/read-members.ts'
import { exponentBetween } from '../tolerance/units/unit-scale.ts'
import type { ProcedureBudget, ProcedureContributor } from '../public/procedures/procedure-budget.ts'
import type { ProcedureContent, ProcedurePoint } from '../public/procedures/procedure.ts'
import type { ConditionLimits, RequiredStandard } from '../public/procedures/procedure-environment.ts'
import { compare } from '../tolerance/decimal.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { evaluateBudget } from '../uncertainty/evaluate-budget.ts'

/** The members of a procedure that are computed or compared; its texts are not checked. */
type CheckedContent = Pick<
  ProcedureContent,
  'points' | 'budgets' | 'environment' | 'required_standards' | 'decision_rule'
>

/**
 * Returns the problems that prevent calibrations from following a procedure, each with its path in the procedure. Empty
 * if it is valid.
 */
export function checkProcedure(content: CheckedContent): readonly MeasurementIssue[] {
  const { points, budgets, environment, required_standards: standards, decision_rule: rule } = content
  const byId = new Map(budgets.map((budget) => [budget.id, budget]))
  const issues = new Issues([])
  if (lacksFactor(rule ?? '')) issues.add(['decision_rule'], 'field.guard_band_factor')
  checkLimits(environment?.temperature, ['environment', 'temperature'], issues)
  checkLimits(environment?.humidity, ['environment', 'humidity'], issues)
  checkStandards(standards, issues)
  checkBudgetNames(budgets, issues)
  return [
    ...issues.found,
    ...points.flatMap((point, index) => pointIssues(point, byId, ['points', index])),
    ...budgets.flatMap((budget, index) => budgetIssues(budget, ['budgets', index])),
  ]
}

/** Evaluates a point in the same way as a record, without readings. */
function pointIssues(
  point: ProcedurePoint,
  budgets: ReadonlyMap<string, ProcedureBudget>,
  path: IssuePath,
): readonly MeasurementIssue[] {
  const { id: _id, budget_id: budgetId, repeats: _repeats, ...measured } = point
  const own = new Issues(path)
  if (budgetId !== null) checkBudgetOf(point, budgets.get(budgetId), own)
  return [...evaluateMeasurement(measured, {}, path).issues, ...own.found]
}

/**
 * Checks that a point states the values that its budget takes from it, and a unit to which that of the budget can be
 * converted.
 */
function checkBudgetOf(
  { nominal, resolution, repeats }: ProcedurePoint,
  budget: ProcedureBudget | undefined,
  issues: Issues,
): void {
  if (!budget) return issues.add(['budget_id'], 'field.names_nothing')
  const sources = new Set(budget.contributors.map(({ value_from: source }) => source))
  if (sources.has('readings') && repeats < 2) issues.add(['repeats'], 'field.budget_needs_repeats')
  if (sources.has('resolution') && resolution === null) issues.add(['resolution'], 'field.missing')
  if (!isBlank(budget.unit) && exponentBetween(budget.unit!, nominal.unit) === null) {
    issues.add(['budget_id'], 'field.unit_differs', { unit: nominal.unit })
  }
}

function budgetIssues(budget: ProcedureBudget, path: IssuePath): readonly MeasurementIssue[] {
  const own = new Issues(path)
  checkUnit(budget.unit ?? '', ['unit'], own)
  for (const [index, contributor] of budget.contributors.entries()) {
    const { value, value_from: source, type } = contributor
    const at = ['contributors', index]
    if (((value ?? null) === null) === ((source ?? null) === null)) own.add(at, 'field.value_or_source')
    if (source === 'readings' && type !== 'A') own.add([...at, 'type'], 'field.readings_are_type_a')
  }
  const { issues } = evaluateBudget({ ...budget, contributors: budget.contributors.map(withValue) })
  return [...own.found, ...issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }))]
}

/** Returns a contributor with a value of 0 if its value is only known with the point. */
function withValue({ value_from: _source, ...contributor }: ProcedureContributor) {
  return { ...contributor, value: contributor.value ?? '0' }
}

function checkBudgetNames(budgets: readonly ProcedureBudget[], issues: Issues): void {
  const names = budgets.map(({ name }) => name)
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) issues.add(['budgets', index, 'name'], 'field.name_twice')
  }
}

function checkLimits(limits: ConditionLimits | null | undefined, path: IssuePath, issues: Issues): void {
  if (!limits) return
  if (limits.lower === null && limits.upper === null) issues.add(path, 'field.no_limit')
  const lower = limits.lower === null ? null : readDecimal(limits.lower)
  const upper = limits.upper === null ? null : readDecimal(limits.upper)
  if (lower !== null && upper !== null && compare(lower, upper) > 0) {
    issues.add([...path, 'upper'], 'field.below_lower')
  }
}

function checkStandards(standards: readonly RequiredStandard[], issues: Issues): void {
  for (const [index, { minimum_tur: minimum }] of standards.entries()) {
    const ratio = minimum === null ? null : readDecimal(minimum)
    if (ratio !== null && ratio.units <= 0n) {
      issues.add(['required_standards', index, 'minimum_tur'], 'field.positive')
    }
  }
}
