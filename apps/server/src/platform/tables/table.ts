import type { Snapshot } from '../db/index.ts'

/** A value of a row; objects and lists are written as JSON in formats that have none. */
export type Cell = string | number | boolean | object | null | undefined

/**
 * The rows of a sheet from a single snapshot, in batches. A name such as `customFields.Bin` is a member of an object in
 * JSON.
 */
export interface OpenSheet {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Rows that are read while they are sent. */
export interface Sheet {
  /** At most 25 characters, without brackets and slashes: workbooks display it. */
  readonly name: string
  readonly open: (snapshot: Snapshot) => Promise<OpenSheet>
}

/** Data exported as one file. */
export interface Table {
  /** File name without extension. */
  readonly name: string
  /** A workbook contains all of them, any other file only the first. */
  readonly sheets: readonly [Sheet, ...Sheet[]]
}

/** Columns, and how each is read from a row. */
export type ColumnsOf<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Returns a sheet whose columns each read their value from a row. */
export function sheetOf<Row>(
  name: string,
  columns: ColumnsOf<Row>,
  parts: (snapshot: Snapshot) => AsyncIterable<readonly Row[]>,
): Sheet {
  const readers = Object.values(columns)
  async function* rowsOf(snapshot: Snapshot) {
    for await (const rows of parts(snapshot)) yield rows.map((row) => readers.map((read) => read(row)))
  }
  return { name, open: async (snapshot) => ({ columns: Object.keys(columns), rows: rowsOf(snapshot) }) }
}
