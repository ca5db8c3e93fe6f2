import type { Sql } from '../../../platform/db/index.ts'

/** A table of maintained counts. */
export interface CountedTable {
  readonly table: string
  /** Columns that it counts by. */
  readonly columns: readonly string[]
  /** Rows to be counted of one workspace, with those columns: what follows `from`. */
  readonly counted: Sql
}
