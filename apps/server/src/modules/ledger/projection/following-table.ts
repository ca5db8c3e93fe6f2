import type { Sql } from '../../../platform/db/index.ts'

/** A table that triggers write from rows of read models. None of its columns is ever null. */
export interface FollowingTable {
  readonly table: string
  /** The column that names the row which it follows. */
  readonly id: string
  /** A query for its rows as they follow from those of the read models, for all ids or for these. */
  readonly rows: (ids: readonly string[] | null) => Sql
}
