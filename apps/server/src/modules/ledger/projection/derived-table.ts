import type { Sql } from '../../../platform/db/index.ts'

/** A table that triggers write based on rows of read models. None of its columns is ever null. */
export interface DerivedTable {
  readonly table: string
  /** The column that identifies the row from which it is derived. */
  readonly id: string
  /** A query for its rows as derived from the read models, for all IDs or the given ones. */
  readonly rows: (ids: readonly string[] | null) => Sql
}
