import { sql, type Sql, type Transaction } from '../../../platform/db/index.ts'
import { RETRY_HORIZON_MS } from '../rules/retry-schedule.ts'

/** A delivery to be attempted, with its schedule at the start. */
export interface QueuedDelivery {
  deliveryId: string
  endpointId: string
  eventId: string
  /** Number of earlier attempts; further ones count on from there. */
  attemptCount: number
}

/** The state of a locked queue. */
export interface LockedQueue {
  endpointId: string
  /** Whether the plan of the workspace has API access. */
  hasPlan: boolean
  /** Whether deliveries are sent, rather than waiting until the endpoint is enabled or the plan has API access. */
  isActive: boolean
}

/**
 * Locks the workspace's queues against release and deletion until the transaction ends. A transaction that adds
 * deliveries does so first, so that a worker that releases a queue cannot miss them.
 */
export const lockEndpointQueues = (workspaceId: string): Sql => sql`
  select endpoint_id as "endpointId", has_plan as "hasPlan", paused_since is null as "isActive"
  from webhook_endpoint_queues
  where workspace_id = ${workspaceId}
  order by endpoint_id
  for key share`

/** Adds deliveries that are due immediately, and sets the end of their horizon on the clock of their queues. */
export const enqueue = (workspaceId: string, now: string, deliveries: readonly QueuedDelivery[]): Sql => sql`
  insert into webhook_queue (
    workspace_id, endpoint_id, delivery_id, event_id, due_at, attempt_count, schedule_attempts, horizon_at
  )
  select l.workspace_id, l.endpoint_id, delivery_id, event_id, ${now}::timestamptz, attempt_count, 0,
    coalesce(l.paused_since, ${now}::timestamptz)
      + make_interval(secs => ${RETRY_HORIZON_MS / 1000} - l.paused_ms / 1000.0)
  from unnest(
    ${deliveries.map((delivery) => delivery.endpointId)}::uuid[],
    ${deliveries.map((delivery) => delivery.deliveryId)}::uuid[],
    ${deliveries.map((delivery) => delivery.eventId)}::uuid[],
    ${deliveries.map((delivery) => delivery.attemptCount)}::integer[]
  ) as new (endpoint_id, delivery_id, event_id, attempt_count)
  join webhook_endpoint_queues l on l.workspace_id = ${workspaceId} and l.endpoint_id = new.endpoint_id`

/** Wakes queues that have something due, are not held by a process and are not paused. */
export const wakeEndpointQueues = (workspaceId: string, now: string): Sql => sql`
  update webhook_endpoint_queues l
  set wake_at = ${now}
  where l.workspace_id = ${workspaceId}
    and l.lease_token is null
    and l.paused_since is null
    and (l.wake_at is null or l.wake_at > ${now})
    and exists (
      select from webhook_queue q
      where q.workspace_id = ${workspaceId} and q.endpoint_id = l.endpoint_id and q.due_at <= ${now})`

/**
 * The current instant, evaluated once per statement: the clock advances while a statement runs, and an index cannot
 * be searched for a changing value.
 */
export const once = (now: Sql): Sql => sql`(select ${now})`

/** The current instant to the millisecond, so that all rows of a change have the same one. */
export const currentInstant = (now: Sql): Sql => sql`select date_trunc('milliseconds', ${now}) as now`

/** Locks the workspace's queues, as `lockEndpointQueues` does; returns the instant for deliveries added then. */
export async function lockQueuesNow(tx: Transaction, now: Sql): Promise<string> {
  const [, [instant]] = (await tx.batch([lockEndpointQueues(tx.workspaceId), currentInstant(now)])) as [
    unknown,
    [{ now: string }],
  ]
  return instant.now
}
