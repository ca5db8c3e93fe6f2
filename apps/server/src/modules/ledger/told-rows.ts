import type { RowWalk } from '../../platform/db/index.ts'
import type { Findings } from './projection.ts'
import { sameValue } from './rules/same-value.ts'

/** Columns of a row by their names. */
export type RowColumns = Readonly<Record<string, unknown>>

/** What the entries tell of one row, and which of them spoke last. */
export interface ToldRow {
  readonly columns: RowColumns
  readonly index: number
}

/** Rows of one table as entries tell of them, by id. */
export class ToldRows {
  readonly #table: string
  readonly #rows = new Map<string, ToldRow>()

  constructor(table: string) {
    this.#table = table
  }

  /** Tells of a new row, or of all of a row anew. */
  tell(id: string, columns: RowColumns, index: number): void {
    this.#rows.set(id, { columns, index })
  }

  /** Tells of a change. Raises Error for a row that no entry told of. */
  change(id: string, columns: RowColumns, index: number): void {
    this.tell(id, { ...this.columns(id), ...columns }, index)
  }

  /** Raises Error for a row that no entry told of. */
  columns(id: string): RowColumns {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`no earlier entry tells of ${id} in ${this.#table}`)
    return row.columns
  }

  /** The row is gone from here on. */
  forget(id: string): void {
    this.#rows.delete(id)
  }

  has(id: string): boolean {
    return this.#rows.has(id)
  }

  /**
   * Compares the rows with those of the table, and forgets them on the way: it is the last thing asked of them.
   * @param idColumn names the row; the entries that tell of it have it as their subject
   * @param read what a found row says, where the ledger says it in another way
   */
  async compare(
    found: RowWalk<RowColumns>,
    idColumn: string,
    findings: Findings,
    { read = (row: RowColumns) => row } = {},
  ): Promise<void> {
    for await (const rows of found.pages()) {
      findings.compared(rows.length)
      for (const row of rows) {
        const rowId = String(row[idColumn])
        compareRow(this.#table, rowId, this.#rows.get(rowId), read(row), findings)
        this.#rows.delete(rowId)
      }
    }
    for (const [rowId, row] of this.#rows) findings.fault(missingRow(this.#table, rowId, row))
  }
}

/** Compares the told columns of one row with the found ones; undefined: no entry tells of it. */
export function compareRow(
  table: string,
  rowId: string,
  told: ToldRow | undefined,
  found: RowColumns,
  findings: Pick<Findings, 'fault'>,
): void {
  if (!told) {
    findings.fault({ table, rowId, column: null, expected: null, actual: found, index: null })
    return
  }
  const { columns, index } = told
  for (const column of Object.keys(columns)) {
    const [expected, actual] = [columns[column], found[column]]
    if (!sameValue(expected, actual)) findings.fault({ table, rowId, column, expected, actual, index })
  }
}

/** The fault of a row that entries tell of and that is not there. */
export function missingRow(table: string, rowId: string, { columns, index }: ToldRow) {
  return { table, rowId, column: null, expected: columns, actual: null, index }
}
