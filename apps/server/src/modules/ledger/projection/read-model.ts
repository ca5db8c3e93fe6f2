import type { Sql } from '../../../platform/db/index.ts'

/** A table whose rows are readings of the ledger, and what building one of them again has to know. */
export interface ReadModel {
  readonly table: string
  /** The column that names a row within its workspace. */
  readonly id: string
  /** Columns of the primary key; workspace and id unless given. */
  readonly key?: readonly string[]
  /** It has no column of the workspace. */
  readonly isShared?: true
  /**
   * Columns whose values no two rows share, each with a value that is free whatever others have: rows take it while
   * values move between them. The table is `t` there.
   */
  readonly unique?: Readonly<Record<string, Sql>>
  /** Columns that no entry records, with what they begin with in a row that is made anew. */
  readonly beginning?: Readonly<Record<string, Sql>>
  /** Columns that no entry records and that nothing can take the place of, as secrets: no row is made anew. */
  readonly irreplaceable?: readonly string[]
}
