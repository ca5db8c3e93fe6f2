import { t } from '../../messages.ts'
import { isNamedDecisionRule } from '../../tolerance.ts'

/** A decision rule as people read it: a chosen one by its name, another one in its own words. */
export function decisionRuleName(rule: string): string {
  return isNamedDecisionRule(rule) ? t(`decisionRule.${rule}`) : rule
}
