import { isBlank } from './normalise-text.ts'

/** Decision rules that a record can name by a token; any other text is the customer's own rule. */
export const namedDecisionRules = [
  'simple_acceptance',
  'guard_band_u',
  'guard_band_u_nonbinary',
  'iso_14253_1',
  'z540_3_method_6',
  'z540_3_rds',
] as const
export type NamedDecisionRule = (typeof namedDecisionRules)[number]

/** Whether a text is the token of a decision rule. */
export function isNamedDecisionRule(text: string): text is NamedDecisionRule {
  return (namedDecisionRules as readonly string[]).includes(text)
}

const SIMPLE_ACCEPTANCE = /\bsimple[ _]acceptance\b|\bshared risk\b|\beinfache (?:akzeptanz|annahme)\b/i

/** Words that make a text about simple acceptance a different rule. */
const OTHERWISE = /guard|schutz|\bw *=(?! *0(?:[\s).,;]|$))|\b(?:no|not|non|kein\w*|nicht)\b/i

/**
 * Returns the meaning of a comparison of readings with their limits under a decision rule: `none` without a rule,
 * `limits` if the rule is that comparison (simple acceptance), `other` if it requires more.
 */
export function comparisonUnder(decisionRule: string | null | undefined): 'none' | 'limits' | 'other' {
  if (decisionRule === null || decisionRule === undefined || isBlank(decisionRule)) return 'none'
  return SIMPLE_ACCEPTANCE.test(decisionRule) && !OTHERWISE.test(decisionRule) ? 'limits' : 'other'
}
