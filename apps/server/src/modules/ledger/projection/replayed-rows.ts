import type { RowStream } from '../../../platform/db/index.ts'
import type { Findings } from './projection.ts'
import { sameValue } from '../rules/same-value.ts'

/** Columns of a row by name. */
export type RowColumns = Readonly<Record<string, unknown>>

/** The columns of one row according to its entries, and the index of the last of them. */
export interface ReplayedRow {
  readonly columns: RowColumns
  readonly index: number
}

/** Rows of one table, replayed from entries, by ID. */
export class ReplayedRows {
  readonly #table: string
  readonly #rows = new Map<string, ReplayedRow>()

  constructor(table: string) {
    this.#table = table
  }

  /** Sets all columns of a row. */
  set(id: string, columns: RowColumns, index: number): void {
    this.#rows.set(id, { columns, index })
  }

  /** Changes columns of a row. @throws Error for a row that no entry created */
  change(id: string, columns: RowColumns, index: number): void {
    this.set(id, { ...this.columns(id), ...columns }, index)
  }

  /** @throws Error for a row that no entry created */
  columns(id: string): RowColumns {
    const row = this.#rows.get(id)
    if (!row) throw new Error(`no earlier entry creates ${id} in ${this.#table}`)
    return row.columns
  }

  /** Removes a row. */
  forget(id: string): void {
    this.#rows.delete(id)
  }

  has(id: string): boolean {
    return this.#rows.has(id)
  }

  /** Compares the rows with those of the table. @param idColumn identifies the row and is the subject of its entries */
  async compare(
    found: RowStream<RowColumns>,
    idColumn: string,
    findings: Findings,
    { read = (row) => row, write, except = new Set() }: Comparing = {},
  ): Promise<void> {
    await findings.restart(this.#table)
    const seen = new Set(except)
    for await (const rows of found.pages()) {
      findings.compared(rows.length)
      for (const row of rows) {
        const rowId = String(row[idColumn])
        compareRow(this.#table, rowId, this.#rows.get(rowId), read(row), findings, {
          write: write && ((recorded) => write(recorded, row)),
        })
        seen.add(rowId)
      }
      await findings.settle()
    }
    for (const [rowId, row] of this.#rows) {
      if (!seen.has(rowId)) missingRow(this.#table, rowId, row, findings)
    }
    await findings.settle()
  }
}

/** How to compare rows whose columns differ in form from those in the ledger. */
interface Comparing {
  /** Converts an existing row to the form of the ledger. */
  readonly read?: (row: RowColumns) => RowColumns
  /** Returns the columns to be written to a differing row. */
  readonly write?: ((recorded: RowColumns, found: RowColumns) => RowColumns) | undefined
  /** Rows of the ledger that may be missing from the table. */
  readonly except?: ReadonlySet<string>
}

/** Compares the replayed columns of one row with the existing ones; undefined if no entry created it. */
export function compareRow(
  table: string,
  rowId: string,
  replayed: ReplayedRow | undefined,
  found: RowColumns,
  findings: Pick<Findings, 'fault' | 'differs'>,
  { write = (recorded) => recorded }: { write?: ((recorded: RowColumns) => RowColumns) | undefined } = {},
): void {
  if (!replayed) {
    findings.fault({ table, rowId, column: null, expected: null, actual: found, index: null })
    findings.differs({ table, rowId, recorded: null })
    return
  }
  const { columns, index } = replayed
  let isSame = true
  for (const column in columns) {
    const [expected, actual] = [columns[column], found[column]]
    if (sameValue(expected, actual)) continue
    isSame = false
    findings.fault({ table, rowId, column, expected, actual, index })
  }
  if (!isSame) findings.differs({ table, rowId, recorded: write(columns) })
}

/** Reports a row that entries record but the table lacks. */
export function missingRow(
  table: string,
  rowId: string,
  { columns, index }: ReplayedRow,
  findings: Pick<Findings, 'fault' | 'differs'>,
): void {
  findings.fault({ table, rowId, column: null, expected: columns, actual: null, index })
  findings.differs({ table, rowId, recorded: columns })
}
