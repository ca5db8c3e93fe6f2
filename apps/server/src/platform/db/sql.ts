import { createHash } from 'node:crypto'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '@plumbline/contract'
import sql, { join, raw, type Sql } from 'sql-template-tag'

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag'

/** A statement as `pg` takes it. */
export interface StatementToSend {
  readonly text: string
  readonly values: unknown[]
}

/** Texts whose name was computed; the number of distinct texts is bounded by the code. */
const names = new Map<string, string>()

/**
 * A statement as `pg` takes it, prepared under a name derived from its text, so that a name
 * means one text on every connection.
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

/** A statement as `pg` takes it for a single time: another session behind a pooler knows no names. */
export function unprepared({ text, values }: Sql): StatementToSend {
  return { text, values }
}

/** One statement that carries out changes which do not see one another. */
export function asOneStatement(changes: readonly Sql[]): Sql {
  const [only] = changes
  if (only && changes.length === 1) return only
  return sql`with ${join(changes.map((change, place) => sql`${raw(`change_${place}`)} as (${change})`))} select`
}

/** Limits whose statements are kept by the database beside those of any other. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX])

/**
 * Limits a list to so many rows. The usual limits stand in the text: of one that comes as a value the
 * database assumes that it leaves a tenth of all rows, finds such a plan dear, and plans every time anew.
 */
export function limitTo(rows: number): Sql {
  return USUAL_LIMITS.has(rows) ? sql`limit ${raw(String(rows))}` : sql`limit ${rows}::bigint`
}
