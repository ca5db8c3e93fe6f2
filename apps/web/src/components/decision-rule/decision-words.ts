import type { ReadingDecision } from '@plumbline/contract/reading'
import { comparisonUnder, isNamedDecisionRule } from '@plumbline/contract/tolerance'
import { withDecimalMark } from '../../base/decimal-mark.ts'
import { t } from '../../base/messages.ts'
import { cutTo } from '../points/point-figures.ts'
import { decisionRuleName } from './decision-rule-name.ts'

/** Maximum number of decimal places of acceptance limits that result from a root or power of the uncertainty. */
const DIGITS_MAX = 10

/**
 * Returns the decision on a single reading and the acceptance limits, or why the rule is not applied. Empty if the rule is the
 * simple comparison with the limits.
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
