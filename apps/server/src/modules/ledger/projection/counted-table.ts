import type { Sql } from '../../../platform/db/index.ts'

/** A table of maintained counts. */
export interface CountedTable {
  readonly table: string
  /** Columns by which it counts. */
  readonly columns: readonly string[]
  /** The rows of one workspace to be counted, with those columns: what follows `from`. */
  readonly counted: Sql
}
