import { readDecimal } from '../measurement/decimal-text.ts'
import type { Issues, IssuePath } from '../measurement/issue.ts'
import type {
  ContributorDistribution,
  UncertaintyBudget,
  UncertaintyContributor,
} from '../public/uncertainty.ts'

/** The numbers of one contributor. */
export interface Contributor {
  readonly name: string
  readonly standardUncertainty: number
  /** The divisor that converted the value to the standard uncertainty. */
  readonly divisor: number
  readonly sensitivity: number
  /** Null for infinitely many. */
  readonly degreesOfFreedom: number | null
  readonly distribution: ContributorDistribution
  /** The set of observations that it shares with other contributors; null if it shares none. */
  readonly ensemble: string | null
}

/** A pair of contributors, by their indexes, and their correlation coefficient. */
export interface Correlation {
  readonly a: number
  readonly b: number
  readonly coefficient: number
}

/** The numbers of a budget. */
export interface BudgetNumbers {
  readonly contributors: readonly Contributor[]
  readonly correlations: readonly Correlation[]
  /** Coverage probability, above 0 and below 1. */
  readonly coverage: number
}

/** Divisors that convert half a width, or a stated uncertainty, to a standard uncertainty (JCGM 100, 4.3). */
const DIVISORS: Readonly<Record<ContributorDistribution, number>> = {
  normal: 1,
  rectangular: Math.sqrt(3),
  triangular: Math.sqrt(6),
  u_shaped: Math.SQRT2,
  student: 1,
}

/** Two standard deviations of the normal distribution, in percent. */
const COVERAGE_DEFAULT = '95.45'

/** Range of coverage probabilities in percent for which a factor is computed. */
const COVERAGE_FROM = 50
const COVERAGE_TO = 99.99

/** Reads a budget. Problems are added to `issues`; if there are any, the numbers must not be used. */
export function readBudget(budget: UncertaintyBudget, issues: Issues): BudgetNumbers {
  const contributors = budget.contributors.map((contributor, index) =>
    readContributor(contributor, ['contributors', index], issues),
  )
  const correlations = readCorrelations(budget, issues)
  requireEnsembles(contributors, correlations, issues)
  return {
    contributors,
    correlations,
    coverage: readCoverage(budget.coverage ?? COVERAGE_DEFAULT, issues),
  }
}

function readContributor(stated: UncertaintyContributor, path: IssuePath, issues: Issues): Contributor {
  const value = readNumber(stated.value, [...path, 'value'], issues)
  if (value < 0) issues.add([...path, 'value'], 'field.not_negative')
  const divisor = isSent(stated.divisor)
    ? readNumber(stated.divisor, [...path, 'divisor'], issues)
    : DIVISORS[stated.distribution]
  if (divisor <= 0) issues.add([...path, 'divisor'], 'field.positive')
  const degreesOfFreedom = stated.degrees_of_freedom ?? null
  if (degreesOfFreedom !== null && degreesOfFreedom < 1) {
    issues.add([...path, 'degrees_of_freedom'], 'field.too_small', { limit: 1 })
  }
  return {
    name: stated.name,
    standardUncertainty: value / divisor,
    divisor,
    sensitivity: isSent(stated.sensitivity)
      ? readNumber(stated.sensitivity, [...path, 'sensitivity'], issues)
      : 1,
    degreesOfFreedom,
    distribution: stated.distribution,
    ensemble: stated.ensemble?.trim() || null,
  }
}

/** Reads the correlations: each pair once, by the unique names of two contributors. */
function readCorrelations({ contributors, correlations }: UncertaintyBudget, issues: Issues): Correlation[] {
  const places = placesByName(contributors)
  const pairs = new Set<string>()
  return (correlations ?? []).map((stated, index) => {
    const path = ['correlations', index]
    const [a, b] = [places.get(stated.a) ?? -1, places.get(stated.b) ?? -1]
    if (a < 0) issues.add([...path, 'a'], 'field.names_no_contributor')
    if (b < 0) issues.add([...path, 'b'], 'field.names_no_contributor')
    const pair = a < b ? `${a},${b}` : `${b},${a}`
    if (a >= 0 && b >= 0 && (a === b || pairs.has(pair))) issues.add(path, 'field.pair_once')
    pairs.add(pair)
    const coefficient = readNumber(stated.coefficient, [...path, 'coefficient'], issues)
    if (Math.abs(coefficient) > 1) issues.add([...path, 'coefficient'], 'field.from_minus_one_to_one')
    return { a, b, coefficient }
  })
}

/**
 * Requires ensembles for correlated contributors with finite degrees of freedom: the formula of Welch and Satterthwaite
 * applies to independent contributors (JCGM 100, G.4.1). Contributors of an ensemble come from the same observations,
 * whose degrees of freedom count once (Willink 2007).
 */
function requireEnsembles(
  contributors: readonly Contributor[],
  correlations: readonly Correlation[],
  issues: Issues,
): void {
  for (const [index, { a, b, coefficient }] of correlations.entries()) {
    const [one, other] = [contributors[a], contributors[b]]
    if (!one || !other || coefficient === 0) continue
    if (one.degreesOfFreedom === null && other.degreesOfFreedom === null) continue
    const isJoint = one.ensemble !== null && one.ensemble === other.ensemble
    if (!isJoint || one.degreesOfFreedom !== other.degreesOfFreedom) {
      issues.add(['correlations', index], 'field.correlation_needs_ensemble')
    }
  }
}

/** Returns the index of each contributor by its name; -1 for a name that is not unique. */
function placesByName(contributors: UncertaintyBudget['contributors']): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [index, { name }] of contributors.entries()) places.set(name, places.has(name) ? -1 : index)
  return places
}

function readCoverage(text: string, issues: Issues): number {
  const percent = readNumber(text, ['coverage'], issues)
  if (percent < COVERAGE_FROM || percent > COVERAGE_TO) issues.add(['coverage'], 'field.coverage_between')
  return percent / 100
}

function isSent(text: string | null | undefined): text is string {
  return text !== null && text !== undefined
}

/** Returns a number that passes every check of its range if the text is not a decimal, which is the only problem then. */
function readNumber(text: string, path: IssuePath, issues: Issues): number {
  if (readDecimal(text) !== null) return Number(text)
  issues.add(path, 'field.format_decimal')
  return Number.NaN
}
