import { createHash } from 'node:crypto'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '@plumbline/contract'
import sql, { join, raw, type Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/** A statement as `pg` takes it. */
export interface StatementToSend {
  readonly text: string
  readonly values: unknown[]
}

/** Texts whose name has been computed; the code bounds the number of distinct texts. */
const names = new Map<string, string>()

/**
 * Returns a statement for `pg`, prepared under a name derived from its text, so that a name means the same text on
 * every connection.
 */
export function prepared(statement: Sql): StatementToSend & { name: string } {
  const { text, values } = statement
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return { name, text, values }
}

/** Returns an unprepared statement for `pg`: behind a pooler, other sessions do not know the names. */
export function unprepared({ text, values }: Sql): StatementToSend {
  return { text, values }
}

/** Returns one statement that carries out independent changes. */
export function asOneStatement(changes: readonly Sql[]): Sql {
  const [only] = changes
  if (only && changes.length === 1) return only
  return sql`with ${join(changes.map((change, place) => sql`${raw(`change_${place}`)} as (${change})`))} select`
}

/** Limits whose statements the database caches separately. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX])

/**
 * Limits a list to a number of rows. Common limits are literals in the text: for a parameter the planner assumes a
 * tenth of all rows, considers the generic plan expensive, and plans the statement again every time.
 */
export function limitTo(rows: number): Sql {
  return USUAL_LIMITS.has(rows) ? sql`limit ${raw(String(rows))}` : sql`limit ${rows}::bigint`
}

/** Texts that are sent as the bytes of one parameter. */
export interface PackedTexts {
  /** Position of the first byte of each, counted from one. */
  readonly starts: readonly number[]
  /** Lengths in bytes. */
  readonly lengths: readonly number[]
  /** Returns the expression for a text, of those for its start and length. */
  readonly unpacked: (start: Sql, length: Sql) => Sql
}

/**
 * Packs long texts. As elements of an array each of their quotation marks would be escaped, and read again, which takes
 * as long as storing them.
 */
export function packTexts(texts: readonly string[]): PackedTexts {
  const pieces = texts.map((text) => Buffer.from(text))
  const bytes = Buffer.concat(pieces)
  const lengths = pieces.map((piece) => piece.length)
  let next = 1
  const starts = lengths.map((length) => {
    const start = next
    next += length
    return start
  })
  return {
    starts,
    lengths,
    unpacked: (start, length) =>
      sql`convert_from(substring(${bytes}::bytea from ${start} for ${length}), 'UTF8')`,
  }
}
