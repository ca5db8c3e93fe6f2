import { isNamedDecisionRule } from '@plumbline/contract/tolerance'
import { t } from '../../base/messages.ts'

/** Prefix of guard bands that are a fraction of the uncertainty, followed by the fraction. */
const PART_OF_U = 'guard_band_r='

/** A decision rule as people read it: a chosen one by its name, another one in its own words. */
export function decisionRuleName(rule: string): string {
  if (isNamedDecisionRule(rule)) return t(`decisionRule.${rule}`)
  if (rule.startsWith(PART_OF_U))
    return t('decisionRule.guard_band_r', { factor: rule.slice(PART_OF_U.length).trim() })
  return rule
}
