import { raw, sql, type RowStream, type Snapshot } from '../../../platform/db/index.ts'
import type { DerivedTable } from '../projection/derived-table.ts'

/** Walks the IDs whose rows differ from those derived from the read models. */
export function streamUnfollowed(
  snapshot: Snapshot,
  { table, id, rows }: DerivedTable,
): RowStream<{ id: string }> {
  // Each side is computed once, and no column of either is ever null.
  return snapshot.stream(sql`
    select distinct ${raw(id)}::text as id
    from (select *, true as is_recorded from (${rows(null)}) as recorded) as recorded
    natural full join (
      select *, true as is_stored from ${raw(table)} where workspace_id = ${snapshot.workspaceId}) as stored
    where is_recorded is null or is_stored is null`)
}

export async function deleteFollowing(
  queries: Snapshot,
  { table, id }: DerivedTable,
  ids: readonly string[],
): Promise<void> {
  await queries.rows(sql`
    delete from ${raw(table)}
    where workspace_id = ${queries.workspaceId} and ${raw(id)}::text = any(${ids}::text[])`)
}

/** Writes the rows derived from the read models. */
export async function insertFollowing(
  queries: Snapshot,
  { table, rows }: DerivedTable,
  ids: readonly string[],
): Promise<void> {
  await queries.rows(sql`insert into ${raw(table)} ${rows(ids)}`)
}
