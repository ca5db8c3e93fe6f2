import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** Maximum number of rows per statement, so that no lock is held for long. */
const ROWS_MAX = 2000

/**
 * Deletes deliveries created before the given ID and their attempts, except open ones; returns whether there may be
 * more. A delivery reopened in the meantime is kept: its state is checked again while it is locked, which is not
 * possible for its queue.
 */
export async function deleteDeliveriesBefore(queries: WorkspaceQueries, leastId: string): Promise<boolean> {
  const [open] = await queries.rows<{ ids: string[] | null }>(sql`
    select array_agg(delivery_id) as ids
    from webhook_queue
    where workspace_id = ${queries.workspaceId} and delivery_id < ${leastId}`)
  const rows = await queries.rows(sql`
    with pruned as (
      delete from webhook_deliveries
      where workspace_id = ${queries.workspaceId} and delivery_id in (
        select d.delivery_id
        from webhook_deliveries d
        where d.workspace_id = ${queries.workspaceId} and d.delivery_id < ${leastId}
          and d.delivery_id <> all(${open?.ids ?? []}::uuid[])
        order by d.delivery_id
        limit ${ROWS_MAX})
        and (status in ('succeeded', 'exhausted') or not exists (
          select from webhook_endpoints p
          where p.workspace_id = ${queries.workspaceId} and p.endpoint_id = webhook_deliveries.endpoint_id))
      returning delivery_id
    ),
    forgotten as (
      delete from webhook_attempts a
      using pruned p
      where a.workspace_id = ${queries.workspaceId} and a.delivery_id = p.delivery_id
    )
    select delivery_id from pruned`)
  return rows.length === ROWS_MAX
}

/** Deletes the bodies of events before the given ID that no delivery refers to any more. */
export async function deleteEventsBefore(queries: WorkspaceQueries, leastId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from webhook_events
    where workspace_id = ${queries.workspaceId} and event_id in (
      select e.event_id
      from webhook_events e
      where e.workspace_id = ${queries.workspaceId} and e.event_id < ${leastId}
        and not exists (
          select from webhook_deliveries d
          where d.workspace_id = ${queries.workspaceId} and d.event_id = e.event_id)
      order by e.event_id
      limit ${ROWS_MAX})
    returning event_id`)
  return rows.length === ROWS_MAX
}
