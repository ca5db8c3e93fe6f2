import type { Snapshot } from '../../../platform/db/index.ts'
import { createDifferingRows, deleteDifferingRows, insertDifferingRows } from './differing-rows-store.ts'
import type { DifferingRow } from './projection.ts'

/** Rows that differ from what entries record, collected in a temporary table alongside the live ones. */
export class DifferingRows {
  readonly #queries: Snapshot
  #unwritten = new Map<string, DifferingRow>()

  private constructor(queries: Snapshot) {
    this.#queries = queries
  }

  static async begin(queries: Snapshot): Promise<DifferingRows> {
    await createDifferingRows(queries)
    return new DifferingRows(queries)
  }

  put(row: DifferingRow): void {
    const key = `${row.table} ${row.rowId}`
    const { recorded } = this.#unwritten.get(key) ?? { recorded: null }
    this.#unwritten.set(key, { ...row, recorded: row.recorded ?? recorded })
  }

  /** Discards what was collected about these rows, or about all rows of the table if none are given. */
  async forget(table: string, rowIds?: readonly string[]): Promise<void> {
    await this.settle()
    await deleteDifferingRows(this.#queries, table, rowIds ?? null)
  }

  async settle(): Promise<void> {
    if (this.#unwritten.size === 0) return
    const rows = [...this.#unwritten.values()]
    this.#unwritten = new Map()
    await insertDifferingRows(this.#queries, rows.map(asText))
  }
}

function asText({ recorded, ...row }: DifferingRow) {
  return { ...row, recorded: recorded && JSON.stringify(recorded) }
}
