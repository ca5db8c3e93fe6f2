import type { Snapshot } from '../db/index.ts'

/** One value of a row; an object or a list stands as JSON where a form of file has none of its own. */
export type Cell = string | number | boolean | object | null | undefined

/** The rows of a sheet from one moment, in parts. A name such as `customFields.Bin` is a member of an object in JSON. */
export interface OpenSheet {
  readonly columns: readonly string[]
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>
}

/** Rows that are read as they go out. */
export interface Sheet {
  /** Of at most 25 characters, without brackets and slashes: workbooks show it. */
  readonly name: string
  readonly open: (snapshot: Snapshot) => Promise<OpenSheet>
}

/** What is exported as one file. */
export interface Table {
  /** Of the file, without its ending. */
  readonly name: string
  /** A workbook holds all of them, any other file the first. */
  readonly sheets: readonly [Sheet, ...Sheet[]]
}

/** A column with how it is read from a row. */
export type ColumnsOf<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Opens rows that each column reads by itself. */
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
