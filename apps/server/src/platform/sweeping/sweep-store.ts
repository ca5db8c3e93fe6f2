import { sql, type Queries, type Sql } from '../db/index.ts'

/** Returns the last key processed by sweeping a folder; empty before its beginning. */
export async function sweptThrough(queries: Queries, folder: string): Promise<string> {
  const [row] = await queries.rows<{ place: string }>(sql`
    select place from storage_sweeps where folder = ${folder}`)
  return row?.place ?? ''
}

export async function noteSwept(queries: Queries, folder: string, key: string, now: Sql): Promise<void> {
  await queries.rows(sql`
    insert into storage_sweeps (folder, place, swept_at) values (${folder}, ${key}, ${now})
    on conflict (folder) do update set place = excluded.place, swept_at = excluded.swept_at`)
}
