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
   * Compares the rows with those of the table.
   * @param idColumn names the row; the entries that tell of it have it as their subject
   */
  async compare(
    found: RowWalk<RowColumns>,
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

/** How rows are compared whose columns do not stand in the ledger as they are. */
interface Comparing {
  /** What a found row says, as the ledger says it. */
  readonly read?: (row: RowColumns) => RowColumns
  /** The columns of a found row that differs, as they have to become. */
  readonly write?: ((recorded: RowColumns, found: RowColumns) => RowColumns) | undefined
  /** Rows of the ledger that the table need not have. */
  readonly except?: ReadonlySet<string>
}

/** Compares the told columns of one row with the found ones; undefined: no entry tells of it. */
export function compareRow(
  table: string,
  rowId: string,
  told: ToldRow | undefined,
  found: RowColumns,
  findings: Pick<Findings, 'fault' | 'differs'>,
  { write = (recorded) => recorded }: { write?: ((recorded: RowColumns) => RowColumns) | undefined } = {},
): void {
  if (!told) {
    findings.fault({ table, rowId, column: null, expected: null, actual: found, index: null })
    findings.differs({ table, rowId, recorded: null })
    return
  }
  const { columns, index } = told
  let isSame = true
  for (const column in columns) {
    const [expected, actual] = [columns[column], found[column]]
    if (sameValue(expected, actual)) continue
    isSame = false
    findings.fault({ table, rowId, column, expected, actual, index })
  }
  if (!isSame) findings.differs({ table, rowId, recorded: write(columns) })
}

/** Leaves word of a row that entries tell of and that is not there. */
export function missingRow(
  table: string,
  rowId: string,
  { columns, index }: ToldRow,
  findings: Pick<Findings, 'fault' | 'differs'>,
): void {
  findings.fault({ table, rowId, column: null, expected: columns, actual: null, index })
  findings.differs({ table, rowId, recorded: columns })
}
