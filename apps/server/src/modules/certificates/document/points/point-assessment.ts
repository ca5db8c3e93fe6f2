import type { DecisionOutcome, MeasuredPhase, Measurement } from '@plumbline/contract'
import { finalPhase } from '@plumbline/contract/measurement'
import { comparisonUnder, isNamedDecisionRule } from '@plumbline/contract/tolerance'

/** A rule whose guard band is a multiple of the uncertainty. */
const WITH_FACTOR = /^guard_band_r=\s*(\S.*)$/

/** Returns the factor of such a rule. */
export function factorOf(rule: string): string | undefined {
  return WITH_FACTOR.exec(rule.trim())?.[1]
}

/** Returns the rule in force at a point; undefined if there is none. */
export function ruleOf({ decision, as_found: found, as_left: left }: Measurement): string | undefined {
  return (decision ?? left?.decision ?? found?.decision)?.rule.trim()
}

/** Whether the conformity of a point can be assessed: its rule is computed, or is the comparison with the limits. */
export function isAssessed(point: Measurement): boolean {
  const rule = ruleOf(point)
  if (rule === undefined) return false
  return isNamedDecisionRule(rule) || factorOf(rule) !== undefined || comparisonUnder(rule) === 'limits'
}

/**
 * Returns the outcome of a phase under the rule. Records of the first version of the rules contain only the decision
 * of the final phase; for an earlier phase, an outcome is available only if the rule is the comparison with the
 * limits.
 */
export function outcomeOf(point: Measurement, phase: MeasuredPhase): DecisionOutcome | undefined {
  if (!isAssessed(point)) return undefined
  const isFinal = phase === finalPhase(point)
  const outcome = (phase.decision ?? (isFinal ? point.decision : null))?.outcome
  if (outcome !== undefined && outcome !== 'not_computed') return outcome
  if (comparisonUnder(ruleOf(point)) === 'limits') return outcomes[phase.verdict]
  return isFinal || phase.decision !== null ? 'not_computed' : undefined
}

const outcomes = { in: 'pass', out: 'fail', not_comparable: 'not_computed' } as const

/** Whether a computed rule is in force at a point but nothing could be computed. */
export function isNotEvaluated(point: Measurement): boolean {
  const final = finalPhase(point)
  return final !== null && outcomeOf(point, final) === 'not_computed'
}
