import type { DecisionOutcome } from '../fields/point-words.ts'
import type { MeasurementDecision } from '../public/measured-point.ts'
import { studentInterval } from '../statistics/student-t.ts'
import {
  accept,
  standardUncertainty,
  testUncertaintyRatio,
  uncertainty95,
  type DecisionSubject,
} from './guard-band.ts'
import { readDecisionRule } from './decision-rule.ts'
import { isWithin } from './limits.ts'
import { minus, quotientText, ratio, signOf, type Quotient } from './quotient.ts'

const ACCEPTED: ReadonlySet<DecisionOutcome> = new Set(['pass', 'conditional_pass', 'conforming'])
const REJECTED: ReadonlySet<DecisionOutcome> = new Set(['fail', 'conditional_fail', 'nonconforming'])

/** The members of a decision, other than its rule, if nothing is computed. */
const NOTHING = {
  outcome: 'not_computed',
  guard_band: null,
  acceptance_lower: null,
  acceptance_upper: null,
  expanded_95: null,
  tur: null,
  conformance_probability: null,
  false_accept_probability: null,
  false_reject_probability: null,
} as const satisfies Omit<MeasurementDecision, 'rule'>

/** Returns a decision for which nothing is computed. */
export function undecided(rule: string): MeasurementDecision {
  return { rule, ...NOTHING }
}

/**
 * Returns the decision of the applicable rule for a phase of a point: outcome, acceptance limits, and the probabilities
 * of a wrong decision, for a normal distribution about the mean, or Student's if degrees of freedom are stated. Nothing
 * is computed for a customer's rule, or for a point without limits.
 */
export function decide(
  rule: string,
  measured: Omit<DecisionSubject, 'conformanceProbability'>,
): MeasurementDecision {
  const computed = readDecisionRule(rule)
  const { lower, upper } = measured.limits
  if (computed === null || (lower === null && upper === null)) return undecided(rule)
  const probability = conformanceProbability(measured)
  const subject = { ...measured, conformanceProbability: probability }
  const acceptance = accept(computed, subject)
  const text = (number: Quotient | null, least: number) =>
    number && quotientText(number, subject.places, least)
  const risk = (of: ReadonlySet<DecisionOutcome>, value: (conforming: number) => number) =>
    probability !== null && of.has(acceptance.outcome) ? value(probability) : null
  return {
    rule,
    outcome: acceptance.outcome,
    guard_band: text(acceptance.guardBand, 0),
    acceptance_lower: text(acceptance.lower, subject.limitPlaces),
    acceptance_upper: text(acceptance.upper, subject.limitPlaces),
    expanded_95: text(subject.uncertainty && uncertainty95(subject.uncertainty), 0),
    tur: testUncertaintyRatio(subject.limits, subject.uncertainty),
    conformance_probability: probability,
    false_accept_probability: risk(ACCEPTED, (conforming) => 1 - conforming),
    false_reject_probability: risk(REJECTED, (conforming) => conforming),
  }
}

/**
 * Returns F((TU − y)/u) − F((TL − y)/u), where a missing limit drops its term; null without an uncertainty. F is
 * Student's distribution with the stated degrees of freedom, otherwise the normal one.
 */
function conformanceProbability({
  mean,
  limits,
  uncertainty,
}: Pick<DecisionSubject, 'mean' | 'limits' | 'uncertainty'>): number | null {
  if (uncertainty === null) return null
  const u = standardUncertainty(uncertainty)
  // Without an uncertainty, the mean is treated as the true value.
  if (signOf(u) === 0) return isWithin(mean, limits) ? 1 : 0
  const distanceOf = (limit: Quotient) => ratio(minus(limit, mean), u)
  const below = limits.lower === null ? -Infinity : distanceOf(limits.lower)
  const above = limits.upper === null ? Infinity : distanceOf(limits.upper)
  return Math.min(1, Math.max(0, studentInterval(below, above, uncertainty.degreesOfFreedom)))
}
