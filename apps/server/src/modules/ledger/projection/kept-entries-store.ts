import { raw, sql, type RowStream, type Snapshot } from '../../../platform/db/index.ts'

/** Consecutive entries collected under their subject, with their content as text. */
export interface KeptLine {
  place: string
  /** Index of the last of them. */
  index: number
  content: string
}

/**
 * Creates a temporary table visible only to this connection. It is dropped with the transaction, or with the
 * connection if that uses it in several transactions.
 */
export async function createKeptTable(snapshot: Snapshot, table: string): Promise<void> {
  await snapshot.rows(sql`
    create temporary table ${raw(table)} (place text collate "C" not null, index bigint not null, content text not null)
    on commit ${raw(snapshot.keepsTables ? 'preserve rows' : 'drop')}`)
}

/** @param lines ID, index and content, separated by tabs, with a line end after each but the last */
export async function insertKeptLines(snapshot: Snapshot, table: string, lines: string): Promise<void> {
  await snapshot.rows(sql`
    insert into ${raw(table)} (place, index, content)
    select split_part(line, e'\t', 1), split_part(line, e'\t', 2)::bigint, split_part(line, e'\t', 3)
    from string_to_table(${lines}, e'\n') as line`)
}

/** Walks every line of the IDs that have one from the index on, ordered by ID and index. */
export function streamKeptLines(snapshot: Snapshot, table: string, since: number): RowStream<KeptLine> {
  return snapshot.stream(sql`
    select place, index, content
    from ${raw(table)}
    where ${since}::bigint = 0 or place in (select place from ${raw(table)} where index >= ${since}::bigint)
    order by place, index`)
}

/** Returns every line of these IDs, ordered by ID and index. */
export async function findKeptLines(
  snapshot: Snapshot,
  table: string,
  places: readonly string[],
): Promise<KeptLine[]> {
  return snapshot.rows<KeptLine>(sql`
    select place, index, content
    from ${raw(table)}
    where place = any(${places}::text[])
    order by place, index`)
}

/** Creates an index for lookups by ID. */
export async function indexKeptTable(snapshot: Snapshot, table: string): Promise<void> {
  await snapshot.rows(
    sql`create index if not exists ${raw(`${table}_place`)} on ${raw(table)} (place, index)`,
  )
  await snapshot.rows(sql`analyze ${raw(table)}`)
}
