import { isNamedDecisionRule } from '@plumbline/contract/tolerance'
import { t } from '../../base/messages.ts'

/** A decision rule as people read it: a chosen one by its name, another one in its own words. */
export function decisionRuleName(rule: string): string {
  return isNamedDecisionRule(rule) ? t(`decisionRule.${rule}`) : rule
}
