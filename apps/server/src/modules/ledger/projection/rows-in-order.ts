import type { RowStream } from '../../../platform/db/index.ts'
import type { RecordedPayload } from '../append/recorded-payload.ts'
import { sameValue } from '../rules/same-value.ts'
import type { Findings, ReplayedEntry } from './projection.ts'
import { compareRow, missingRow, type RowColumns, type ReplayedRow } from './replayed-rows.ts'

/** A row of a table whose rows are written once, each for one entry. */
export type EntryRow = RowColumns & { readonly ledger_index: unknown }

/** The position of a row in the order of comparison. */
type RowKey = number | string

/** A row as recorded by entries. It does not need to be built if the existing row matches, as nearly all do. */
export interface RecordedRow<Row extends RowColumns = EntryRow> {
  /** Index of the entry. */
  readonly index: number
  readonly columns: () => RowColumns
  /** Whether a row has the same values in all of these columns. */
  readonly isIn: (found: Row) => boolean
}

/** Returns a row made of the columns recorded by a payload and some others. */
export function recordedRow(
  { payload, index }: Pick<ReplayedEntry, 'payload' | 'index'>,
  form: RecordedPayload,
  others: RowColumns,
): RecordedRow {
  return {
    index,
    columns: () => ({ ...form.columns(payload), ...others }),
    isIn: (found) => form.isIn(payload, found) && isIn(others, found),
  }
}

/** Returns a row made of these columns. */
export function rowOf(columns: RowColumns, index: number): RecordedRow {
  return { index, columns: () => columns, isIn: (found) => isIn(columns, found) }
}

function isIn(columns: RowColumns, found: RowColumns): boolean {
  for (const column in columns) if (!sameValue(columns[column], found[column])) return false
  return true
}

/** A table, and the order in which its rows are compared. */
export interface OrderedTable<Row extends RowColumns> {
  readonly table: string
  readonly idColumn: string
  /** The position of an existing row; a row without one sorts first. */
  readonly rowKeyOf: (row: Row) => RowKey
  /** Every row, in that order. */
  readonly found: RowStream<Row>
}

/** Position function for tables whose rows are in the order of the ledger. */
export function byLedgerIndex(row: EntryRow): RowKey {
  return Number(row.ledger_index)
}

/**
 * Compares a table row by row while rows are rebuilt in the order in which the table is read. The table may be as
 * large as the ledger itself, so none of it is held in memory.
 */
export class RowsInOrder<Row extends RowColumns = RowColumns> {
  readonly #of: OrderedTable<Row>
  readonly #findings: Findings

  constructor(of: OrderedTable<Row>, findings: Findings) {
    this.#of = of
    this.#findings = findings
  }

  /** Compares the row recorded for this position with the existing row. */
  compare(key: RowKey, recorded: RecordedRow<Row>): void | Promise<void> {
    const found = this.take(key)
    if (!(found instanceof Promise)) return this.#compareRecorded(found, recorded)
    return found.then((row) => this.#compareRecorded(row, recorded))
  }

  #compareRecorded(row: Row | undefined, recorded: RecordedRow<Row>): void {
    if (row && recorded.isIn(row)) return this.#findings.compared(1)
    const columns = recorded.columns()
    this.compareWith(row, String(columns[this.#of.idColumn]), { columns, index: recorded.index })
  }

  /** Returns the existing row at this position. Rows before it are not recorded by any entry. */
  take(key: RowKey): Row | undefined | Promise<Row | undefined> {
    const { found, rowKeyOf } = this.#of
    for (;;) {
      const row = found.peek()
      if (!row) return this.#takeLoaded(key)
      const rowKey = rowKeyOf(row)
      if (rowKey === key) {
        found.skip()
        return row
      }
      if (rowKey > key) return undefined
      this.surplus(row)
      found.skip()
    }
  }

  /** Compares a row returned by `take`. */
  compareWith(row: Row | undefined, rowId: string, recorded: ReplayedRow): void {
    const { table } = this.#of
    if (!row) return missingRow(table, rowId, recorded, this.#findings)
    this.#findings.compared(1)
    compareRow(table, rowId, recorded, row, this.#findings)
  }

  /** Call it after the last row: whatever remains is not recorded by any entry. */
  async end(): Promise<void> {
    const { found } = this.#of
    for (let row = await found.load(); row; row = await found.load()) {
      this.surplus(row)
      found.skip()
      await this.#findings.settle()
    }
  }

  /** Reports a row that no entry records. */
  surplus(row: Row): void {
    const { table, idColumn } = this.#of
    compareRow(table, String(row[idColumn]), undefined, row, this.#findings)
    this.#findings.compared(1)
  }

  async #takeLoaded(key: RowKey): Promise<Row | undefined> {
    return (await this.#of.found.load()) ? this.take(key) : undefined
  }
}
