import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { streamTable } from '../../../platform/outbox/index.ts'

/** How often a key called an operation on a day. */
export interface KeyUseRow {
  keyId: string
  /** Day in UTC, YYYY-MM-DD. */
  day: string
  operation: string
  requests: number
}

/** Adds to the existing counts, in the order of the rows, so that two processes cannot deadlock. */
export async function addKeyUse(queries: WorkspaceQueries, rows: readonly KeyUseRow[]): Promise<void> {
  await queries.rows(sql`
    insert into api_key_uses as u (workspace_id, key_id, day, operation, requests)
    select stream.workspace_id, new.key_id, new.day, new.operation, new.requests
    from ${streamTable}
    cross join unnest(
      ${rows.map(({ keyId }) => keyId)}::uuid[],
      ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ operation }) => operation)}::text[],
      ${rows.map(({ requests }) => requests)}::bigint[]
    ) as new (key_id, day, operation, requests)
    where stream.workspace_id = ${queries.workspaceId}
    order by new.key_id, new.day, new.operation
    on conflict (workspace_id, key_id, day, operation) do update set requests = u.requests + excluded.requests`)
}

/** Returns the use of a key since a day, most recent day first, then by operation. */
export async function useOfKey(
  queries: WorkspaceQueries,
  keyId: string,
  firstDay: string,
): Promise<Omit<KeyUseRow, 'keyId'>[]> {
  return queries.rows<Omit<KeyUseRow, 'keyId'>>(sql`
    select day, operation, requests
    from api_key_uses
    where workspace_id = ${queries.workspaceId} and key_id = ${keyId} and day >= ${firstDay}::date
    order by day desc, operation`)
}

/** Deletes the use of keys before a day. */
export async function deleteKeyUseBefore(queries: WorkspaceQueries, firstDay: string): Promise<void> {
  await queries.rows(sql`
    delete from api_key_uses where workspace_id = ${queries.workspaceId} and day < ${firstDay}::date`)
}
