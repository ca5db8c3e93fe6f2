import type { DecisionOutcome, MeasuredPhase, Measurement } from '@plumbline/contract'
import { finalPhase } from '@plumbline/contract/measurement'
import { comparisonUnder, isNamedDecisionRule } from '@plumbline/contract/tolerance'

/** A rule with a guard band of so many times the uncertainty. */
const WITH_FACTOR = /^guard_band_r=\s*(\S.*)$/

/** The factor of a rule that has one. */
export function factorOf(rule: string): string | undefined {
  return WITH_FACTOR.exec(rule.trim())?.[1]
}

/** The rule in force at a point; undefined without one. */
export function ruleOf({ decision, as_found: found, as_left: left }: Measurement): string | undefined {
  return (decision ?? left?.decision ?? found?.decision)?.rule.trim()
}

/** Whether anything can be said of the conformity of a point: its rule is computed, or is the comparison with the limits. */
export function isAssessed(point: Measurement): boolean {
  const rule = ruleOf(point)
  if (rule === undefined) return false
  return isNamedDecisionRule(rule) || factorOf(rule) !== undefined || comparisonUnder(rule) === 'limits'
}

/**
 * What the rule says of a phase. Records of the first version of the rules have the decision of the final phase alone; of an earlier
 * one, only a rule that is the comparison with the limits says anything there.
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

/** Whether a rule is in force at a point that the server computes, and nothing could be computed. */
export function isNotEvaluated(point: Measurement): boolean {
  const final = finalPhase(point)
  return final !== null && outcomeOf(point, final) === 'not_computed'
}
