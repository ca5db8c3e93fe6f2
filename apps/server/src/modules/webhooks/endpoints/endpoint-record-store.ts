import { DELIVERY_COUNT_MAX } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** How the receiver behind an endpoint has been doing. Counts stop at DELIVERY_COUNT_MAX. */
export interface EndpointRecord {
  endpointId: string
  lastSucceededAt: string | null
  /** Deliveries that failed permanently in a row when the server switched it off; null where it did not. */
  switchedOffAfter: number | null
  /** Deliveries that failed permanently since the last success. */
  exhaustedInARow: number
  /** On their way or between attempts. */
  open: number
  /** Those of them that failed at least once. */
  failing: number
  /** Failed permanently, of those made since the given instant. */
  exhausted: number
}

const counted = (rows: Sql) => sql`(select count(*)::integer from (${rows} limit ${DELIVERY_COUNT_MAX}) few)`

/** The entry by which the server switched an endpoint off says after how many; one of an earlier time says nothing. */
const switchedOffAfter = (workspaceId: string) => sql`
  (select (entry.payload::json ->> 'exhausted_in_a_row')::integer
   from webhook_endpoints e
   join ledger_entries entry on entry.workspace_id = e.workspace_id and entry.subject_id = e.endpoint_id::text
   where e.workspace_id = ${workspaceId} and e.endpoint_id = l.endpoint_id
     and entry.kind = 'webhook.disabled' and entry.at = e.disabled_at)`

/** The records of endpoints, in no order. Counting stops early: a dead endpoint may have very many open ones. */
export async function recordsOf(
  queries: WorkspaceQueries,
  endpointIds: readonly string[],
  since: string,
): Promise<EndpointRecord[]> {
  const { workspaceId } = queries
  const delivered = (status: string) => sql`
    select from webhook_deliveries d
    where d.workspace_id = ${workspaceId} and d.endpoint_id = l.endpoint_id and d.status = ${status}`
  return queries.rows<EndpointRecord>(sql`
    select l.endpoint_id as "endpointId", l.last_succeeded_at as "lastSucceededAt",
      l.exhausted_in_a_row as "exhaustedInARow", ${switchedOffAfter(workspaceId)} as "switchedOffAfter",
      ${counted(sql`
        select from webhook_queue q
        where q.workspace_id = ${workspaceId} and q.endpoint_id = l.endpoint_id`)} as open,
      ${counted(delivered('failed'))} as failing,
      ${counted(sql`${delivered('exhausted')} and d.created_at >= ${since}::timestamptz`)} as exhausted
    from webhook_endpoint_queues l
    where l.workspace_id = ${workspaceId} and l.endpoint_id = any(${endpointIds}::uuid[])`)
}
