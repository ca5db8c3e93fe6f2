import { exponentBetween } from '../measurement/unit-scale.ts'
import { readDecimal } from '../measurement/decimal-text.ts'
import { Issues, type IssuePath, type MeasurementIssue } from '../measurement/issue.ts'
import { standardDeviation } from '../measurement/phase.ts'
import type { MeasurementCreate, MeasurementUncertainty, NominalValue } from '../public/measurement.ts'
import type {
  ContributorValueSource,
  ProcedureBudget,
  ProcedureContributor,
} from '../public/procedures/procedure-budget.ts'
import type { UncertaintyContributor } from '../public/uncertainty.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { evaluateBudget } from '../uncertainty/evaluate-budget.ts'
import type { StandardUncertainty } from './standard-uncertainty.ts'

/** What a budget comes to at a point; null without readings, and where there are issues. */
export interface BudgetAtPoint {
  readonly uncertainty: MeasurementUncertainty | null
  readonly issues: readonly MeasurementIssue[]
}

/** The point that a budget is computed at. */
interface PointOfBudget {
  readonly nominal: NominalValue
  /** Of the final phase. */
  readonly readings: readonly string[]
  readonly resolution: string | null
  /** What the last calibration of its standard says of several points; empty where that is not known. */
  readonly standard: readonly StandardUncertainty[]
}

/**
 * The expanded uncertainty of a budget at a point, with what its contributors take from the point: the experimental standard
 * deviation of the mean (JCGM 100, 4.2.3), half the resolution, and U/k of the standard. Source: measurements, section 4.
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
  const subject = { nominal, readings, resolution, standard }
  const unit = isBlank(budget.unit) ? nominal.unit : budget.unit!
  const contributors = budget.contributors.map((contributor) => withValue(contributor, subject, unit, issues))
  if (issues.found.length > 0) return { uncertainty: null, issues: issues.found }
  const { result } = evaluateBudget({ ...budget, contributors })
  // A sound budget has a result; values from the point are never negative.
  if (result === null) return { uncertainty: null, issues: [] }
  return {
    uncertainty: {
      expanded: result.expanded_uncertainty,
      coverage_factor: String(result.coverage_factor),
      unit,
      confidence_level: `${budget.coverage ?? '95.45'} %`,
    },
    issues: [],
  }
}

/** As left where it has readings, else as found. */
function finalReadings({ as_found: found, as_left: left }: MeasurementCreate): readonly string[] {
  const after = left?.readings ?? []
  return after.length > 0 ? after : (found?.readings ?? [])
}

function withValue(
  { value_from: source, ...contributor }: ProcedureContributor,
  point: PointOfBudget,
  unit: string,
  issues: Issues,
): UncertaintyContributor {
  if (!source) return { ...contributor, value: contributor.value ?? '0' }
  const { value, ...members } = TAKEN[source](point, unit, issues)
  return { ...contributor, value: String(value), ...members }
}

/** A value that a contributor takes from the point, and what follows for it. */
type TakenValue = { value: number } & Partial<Omit<UncertaintyContributor, 'value'>>

const TAKEN: Readonly<
  Record<ContributorValueSource, (point: PointOfBudget, unit: string, issues: Issues) => TakenValue>
> = {
  readings: ({ nominal, readings }, unit, issues) => {
    const deviation = deviationOfMean(readings)
    if (deviation === null) issues.add(['uncertainty', 'budget_id'], 'field.budget_needs_readings')
    const value = (deviation ?? 0) * scaleOf(nominal.unit, unit, issues)
    return { value, divisor: '1', degrees_of_freedom: Math.max(1, readings.length - 1) }
  },
  resolution: ({ nominal, resolution }, unit, issues) => {
    if (isBlank(resolution)) issues.add(['resolution'], 'field.missing')
    return { value: (Number(resolution ?? 0) / 2) * scaleOf(nominal.unit, unit, issues) }
  },
  standard: (point, unit, issues) => {
    const stated = nearest(point, unit)
    if (!stated) issues.add(['uncertainty', 'budget_id'], 'field.budget_needs_standard')
    return { value: stated ? standardUncertaintyIn(stated, unit) : 0, divisor: '1' }
  },
}

/** s/√n; null for one reading. */
function deviationOfMean(readings: readonly string[]): number | null {
  const numbers = readings.map(readDecimal).filter((number) => number !== null)
  if (numbers.length < readings.length) return null
  const deviation = standardDeviation(numbers)
  return deviation === null ? null : Number(deviation) / Math.sqrt(readings.length)
}

/** The power of ten between two units of one quantity; 1 with an issue where they are of two. */
function scaleOf(from: string, to: string, issues: Issues): number {
  const exponent = exponentBetween(from, to)
  if (exponent === null) issues.add(['uncertainty', 'budget_id'], 'field.unit_differs', { unit: from })
  return 10 ** (exponent ?? 0)
}

/** What the standard's calibration says nearest to the point, in a unit of the same quantity. */
function nearest({ nominal, standard }: PointOfBudget, unit: string): StandardUncertainty | undefined {
  const comparable = standard.filter((each) => exponentBetween(each.unit, unit) !== null)
  const distanceTo = (each: StandardUncertainty) => {
    const exponent = each.nominal && exponentBetween(each.nominal.unit, nominal.unit)
    return each.nominal === null || exponent === null
      ? Infinity
      : Math.abs(Number(each.nominal.value) * 10 ** exponent - Number(nominal.value))
  }
  return comparable.toSorted((one, other) => distanceOrder(distanceTo(one), distanceTo(other)))[0]
}

/** Without a distance comes last, in the order in which it stood. */
function distanceOrder(one: number, other: number): number {
  return one === other ? 0 : one - other
}

function standardUncertaintyIn({ expanded, coverage_factor: factor, unit }: StandardUncertainty, to: string) {
  return (Number(expanded) / Number(factor)) * 10 ** exponentBetween(unit, to)!
}
