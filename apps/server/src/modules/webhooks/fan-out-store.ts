import { sql, type Queries, type Sql, type Transaction } from '../../platform/db/index.ts'
import { enqueue, holdLanes, presentInstant, wakeLanes, type QueuedDelivery } from './queue-store.ts'
import type { EventToSend } from './rules/event-body.ts'
import type { Happening, Subscriber } from './rules/event-recipients.ts'

/** An event in the outbox. */
export type WrittenEvent = Happening & EventToSend

/** Rows that one statement removes, so that no lock is held for long. */
const DISCARDED_MAX = 1000

/** Workspaces whose turn one look finds. */
const WORKSPACES_MAX = 1000

/**
 * Removes events of workspaces without any endpoint. An endpoint that is being made at this moment has
 * no claim to them, as they happened before it existed. Answers whether there may be more.
 */
export async function discardUnheardEvents(queries: Queries): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from outbox
    where event_id in (
      select o.event_id
      from outbox o
      where not exists (select from webhook_lanes l where l.workspace_id = o.workspace_id)
      limit ${DISCARDED_MAX}
      for update skip locked)
    returning event_id`)
  return rows.length === DISCARDED_MAX
}

/** Workspaces with events in the outbox that happened since, each found by one step through the index. */
export async function workspacesWithEvents(queries: Queries, since: string): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    with recursive turn (workspace_id) as (
      (select workspace_id from outbox where occurred_at >= ${since}::timestamptz order by workspace_id limit 1)
      union all
      select (
        select o.workspace_id from outbox o
        where o.workspace_id > turn.workspace_id and o.occurred_at >= ${since}::timestamptz
        order by o.workspace_id
        limit 1)
      from turn
      where turn.workspace_id is not null
    )
    select workspace_id as "workspaceId" from turn where workspace_id is not null limit ${WORKSPACES_MAX}`)
  return rows.map((row) => row.workspaceId)
}

/**
 * The oldest events of the workspace that happened since, locked, its running endpoints, and the present instant. Events that
 * another process is handing on are passed over.
 */
export async function takeEvents(
  tx: Transaction,
  now: Sql,
  { since, limit }: { since: string; limit: number },
): Promise<{ now: string; events: WrittenEvent[]; subscribers: Subscriber[] }> {
  const [, [instant], events, subscribers] = (await tx.batch([
    holdLanes(tx.workspaceId),
    presentInstant(now),
    sql`
      select event_id as "eventId", site_id as "siteId", endpoint_id as "endpointId", type,
        occurred_at as "occurredAt", data
      from outbox
      where workspace_id = ${tx.workspaceId} and occurred_at >= ${since}::timestamptz
      order by occurred_at, event_id
      limit ${limit}
      for update skip locked`,
    sql`
      select e.endpoint_id as "endpointId", e.event_types as "eventTypes", e.site_ids as "siteIds",
        e.created_at as "createdAt"
      from webhook_endpoints e
      join webhook_lanes l on l.workspace_id = e.workspace_id and l.endpoint_id = e.endpoint_id
      where e.workspace_id = ${tx.workspaceId} and l.held_since is null`,
  ])) as [unknown, [{ now: string }], WrittenEvent[], Subscriber[]]
  return { now: instant.now, events, subscribers }
}

/** One event with its text, as it is kept. */
export interface KeptEvent {
  eventId: string
  type: string
  body: string
}

/** A delivery about to be logged. */
export type NewDelivery = QueuedDelivery & { eventType: string }

/** Turns events into deliveries: keeps the bodies, opens the log rows, queues them, empties the outbox. */
export async function handOn(
  tx: Transaction,
  now: string,
  events: readonly { eventId: string }[],
  kept: readonly KeptEvent[],
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const removal = sql`delete from outbox where event_id = any(${events.map((event) => event.eventId)}::uuid[])`
  if (deliveries.length === 0) return void (await tx.rows(removal))
  await tx.batch([
    insertEvents(tx.workspaceId, kept),
    insertDeliveries(tx.workspaceId, now, deliveries),
    enqueue(tx.workspaceId, now, deliveries),
    wakeLanes(tx.workspaceId, now),
    removal,
  ])
}

function insertEvents(workspaceId: string, events: readonly KeptEvent[]): Sql {
  return sql`
    insert into webhook_events (workspace_id, event_id, type, body)
    select ${workspaceId}::uuid, event_id, type, body
    from unnest(
      ${events.map((event) => event.eventId)}::uuid[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.body)}::text[]
    ) as new (event_id, type, body)`
}

function insertDeliveries(workspaceId: string, now: string, deliveries: readonly NewDelivery[]): Sql {
  return sql`
    insert into webhook_deliveries (
      workspace_id, delivery_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at, updated_at
    )
    select ${workspaceId}::uuid, delivery_id, endpoint_id, event_id, event_type, 'pending',
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${deliveries.map((delivery) => delivery.deliveryId)}::uuid[],
      ${deliveries.map((delivery) => delivery.endpointId)}::uuid[],
      ${deliveries.map((delivery) => delivery.eventId)}::uuid[],
      ${deliveries.map((delivery) => delivery.eventType)}::text[]
    ) as new (delivery_id, endpoint_id, event_id, event_type)`
}
