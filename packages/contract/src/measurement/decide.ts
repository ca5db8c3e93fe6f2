import type { DecisionOutcome, MeasurementDecision } from '../public/measured-point.ts'
import { normalInterval } from '../statistics/normal.ts'
import { accept, standardUncertainty, testUncertaintyRatio, type DecisionSubject } from './acceptance.ts'
import { readDecisionRule } from './decision-rule.ts'
import { isWithin } from './limits.ts'
import { minus, quotientText, ratio, signOf, type Quotient } from './quotient.ts'

const ACCEPTED: ReadonlySet<DecisionOutcome> = new Set(['pass', 'conditional_pass', 'conforming'])
const REJECTED: ReadonlySet<DecisionOutcome> = new Set(['fail', 'conditional_fail', 'nonconforming'])

/** What a decision consists of beyond its rule where nothing is computed. */
const NOTHING = {
  outcome: 'not_computed',
  guard_band: null,
  acceptance_lower: null,
  acceptance_upper: null,
  tur: null,
  conformance_probability: null,
  false_accept_probability: null,
  false_reject_probability: null,
} as const satisfies Omit<MeasurementDecision, 'rule'>

/**
 * What the rule in force says of the final phase of a point: outcome, acceptance limits, and the probabilities of a
 * wrong decision, for a normal distribution about the mean. Nothing is computed of a customer's rule, and of a point
 * without limits.
 */
export function decide(rule: string, subject: DecisionSubject): MeasurementDecision {
  const computed = readDecisionRule(rule)
  const { lower, upper } = subject.limits
  if (computed === null || (lower === null && upper === null)) return { rule, ...NOTHING }
  const acceptance = accept(computed, subject)
  const probability = conformanceProbability(subject)
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
    tur: testUncertaintyRatio(subject.limits, subject.uncertainty),
    conformance_probability: probability,
    false_accept_probability: risk(ACCEPTED, (conforming) => 1 - conforming),
    false_reject_probability: risk(REJECTED, (conforming) => conforming),
  }
}

/** Φ((TU − y)/u) − Φ((TL − y)/u), a missing limit drops its term; null without an uncertainty. */
function conformanceProbability({ mean, limits, uncertainty }: DecisionSubject): number | null {
  if (uncertainty === null) return null
  const u = standardUncertainty(uncertainty)
  // Without uncertainty the mean is the true value.
  if (signOf(u) === 0) return isWithin(mean, limits) ? 1 : 0
  const distanceOf = (limit: Quotient) => ratio(minus(limit, mean), u)
  const below = limits.lower === null ? -Infinity : distanceOf(limits.lower)
  const above = limits.upper === null ? Infinity : distanceOf(limits.upper)
  return Math.min(1, Math.max(0, normalInterval(below, above)))
}
