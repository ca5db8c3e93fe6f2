import type { ReadingDecision } from '@plumbline/contract/reading'
import { comparisonUnder, isNamedDecisionRule } from '@plumbline/contract/tolerance'
import { withDecimalMark } from '../../base/decimal-mark.ts'
import { t } from '../../base/messages.ts'
import { cutTo } from '../points/point-figures.ts'
import { decisionRuleName } from './decision-rule-name.ts'

/** Digits after the point of an acceptance limit that a root or a power of the uncertainty leads to. */
const DIGITS_MAX = 10

/**
 * What the decision rule says of a single reading, and between which limits it accepts one; or why it is not applied.
 * Empty where a rule in words is the plain comparison with the limits.
 */
export function decisionWords({ decision, missing }: ReadingDecision, unit: string): string {
  const rule = decisionRuleName(decision.rule)
  if (missing !== null) return t(`decisionRule.missing.${missing}`, { rule })
  if (decision.outcome === 'not_computed') {
    const isPlain = !isNamedDecisionRule(decision.rule) && comparisonUnder(decision.rule) !== 'other'
    return isPlain ? '' : t('decisionRule.plainComparison', { rule })
  }
  const outcome = t(`point.outcome.${decision.outcome}`)
  return [t('decisionRule.outcome', { rule, outcome }), limitWords(decision, unit)].filter(Boolean).join(' ')
}

function limitWords(
  { acceptance_lower: lower, acceptance_upper: upper }: ReadingDecision['decision'],
  unit: string,
): string {
  if (lower === null || upper === null) return ''
  if (Number(lower) > Number(upper)) return t('decisionRule.noZone')
  const shown = (limit: string) => withDecimalMark(cutTo(limit, DIGITS_MAX, 0))
  return t('decisionRule.acceptance', { lower: shown(lower), upper: `${shown(upper)} ${unit}`.trim() })
}
