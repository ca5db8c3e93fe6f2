import { sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'
import { streamTable } from '../../../platform/outbox/index.ts'
import {
  enqueue,
  lockEndpointQueues,
  currentInstant,
  wakeEndpointQueues,
  type LockedQueue,
  type QueuedDelivery,
} from './queue-store.ts'
import type { Subscriber } from '../rules/event-recipients.ts'

/** An endpoint, and whether its deliveries are enabled. */
export type KnownSubscriber = Subscriber & { isActive: boolean }

/**
 * Returns the endpoints of the workspace if its plan has API access, and the current instant. Their queues are locked
 * until the transaction ends.
 */
export async function findSubscribers(
  tx: Transaction,
  now: Sql,
): Promise<{ now: string; subscribers: KnownSubscriber[] }> {
  const [queues, [instant], endpoints] = (await tx.batch([
    lockEndpointQueues(tx.workspaceId),
    currentInstant(now),
    sql`
      select endpoint_id as "endpointId", event_types as "eventTypes", site_ids as "siteIds",
        created_at as "createdAt"
      from webhook_endpoints
      where workspace_id = ${tx.workspaceId}`,
  ])) as [LockedQueue[], [{ now: string }], Subscriber[]]
  const queueOf = new Map(queues.map((queue) => [queue.endpointId, queue]))
  const subscribers = endpoints.flatMap((endpoint) => {
    const queue = queueOf.get(endpoint.endpointId)
    return queue?.hasPlan ? { ...endpoint, isActive: queue.isActive } : []
  })
  return { now: instant.now, subscribers }
}

/** Returns the workspaces that have an endpoint, and no consumer of this name. */
export async function workspacesUnheard(queries: Queries, name: string): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    select distinct q.workspace_id as "workspaceId"
    from webhook_endpoint_queues q
    where not exists (
      select from event_consumers c where c.workspace_id = q.workspace_id and c.name = ${name})`)
  return rows.map((row) => row.workspaceId)
}

/** One event with its text, as stored. */
export interface StoredEvent {
  eventId: string
  type: string
  occurredAt: string
  siteId: string | null
  endpointId: string | null
  body: string
}

/** A delivery about to be logged. */
export type NewDelivery = QueuedDelivery & { eventType: string }

/** Stores events and turns them into deliveries: creates the log rows and queues them. */
export function handOn(
  tx: Transaction,
  now: string,
  kept: readonly StoredEvent[],
  deliveries: readonly NewDelivery[],
): void {
  tx.send([insertEvents(tx.workspaceId, kept)])
  if (deliveries.length === 0) return
  tx.send([
    insertDeliveries(tx.workspaceId, now, deliveries),
    enqueue(tx.workspaceId, now, deliveries),
    wakeEndpointQueues(tx.workspaceId, now),
  ])
}

function insertEvents(workspaceId: string, events: readonly StoredEvent[]): Sql {
  return sql`
    insert into webhook_events (workspace_id, event_id, type, occurred_at, site_id, endpoint_id, body)
    select stream.workspace_id, new.event_id, new.type, new.occurred_at, new.site_id, new.endpoint_id, new.body
    from ${streamTable}
    cross join unnest(
      ${events.map((event) => event.eventId)}::uuid[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.occurredAt)}::timestamptz[],
      ${events.map((event) => event.siteId)}::uuid[],
      ${events.map((event) => event.endpointId)}::uuid[],
      ${events.map((event) => event.body)}::text[]
    ) as new (event_id, type, occurred_at, site_id, endpoint_id, body)
    where stream.workspace_id = ${workspaceId}`
}

/** Creates the rows of deliveries in the log. */
export function insertDeliveries(workspaceId: string, now: string, deliveries: readonly NewDelivery[]): Sql {
  return sql`
    insert into webhook_deliveries (
      workspace_id, delivery_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at
    )
    select e.workspace_id, new.delivery_id, new.endpoint_id, e.event_id, new.event_type, 'pending',
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from webhook_events e
    join unnest(
      ${deliveries.map((delivery) => delivery.deliveryId)}::uuid[],
      ${deliveries.map((delivery) => delivery.endpointId)}::uuid[],
      ${deliveries.map((delivery) => delivery.eventId)}::uuid[],
      ${deliveries.map((delivery) => delivery.eventType)}::text[]
    ) as new (delivery_id, endpoint_id, event_id, event_type) on new.event_id = e.event_id
    where e.workspace_id = ${workspaceId}`
}
