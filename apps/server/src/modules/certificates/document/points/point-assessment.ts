import type { DecisionOutcome, MeasuredPhase, Measurement } from '@plumbline/contract'
import { finalPhase } from '@plumbline/contract/measurement'
import { comparisonUnder, isNamedDecisionRule } from '@plumbline/contract/tolerance'

/** A rule with a guard band of so many times the uncertainty. */
const WITH_FACTOR = /^guard_band_r=\s*(\S.*)$/

/** The factor of a rule that has one. */
export function factorOf(rule: string): string | undefined {
  return WITH_FACTOR.exec(rule.trim())?.[1]
}

/** Whether anything can be said of the conformity of a point: its rule is computed, or is the comparison with the limits. */
export function isAssessed({ decision }: Measurement): boolean {
  if (decision === null) return false
  const rule = decision.rule.trim()
  return isNamedDecisionRule(rule) || factorOf(rule) !== undefined || comparisonUnder(rule) === 'limits'
}

/**
 * What the rule says of a phase. The decision is about the final phase; of an earlier one, only a rule that is the
 * comparison with the limits says anything.
 */
export function outcomeOf(point: Measurement, phase: MeasuredPhase): DecisionOutcome | undefined {
  const { decision } = point
  if (decision === null || !isAssessed(point)) return undefined
  const isFinal = phase === finalPhase(point)
  if (isFinal && decision.outcome !== 'not_computed') return decision.outcome
  if (comparisonUnder(decision.rule) === 'limits') return outcomes[phase.verdict]
  return isFinal ? 'not_computed' : undefined
}

const outcomes = { in: 'pass', out: 'fail', not_comparable: 'not_computed' } as const

/** Whether a rule is in force at a point that the server computes, and nothing could be computed. */
export function isNotEvaluated(point: Measurement): boolean {
  const final = finalPhase(point)
  return final !== null && outcomeOf(point, final) === 'not_computed'
}
