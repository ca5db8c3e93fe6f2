import { DELIVERY_COUNT_MAX } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** The delivery record of an endpoint's receiver. Counts stop at DELIVERY_COUNT_MAX. */
export interface EndpointRecord {
  endpointId: string
  lastSucceededAt: string | null
  /** Number of deliveries in a row that had failed permanently when the server disabled it; null if it did not. */
  switchedOffAfter: number | null
  /** Deliveries that have failed permanently since the last success. */
  exhaustedInARow: number
  /** In progress or between attempts. */
  open: number
  /** Of those, the ones that have failed at least once. */
  failing: number
  /** Failed permanently, among those created since the given instant. */
  exhausted: number
}

const counted = (rows: Sql) => sql`(select count(*)::integer from (${rows} limit ${DELIVERY_COUNT_MAX}) few)`

/** The entry by which the server disabled an endpoint states the number of failures; older entries do not. */
const switchedOffAfter = (workspaceId: string) => sql`
  (select (entry.payload::json ->> 'exhausted_in_a_row')::integer
   from ledger_entries entry
   where entry.workspace_id = ${workspaceId} and entry.subject_id = e.endpoint_id::text
     and entry.kind = 'webhook.disabled' and entry.at = e.disabled_at)`

type OfQueue = Pick<EndpointRecord, 'endpointId' | 'lastSucceededAt' | 'exhaustedInARow' | 'open'>

/**
 * Returns the records of endpoints, in no particular order. Counting stops early, because a dead endpoint may have
 * very many open deliveries.
 */
export async function recordsOf(
  queries: WorkspaceQueries,
  endpointIds: readonly string[],
  since: string,
): Promise<EndpointRecord[]> {
  const { workspaceId } = queries
  const delivered = (status: string) => sql`
    select from webhook_deliveries d
    where d.workspace_id = ${workspaceId} and d.endpoint_id = e.endpoint_id and d.status = ${status}`
  const [ofQueues, ofEndpoints] = (await queries.batch([
    sql`
      select l.endpoint_id as "endpointId", l.last_succeeded_at as "lastSucceededAt",
        l.exhausted_in_a_row as "exhaustedInARow",
        ${counted(sql`
          select from webhook_queue q
          where q.workspace_id = ${workspaceId} and q.endpoint_id = l.endpoint_id`)} as open
      from webhook_endpoint_queues l
      where l.workspace_id = ${workspaceId} and l.endpoint_id = any(${endpointIds}::uuid[])`,
    sql`
      select e.endpoint_id as "endpointId", ${switchedOffAfter(workspaceId)} as "switchedOffAfter",
        ${counted(delivered('failed'))} as failing,
        ${counted(sql`${delivered('exhausted')} and d.created_at >= ${since}::timestamptz`)} as exhausted
      from webhook_endpoints e
      where e.workspace_id = ${workspaceId} and e.endpoint_id = any(${endpointIds}::uuid[])`,
  ])) as [OfQueue[], Omit<EndpointRecord, Exclude<keyof OfQueue, 'endpointId'>>[]]
  const queues = new Map(ofQueues.map((queue) => [queue.endpointId, queue]))
  return ofEndpoints.flatMap((endpoint) => {
    const queue = queues.get(endpoint.endpointId)
    return queue === undefined ? [] : [{ ...queue, ...endpoint }]
  })
}
