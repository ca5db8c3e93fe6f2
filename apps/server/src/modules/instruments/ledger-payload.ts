import {
  canonicalJson,
  columnsOf,
  fieldsWithout,
  RecordedPayload,
  type CanonicalValue,
} from '../ledger/index.ts'
import { lifecycleFields, statedFields } from './columns.ts'
import type { LifecycleFields, StatedFields } from './instrument.ts'

/** Fields that entries of the ledger contain, by column name. */
export type RecordedFields = StatedFields & LifecycleFields

/**
 * The content of entries about an instrument, from which alone its row can be rebuilt: all fields of a new
 * instrument, then each changed field before and after. Four columns are the entry's own time (`created_at`,
 * `updated_at`, `retired_at`, `extension_granted_at`), one is its position (`ledger_index`); the basis, the group,
 * the due dates and the effect of a calibration on status and quarantine follow by rule.
 */
const recordedFields = {
  ...statedFields,
  ...fieldsWithout(lifecycleFields, 'retiredAt', 'extensionGrantedAt'),
}

/** The payload of a new instrument's entry. */
export const instrumentPayload = new RecordedPayload({
  kinds: ['instrument.created'],
  within: 'instrument',
  fields: recordedFields,
})

/** Returns each recorded field that differs, before and after, by column; empty if nothing differs. */
export function changesBetween(
  before: RecordedFields,
  after: RecordedFields,
): Record<string, { before: CanonicalValue; after: CanonicalValue }> {
  const [fieldsBefore, fieldsAfter] = [instrumentPayload.fields(before), instrumentPayload.fields(after)]
  const changed = Object.keys(fieldsAfter).filter(
    (column) => canonicalJson(fieldsBefore[column]!) !== canonicalJson(fieldsAfter[column]!),
  )
  return Object.fromEntries(
    changed.map((column) => [column, { before: fieldsBefore[column]!, after: fieldsAfter[column]! }]),
  )
}

const nameOfColumn = new Map<string, string>(
  Object.entries(columnsOf(recordedFields)).map(([name, column]) => [column, name]),
)

/** Returns the recorded fields for the columns of an entry. Throws Error for an unknown column. */
export function fieldsOfColumns(columns: Readonly<Record<string, unknown>>): Partial<RecordedFields> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => {
      const name = nameOfColumn.get(column)
      if (name === undefined) throw new Error(`an instrument has no column ${column}`)
      return [name, value]
    }),
  )
}
