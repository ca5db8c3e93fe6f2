import type { Decimal } from '../tolerance/decimal.ts'
import { isNamedDecisionRule, type NamedDecisionRule } from '../tolerance/decision-rule.ts'
import { isBlank } from '../tolerance/normalise-text.ts'
import { readDecimal } from './decimal-text.ts'

/** A decision rule that is computed; `guard_band_r` has a guard band of `factor` times the 95 % uncertainty. */
export type ComputedRule =
  | { readonly kind: NamedDecisionRule }
  | { readonly kind: 'guard_band_r'; readonly factor: Decimal }

const WITH_FACTOR = 'guard_band_r='

/**
 * Returns the computed rule that a text names; null for a rule agreed with the customer, for which nothing is computed.
 */
export function readDecisionRule(text: string): ComputedRule | null {
  const name = text.trim()
  if (isNamedDecisionRule(name)) return { kind: name }
  if (!name.startsWith(WITH_FACTOR)) return null
  const factor = readDecimal(name.slice(WITH_FACTOR.length).trim())
  return factor !== null && factor.units >= 0n ? { kind: 'guard_band_r', factor } : null
}

/**
 * Whether a text begins like a rule with a factor but is not a valid one: a typing error rather than a rule agreed with
 * the customer.
 */
export function lacksFactor(text: string): boolean {
  return text.trim().startsWith(WITH_FACTOR) && readDecisionRule(text) === null
}

/**
 * Returns the first rule that is not blank, in the order point, record, procedure, workspace; null if there is none.
 */
export function ruleInForce(...rules: readonly (string | null | undefined)[]): string | null {
  return rules.find((rule) => !isBlank(rule)) ?? null
}
