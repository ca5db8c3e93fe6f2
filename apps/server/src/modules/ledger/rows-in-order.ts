import type { RowWalk } from '../../platform/db/index.ts'
import type { Findings } from './projection.ts'
import { compareRow, missingRow, type RowColumns } from './told-rows.ts'

/** A row of a table whose rows are written once, each for one entry. */
export type PlacedRow = RowColumns & { readonly ledger_index: unknown }

/**
 * A table whose rows stand in the order of the ledger, compared as the entries are replayed: it may be as large
 * as the ledger itself, and nothing of it is held.
 */
export class RowsInOrder {
  readonly #table: string
  readonly #idColumn: string
  readonly #found: RowWalk<PlacedRow>
  readonly #findings: Findings

  /** @param found every row, ordered by `ledger_index` */
  constructor(table: string, idColumn: string, found: RowWalk<PlacedRow>, findings: Findings) {
    this.#table = table
    this.#idColumn = idColumn
    this.#found = found
    this.#findings = findings
  }

  /** The next entry tells of this row. */
  compare(columns: PlacedRow, index: number): void | Promise<void> {
    for (;;) {
      const row = this.#found.peek()
      if (!row) return this.#compareLoaded(columns, index)
      if (Number(row.ledger_index) >= index) return this.#compareWith(row, columns, index)
      this.#surplus(row)
    }
  }

  /** After the last entry: whatever is left was told of by none. */
  async end(): Promise<void> {
    for (let row = await this.#found.load(); row; row = await this.#found.load()) this.#surplus(row)
  }

  async #compareLoaded(columns: PlacedRow, index: number): Promise<void> {
    const row = await this.#found.load()
    await (row ? this.compare(columns, index) : this.#compareWith(undefined, columns, index))
  }

  #compareWith(row: PlacedRow | undefined, columns: PlacedRow, index: number): void {
    const rowId = String(columns[this.#idColumn])
    if (row?.ledger_index !== index) {
      this.#findings.fault(missingRow(this.#table, rowId, { columns, index }))
      return
    }
    compareRow(this.#table, rowId, { columns, index }, row, this.#findings)
    this.#findings.compared(1)
    this.#found.skip()
  }

  #surplus(row: PlacedRow): void {
    compareRow(this.#table, String(row[this.#idColumn]), undefined, row, this.#findings)
    this.#findings.compared(1)
    this.#found.skip()
  }
}
