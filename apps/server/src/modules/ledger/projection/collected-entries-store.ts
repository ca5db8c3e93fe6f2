import { raw, sql, type RowStream, type Snapshot } from '../../../platform/db/index.ts'

/** Consecutive entries collected under their subject, with their content as text. */
export interface CollectedLine {
  subjectId: string
  /** Index of the last of them. */
  index: number
  content: string
}

/**
 * Creates a temporary table visible only to this connection. It is dropped with the transaction, or with the
 * connection if that uses it in several transactions.
 */
export async function createCollectedTable(snapshot: Snapshot, table: string): Promise<void> {
  await snapshot.rows(sql`
    create temporary table ${raw(table)} (subject_id text collate "C" not null, index bigint not null, content text not null)
    on commit ${raw(snapshot.keepsTables ? 'preserve rows' : 'drop')}`)
}

/** @param lines ID, index and content, separated by tabs, with a line end after each but the last */
export async function insertCollectedLines(snapshot: Snapshot, table: string, lines: string): Promise<void> {
  await snapshot.rows(sql`
    insert into ${raw(table)} (subject_id, index, content)
    select split_part(line, e'\t', 1), split_part(line, e'\t', 2)::bigint, split_part(line, e'\t', 3)
    from string_to_table(${lines}, e'\n') as line`)
}

/** Walks every line of the IDs that have one from the index on, ordered by ID and index. */
export function streamCollectedLines(
  snapshot: Snapshot,
  table: string,
  since: number,
): RowStream<CollectedLine> {
  return snapshot.stream(sql`
    select subject_id as "subjectId", index, content
    from ${raw(table)}
    where ${since}::bigint = 0 or subject_id in (select subject_id from ${raw(table)} where index >= ${since}::bigint)
    order by subject_id, index`)
}

/** Returns every line of these IDs, ordered by ID and index. */
export async function findCollectedLines(
  snapshot: Snapshot,
  table: string,
  subjectIds: readonly string[],
): Promise<CollectedLine[]> {
  return snapshot.rows<CollectedLine>(sql`
    select subject_id as "subjectId", index, content
    from ${raw(table)}
    where subject_id = any(${subjectIds}::text[])
    order by subject_id, index`)
}

/** Creates an index for lookups by ID. */
export async function indexCollectedTable(snapshot: Snapshot, table: string): Promise<void> {
  await snapshot.rows(
    sql`create index if not exists ${raw(`${table}_subject`)} on ${raw(table)} (subject_id, index)`,
  )
  await snapshot.rows(sql`analyze ${raw(table)}`)
}
