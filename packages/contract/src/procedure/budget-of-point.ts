import { exponentBetween } from '../tolerance/units/unit-scale.ts'
import { readDecimal } from '../measurement/decimal-text.ts'
import { Issues, type IssuePath, type MeasurementIssue } from '../measurement/issue.ts'
import { standardDeviation } from '../measurement/phase.ts'
import type { MeasurementCreate } from '../public/measurement.ts'
import type { MeasurementUncertainty, NominalValue } from '../public/point-values.ts'
import type { ContributorValueSource, ProcedureBudget } from '../public/procedures/procedure-budget.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { evaluateNumbers } from '../uncertainty/evaluate-budget.ts'
import { readBudget, type BudgetNumbers, type Contributor } from '../uncertainty/read-budget.ts'
import {
  nearestUncertainty,
  standardUncertaintyIn,
  type StandardUncertainty,
} from './standard-uncertainty.ts'

/** The uncertainty of a budget at a point; null without readings, or if there are issues. */
export interface BudgetAtPoint {
  readonly uncertainty: MeasurementUncertainty | null
  readonly issues: readonly MeasurementIssue[]
}

/** The point for which a budget is computed. */
interface PointOfBudget {
  readonly nominal: NominalValue
  /** Readings of the final phase. */
  readonly readings: readonly string[]
  readonly resolution: string | null
  /** Data from the last calibration of its standard, nearest to the point; undefined if unknown. */
  readonly standard: StandardUncertainty | undefined
}

/**
 * Returns the expanded uncertainty of a budget at a point, with the values that its contributors take from the point:
 * the experimental standard deviation of the mean (JCGM 100, 4.2.3), half the resolution, and U/k of the standard.
 * Source: measurements, section 4.
 * @param path of the point
 */
export function budgetAtPoint(
  budget: ProcedureBudget,
  point: MeasurementCreate,
  standard: readonly StandardUncertainty[],
  path: IssuePath,
): BudgetAtPoint {
  const readings = finalReadings(point)
  const { nominal, resolution = null } = point
  if (readings.length === 0 || !nominal) return { uncertainty: null, issues: [] }
  const issues = new Issues(path)
  const unit = isBlank(budget.unit) ? nominal.unit : budget.unit!
  const sources = new Set(budget.contributors.flatMap(({ value_from: source }) => source ?? []))
  const subject = {
    nominal,
    readings,
    resolution,
    standard: sources.has('standard') ? nearestUncertainty(standard, nominal, unit) : undefined,
  }
  const taken = new Map([...sources].map((source) => [source, takeValue(source, subject, unit, issues)]))
  if (issues.found.length > 0) return { uncertainty: null, issues: issues.found }
  // Values out of range for a decimal string are not stated.
  if ([...taken.values()].includes(null)) return { uncertainty: null, issues: [] }
  const read = numbersOf(budget)
  const contributors = budget.contributors.map(({ value_from: source }, index) =>
    withValue(read.contributors[index]!, source ? taken.get(source) : null),
  )
  // A valid budget has a result; values from the point are never negative.
  const result = evaluateNumbers({ ...read, contributors })
  if (result === null) return { uncertainty: null, issues: [] }
  return {
    uncertainty: {
      expanded: result.expanded_uncertainty,
      coverage_factor: String(result.coverage_factor),
      unit,
      coverage_probability: budget.coverage ?? '95.45',
      ...(result.effective_degrees_of_freedom !== null && {
        degrees_of_freedom: String(result.effective_degrees_of_freedom),
      }),
    },
    issues: [],
  }
}

/** Returns the as-left readings if there are any, otherwise the as-found readings. */
function finalReadings({ as_found: found, as_left: left }: MeasurementCreate): readonly string[] {
  const after = left?.readings ?? []
  return after.length > 0 ? after : (found?.readings ?? [])
}

/** A cache of parsed budgets: many points share one budget, which may have hundreds of correlations. */
const readBudgets = new WeakMap<ProcedureBudget, BudgetNumbers>()

/** Returns the numbers of a valid budget, with 0 for the values that its contributors take from points. */
function numbersOf(budget: ProcedureBudget): BudgetNumbers {
  const known = readBudgets.get(budget)
  if (known !== undefined) return known
  const contributors = budget.contributors.map(({ value_from: _source, ...contributor }) => ({
    ...contributor,
    value: contributor.value ?? '0',
  }))
  const read = readBudget({ ...budget, contributors }, new Issues([]))
  readBudgets.set(budget, read)
  return read
}

/** Returns the contributor with the value that it takes from the point. */
function withValue(read: Contributor, taken: TakenValue | null | undefined): Contributor {
  if (!taken) return read
  const { value, divisor = read.divisor, ...members } = taken
  return { ...read, ...members, divisor, standardUncertainty: value / divisor }
}

/** Null if the value is out of range for a decimal string. */
function takeValue(
  source: ContributorValueSource,
  point: PointOfBudget,
  unit: string,
  issues: Issues,
): TakenValue | null {
  const taken = TAKEN[source](point, unit, issues)
  return readDecimal(String(taken.value)) === null ? null : taken
}

/** A value that a contributor takes from the point, with the members derived from it. */
type TakenValue = { value: number } & Partial<Pick<Contributor, 'divisor' | 'degreesOfFreedom'>>

const TAKEN: Readonly<
  Record<ContributorValueSource, (point: PointOfBudget, unit: string, issues: Issues) => TakenValue>
> = {
  readings: ({ nominal, readings }, unit, issues) => {
    const deviation = deviationOfMean(readings)
    if (deviation === null) issues.add(['uncertainty', 'budget_id'], 'field.budget_needs_readings')
    const value = (deviation ?? 0) * scaleOf(nominal.unit, unit, issues)
    return { value, divisor: 1, degreesOfFreedom: Math.max(1, readings.length - 1) }
  },
  resolution: ({ nominal, resolution }, unit, issues) => {
    if (isBlank(resolution)) issues.add(['resolution'], 'field.missing')
    return { value: (Number(resolution ?? 0) / 2) * scaleOf(nominal.unit, unit, issues) }
  },
  standard: ({ standard: stated }, unit, issues) => {
    if (!stated) issues.add(['uncertainty', 'budget_id'], 'field.budget_needs_standard')
    return { value: stated ? standardUncertaintyIn(stated, unit)! : 0, divisor: 1 }
  },
}

/** Returns s/√n; null for one reading. */
function deviationOfMean(readings: readonly string[]): number | null {
  // A reading that is no number is refused with the point.
  const numbers = readings.map(readDecimal).filter((number) => number !== null)
  const deviation = standardDeviation(numbers)
  return deviation === null ? null : Number(deviation) / Math.sqrt(readings.length)
}

/** Returns the power of ten between two units of the same quantity; 1, with an issue, if the quantities differ. */
function scaleOf(from: string, to: string, issues: Issues): number {
  const exponent = exponentBetween(from, to)
  if (exponent === null) issues.add(['uncertainty', 'budget_id'], 'field.unit_differs', { unit: from })
  return 10 ** (exponent ?? 0)
}
