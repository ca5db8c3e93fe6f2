import { join, raw, type Sql } from '../../../platform/db/index.ts'
import { columnNames, type FieldTable } from './recorded-payload.ts'

/** How columns are read for a comparison. */
interface ReadingColumns {
  /** Alias of the table, where the select has several. */
  readonly of?: string
  /** Expressions of columns that entries record in another form than the table has, by column. */
  readonly as?: Readonly<Record<string, Sql>>
}

/** The columns of recorded fields, for a select that reads what the ledger is compared with. */
export function recordedColumns(table: FieldTable, { of, as = {} }: ReadingColumns = {}): Sql {
  const prefix = of === undefined ? '' : `${of}.`
  return join(columnNames(table).map((column) => as[column] ?? raw(`${prefix}${column}`)))
}
