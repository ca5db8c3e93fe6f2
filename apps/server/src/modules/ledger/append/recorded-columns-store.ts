import { join, raw, type Sql } from '../../../platform/db/index.ts'
import { columnNames, type FieldTable } from './recorded-payload.ts'

/** How to read columns for a comparison. */
interface ReadingColumns {
  /** Alias of the table, if the select has several. */
  readonly of?: string
  /** Expressions for columns that entries record in a different form than the table, by column. */
  readonly as?: Readonly<Record<string, Sql>>
}

/** Columns of recorded fields, for a select whose result is compared with the ledger. */
export function recordedColumns(table: FieldTable, { of, as = {} }: ReadingColumns = {}): Sql {
  const prefix = of === undefined ? '' : `${of}.`
  return join(columnNames(table).map((column) => as[column] ?? raw(`${prefix}${column}`)))
}
