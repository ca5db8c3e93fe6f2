import { csvHead, csvLines, type CsvValue } from '@plumbline/contract'
import type { Cell, OpenSheet } from './table.ts'

/** Yields the lines of a CSV file. */
export async function* asCsv({ columns, rows }: OpenSheet): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const part of rows) yield csvLines(part.map((row) => row.map(plainCell)))
}

/** Converts a cell for formats without objects and lists. */
export function plainCell(cell: Cell): CsvValue {
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell
}

/**
 * Yields a JSON object for each row. Members without a value are omitted from objects that are made of several columns.
 */
export async function* asJsonLines({ columns, rows }: OpenSheet): AsyncGenerator<string> {
  const memberNames = columns.map(memberNameOf)
  const owners = new Set(memberNames.flatMap(({ owner }) => owner ?? []))
  for await (const part of rows) yield part.map((row) => `${JSON.stringify(objectOf(row))}\n`).join('')

  function objectOf(row: readonly Cell[]): object {
    const members = new Map<string, Cell | Map<string, Cell>>()
    for (const owner of owners) members.set(owner, new Map())
    for (const [at, { owner, name }] of memberNames.entries()) {
      const value = row[at] ?? null
      if (owner === undefined) members.set(name, value)
      else if (value !== null) (members.get(owner) as Map<string, Cell>).set(name, value)
    }
    // Labels such as `__proto__` are ordinary members.
    const entries = [...members].map(([name, value]) => [
      name,
      value instanceof Map ? Object.fromEntries(value) : value,
    ])
    return Object.fromEntries(entries) as object
  }
}

/** Returns the member of a column, and the object that contains it if the column is named `object.member`. */
function memberNameOf(column: string): { owner?: string; name: string } {
  const dot = column.indexOf('.')
  return dot < 0 ? { name: column } : { owner: column.slice(0, dot), name: column.slice(dot + 1) }
}
