import type { Sql } from '../../../platform/db/index.ts'

/** A table whose rows are derived from the ledger, and what is needed to rebuild one of them. */
export interface ReadModel {
  readonly table: string
  /** The column that identifies a row within its workspace. */
  readonly id: string
  /** Columns of the primary key; defaults to workspace and ID. */
  readonly key?: readonly string[]
  /** It has no workspace column. */
  readonly isShared?: true
  /**
   * Columns with unique values, each with an expression for a value that is always free: rows take it temporarily
   * while values move between them. The table has the alias `t` there.
   */
  readonly unique?: Readonly<Record<string, Sql>>
  /** Columns that no entry records, with their initial value in a row that is recreated. */
  readonly beginning?: Readonly<Record<string, Sql>>
  /**
   * Columns that no entry records and that cannot be substituted, such as secrets: rows with them are never
   * recreated.
   */
  readonly irreplaceable?: readonly string[]
}
