import { canonicalJson, type CanonicalValue } from '../ledger/index.ts'
import { standingColumns, statedColumns } from './columns.ts'
import type { StandingFields, StatedFields } from './instrument.ts'

/** Fields that entries of the ledger carry, by the names of their columns. */
export type RecordedFields = StatedFields & StandingFields

type RecordedName = keyof RecordedFields

/**
 * What entries about an instrument say, so that its row can be built again from them alone: the whole of
 * a new instrument, then each changed field before and after. Four columns are the entry's own time
 * (`created_at`, `updated_at`, `retired_at`, `extension_granted_at`), one its place (`ledger_index`); the
 * basis, the group, the due dates and what a calibration does to status and quarantine follow by rule.
 */
const recordedColumns: Readonly<Record<RecordedName, string>> = { ...statedColumns, ...standingColumns }

const STAMPS: ReadonlySet<string> = new Set(['retiredAt', 'extensionGrantedAt'])

const recordedNames = (Object.keys(recordedColumns) as RecordedName[]).filter((name) => !STAMPS.has(name))

/** Every recorded field of a new instrument. */
export function fieldsOfNew(row: RecordedFields): Record<string, CanonicalValue> {
  return Object.fromEntries(recordedNames.map((name) => [recordedColumns[name], row[name]]))
}

/** Before and after of each recorded field that differs, by its column; empty when nothing does. */
export function changesBetween(
  before: RecordedFields,
  after: RecordedFields,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> {
  const changed = recordedNames.filter((name) => canonicalJson(before[name]) !== canonicalJson(after[name]))
  return Object.fromEntries(
    changed.map((name) => [recordedColumns[name], { before: before[name], after: after[name] }]),
  )
}

const nameOfColumn = new Map(recordedNames.map((name) => [recordedColumns[name], name]))

/** The recorded fields behind columns that an entry tells. Raises Error for a column that none of them has. */
export function fieldsOfColumns(columns: Readonly<Record<string, unknown>>): Partial<RecordedFields> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => {
      const name = nameOfColumn.get(column)
      if (name === undefined) throw new Error(`an instrument has no column ${column}`)
      return [name, value]
    }),
  )
}
