import { canonicalJson, type CanonicalValue } from '../ledger/index.ts'
import type { RecordedSettings } from '../workspaces/index.ts'

/** Returns the values before and after of each setting that differs; empty if none does. */
export function changesBetween(
  before: RecordedSettings,
  after: RecordedSettings,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> {
  const names = Object.keys(after).filter(
    (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  )
  return Object.fromEntries(
    names.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  )
}
