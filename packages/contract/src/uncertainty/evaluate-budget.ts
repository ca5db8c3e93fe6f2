import { Issues, type MeasurementIssue } from '../measurement/issue.ts'
import type { EvaluatedUncertainty, UncertaintyBudget } from '../public/uncertainty.ts'
import { coverageQuantile } from '../statistics/student-t.ts'
import { readBudget, type BudgetNumbers, type Contributor } from './read-budget.ts'
import { shapeOf, shapeFactor } from './dominating-shape.ts'
import { roundedUncertainty } from './rounding.ts'

/** The result of a budget, or the problems that prevent it from being computed. */
export interface BudgetEvaluation {
  /** Null if there are issues. */
  readonly result: EvaluatedUncertainty | null
  readonly issues: readonly MeasurementIssue[]
}

/**
 * Fraction of the sum of squares below which a negative remainder is rounding and not a contradiction of correlations.
 */
const ROUNDING = 1e-12

/**
 * Returns the combined and expanded uncertainty of a budget. Source: JCGM 100:2008, 5.1.2, 5.2.2, 6.2.1 and G.4.1;
 * EA-4/02, S9 to S11; measurements, section 4.
 */
export function evaluateBudget(budget: UncertaintyBudget): BudgetEvaluation {
  const issues = new Issues([])
  const numbers = readBudget(budget, issues)
  if (issues.found.length > 0) return { result: null, issues: issues.found }
  const result = evaluateNumbers(numbers)
  if (result === null) issues.add(['correlations'], 'field.correlations_contradict')
  return { result, issues: issues.found }
}

/** Evaluates numbers that were read from a budget; null if correlations contradict each other. */
export function evaluateNumbers(numbers: BudgetNumbers): EvaluatedUncertainty | null {
  const variance = varianceOf(numbers)
  return variance === null ? null : resultOf(numbers, variance)
}

function resultOf(numbers: BudgetNumbers, variance: number): EvaluatedUncertainty {
  const { contributors, coverage } = numbers
  const combined = Math.sqrt(variance)
  const degrees = effectiveDegrees(numbers, variance)
  const shape = shapeOf(numbers, combined)
  const factor = shape === null ? coverageQuantile(coverage, degrees) : shapeFactor(shape, coverage)
  return {
    combined_standard_uncertainty: combined,
    effective_degrees_of_freedom: degrees,
    distribution: shape?.distribution ?? (degrees === null ? 'normal' : 'student'),
    // As in printed tables.
    coverage_factor: Number(factor.toFixed(2)),
    expanded_uncertainty: roundedUncertainty(factor * combined),
    contributions: contributors.map((contributor) => ({
      name: contributor.name,
      standard_uncertainty: contributor.standardUncertainty,
      contribution: contributionOf(contributor),
      share_percent: variance === 0 ? 0 : (contributionOf(contributor) ** 2 / variance) * 100,
    })),
  }
}

/** Returns the sum of squares plus twice each correlated product; null if correlations would make it negative. */
function varianceOf({ contributors, correlations }: BudgetNumbers): number | null {
  const squares = contributors.reduce((sum, contributor) => sum + contributionOf(contributor) ** 2, 0)
  const signed = contributors.map(signedContribution)
  const products = correlations.reduce(
    (sum, { a, b, coefficient }) => sum + 2 * coefficient * signed[a]! * signed[b]!,
    0,
  )
  const variance = squares + products
  if (variance < -squares * ROUNDING) return null
  return variance < squares * ROUNDING ? 0 : variance
}

/** Returns |c|·u, the contribution to the uncertainty of the result. */
function contributionOf({ sensitivity, standardUncertainty }: Contributor): number {
  return Math.abs(sensitivity) * standardUncertainty
}

/**
 * Returns the effective degrees of freedom by Welch–Satterthwaite, truncated to an integer of at least 1; null if no
 * contributor has finitely many. Contributors of one ensemble count once, with the degrees of freedom of its
 * observations and their joint contribution (Willink 2007).
 */
function effectiveDegrees({ contributors, correlations }: BudgetNumbers, variance: number): number | null {
  const joint = new Map<string, { variance: number; degrees: number }>()
  for (const [index, contributor] of contributors.entries()) {
    const { degreesOfFreedom: degrees } = contributor
    if (degrees === null) continue
    const group = joint.get(groupOf(contributor, index)) ?? { variance: 0, degrees }
    group.variance += contributionOf(contributor) ** 2
    joint.set(groupOf(contributor, index), group)
  }
  for (const { a, b, coefficient } of correlations) {
    const [one, other] = [contributors[a]!, contributors[b]!]
    const group = joint.get(groupOf(one, a))
    if (!group || groupOf(one, a) !== groupOf(other, b)) continue
    group.variance += 2 * coefficient * signedContribution(one) * signedContribution(other)
  }
  const sum = [...joint.values()].reduce((total, group) => total + group.variance ** 2 / group.degrees, 0)
  if (variance === 0) return null
  // A sum that is an integer except for rounding is not truncated to the integer below it.
  const degrees = Math.max(1, Math.floor((variance ** 2 / sum) * (1 + ROUNDING)))
  return Number.isSafeInteger(degrees) ? degrees : null
}

/** Returns the group of a contributor: its ensemble, or otherwise a group of its own. */
function groupOf({ ensemble, degreesOfFreedom }: Contributor, index: number): string {
  return ensemble === null ? String(index) : `${degreesOfFreedom} ${ensemble}`
}

function signedContribution({ sensitivity, standardUncertainty }: Contributor): number {
  return sensitivity * standardUncertainty
}
