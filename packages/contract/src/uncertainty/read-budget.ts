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
  readonly sensitivity: number
  /** Null for infinitely many. */
  readonly degreesOfFreedom: number | null
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

/** What makes half a width, or a stated uncertainty, a standard uncertainty (JCGM 100, 4.3). */
const DIVISORS: Readonly<Record<ContributorDistribution, number>> = {
  normal: 1,
  rectangular: Math.sqrt(3),
  triangular: Math.sqrt(6),
  u_shaped: Math.SQRT2,
  student: 1,
}

/** Two standard deviations of the normal distribution, in percent. */
const COVERAGE_DEFAULT = '95.45'

/** Reads a budget; what is wrong with it is added to `issues`, and the numbers are then of no use. */
export function readBudget(budget: UncertaintyBudget, issues: Issues): BudgetNumbers {
  const contributors = budget.contributors.map((contributor, index) =>
    readContributor(contributor, ['contributors', index], issues),
  )
  return {
    contributors,
    correlations: readCorrelations(budget, issues),
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
  if (degreesOfFreedom !== null && degreesOfFreedom <= 0) {
    issues.add([...path, 'degrees_of_freedom'], 'field.positive')
  }
  return {
    name: stated.name,
    standardUncertainty: value / divisor,
    sensitivity: isSent(stated.sensitivity)
      ? readNumber(stated.sensitivity, [...path, 'sensitivity'], issues)
      : 1,
    degreesOfFreedom,
  }
}

/** Each pair once, by the names of two contributors that no other one has. */
function readCorrelations({ contributors, correlations }: UncertaintyBudget, issues: Issues): Correlation[] {
  const names = contributors.map(({ name }) => name)
  const pairs = new Set<string>()
  return (correlations ?? []).map((stated, index) => {
    const path = ['correlations', index]
    const [a, b] = [names.indexOf(stated.a), names.indexOf(stated.b)]
    for (const member of ['a', 'b'] as const) {
      const count = names.filter((name) => name === stated[member]).length
      if (count !== 1) issues.add([...path, member], 'field.names_no_contributor')
    }
    const pair = [a, b].toSorted((one, other) => one - other).join()
    if (a === b || pairs.has(pair)) issues.add(path, 'field.pair_once')
    pairs.add(pair)
    const coefficient = readNumber(stated.coefficient, [...path, 'coefficient'], issues)
    if (Math.abs(coefficient) > 1) issues.add([...path, 'coefficient'], 'field.from_minus_one_to_one')
    return { a, b, coefficient }
  })
}

function readCoverage(text: string, issues: Issues): number {
  const percent = readNumber(text, ['coverage'], issues)
  if (percent <= 0 || percent >= 100) issues.add(['coverage'], 'field.percent_between')
  return percent / 100
}

function isSent(text: string | null | undefined): text is string {
  return text !== null && text !== undefined
}

function readNumber(text: string, path: IssuePath, issues: Issues): number {
  if (readDecimal(text) === null) issues.add(path, 'field.format_decimal')
  return Number(text)
}
