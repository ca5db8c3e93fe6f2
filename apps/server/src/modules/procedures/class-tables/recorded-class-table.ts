import type { ClassTableContent } from '@plumbline/contract'
import { canonicalJson, RecordedPayload, type CanonicalValue } from '../../ledger/index.ts'

/** A class table as stored: its content, and its version number. */
export type ClassTableFields = ClassTableContent & { readonly version: number }

/** Recorded fields of a table; their names are its columns. */
export const classTableFields = {
  name: 'name',
  source: 'source',
  unit: 'unit',
  deviation_unit: 'deviation_unit',
  classes: 'classes',
  rows: 'rows',
  version: 'version',
} as const satisfies Record<keyof ClassTableFields, string>

/** The payload of a new table's entry. */
export const classTablePayload = new RecordedPayload({
  kinds: ['class_table.created'],
  fields: classTableFields,
})

/** Returns the values before and after of each member that differs; empty if none does. */
export function classTableChanges(
  before: ClassTableFields,
  after: ClassTableFields,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> {
  const names = Object.keys(classTableFields) as (keyof ClassTableFields)[]
  const changed = names.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]))
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]))
}
