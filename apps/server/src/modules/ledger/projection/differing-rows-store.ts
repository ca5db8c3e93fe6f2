import { sql, type RowStream, type Snapshot } from '../../../platform/db/index.ts'

/** A row that differs, with the values that it must get. */
export interface StoredDifference {
  rowId: string
  /** Null if no entry records it. */
  recorded: Record<string, unknown> | null
}

/** Creates the connection's temporary table of differing rows. */
export async function createDifferingRows(snapshot: Snapshot): Promise<void> {
  await snapshot.rows(sql`
    create temporary table differing_rows (
      table_name text not null,
      row_id text collate "C" not null,
      recorded jsonb,
      primary key (table_name, row_id)
    ) on commit preserve rows`)
}

/**
 * A row whose position differs from the recorded one appears both as missing and as surplus; it must become as
 * recorded.
 */
export async function insertDifferingRows(
  snapshot: Snapshot,
  rows: readonly { table: string; rowId: string; recorded: string | null }[],
): Promise<void> {
  await snapshot.rows(sql`
    insert into differing_rows as d (table_name, row_id, recorded)
    select table_name, row_id, recorded::jsonb
    from unnest(
      ${rows.map(({ table }) => table)}::text[],
      ${rows.map(({ rowId }) => rowId)}::text[],
      ${rows.map(({ recorded }) => recorded)}::text[]
    ) as new (table_name, row_id, recorded)
    on conflict (table_name, row_id) do update set recorded = coalesce(excluded.recorded, d.recorded)`)
}

/** @param rowIds null: all rows of the table */
export async function deleteDifferingRows(
  snapshot: Snapshot,
  table: string,
  rowIds: readonly string[] | null,
): Promise<void> {
  await snapshot.rows(sql`
    delete from differing_rows
    where table_name = ${table} and (${rowIds}::text[] is null or row_id = any(${rowIds}::text[]))`)
}

/** Returns the number of differing rows in each table. */
export async function countDifferingRows(snapshot: Snapshot): Promise<Map<string, number>> {
  const rows = await snapshot.rows<{ table: string; count: number }>(sql`
    select table_name as "table", count(*) as count from differing_rows group by table_name order by table_name`)
  return new Map(rows.map(({ table, count }) => [table, count]))
}

/** Walks differing rows of a table, ordered by id: either those that entries record, or those that no entry records. */
export function streamDifferingRows(
  snapshot: Snapshot,
  table: string,
  isRecorded: boolean,
): RowStream<StoredDifference> {
  return snapshot.stream(sql`
    select row_id as "rowId", recorded
    from differing_rows
    where table_name = ${table} and (recorded is not null) = ${isRecorded}
    order by row_id`)
}
