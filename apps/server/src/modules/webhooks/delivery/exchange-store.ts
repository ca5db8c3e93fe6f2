import { sql, type Database, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { once } from '../fan-out/queue-store.ts'
import { logAttempts, logOutcomes, type AttemptRecord } from './attempt-store.ts'

/** How many more deliveries a queue can take, and which are in progress. */
export interface QueueRequest {
  endpointId: string
  room: number
  inFlight: readonly string[]
  /** All deliveries that fell due before this instant have been taken; null reads from the beginning. */
  dueSince: string | null
}

/** Changed state of a queue. */
export interface EndpointQueueNote {
  endpointId: string
  isSlow: boolean
  exhaustedInARow: number
}

/** The current state of a queue. */
export interface EndpointQueueView {
  endpointId: string
  /** Nothing is sent while the endpoint is disabled or the plan has no API access. */
  isHeld: boolean
  /** Milliseconds until the next delivery falls due. */
  nextDueMs: number | null
}

/** A delivery that is due, with its event, and with the current URL and secret of its endpoint. */
export interface DueDelivery {
  endpointId: string
  url: string
  sealedSecret: Buffer
  deliveryId: string
  eventId: string
  eventType: string
  body: string
  dueAt: string
  attemptCount: number
  scheduleAttempts: number
  /** As of now, including the time during which the queue was paused. */
  horizonAt: string
}

/** One exchange between a worker and a workspace's queue. */
export interface Exchange {
  records: readonly AttemptRecord[]
  notes: readonly EndpointQueueNote[]
  requests: readonly QueueRequest[]
}

/** What is due next, with the current state of each queue. */
export interface ExchangeAnswer {
  views: EndpointQueueView[]
  due: DueDelivery[]
}

/** How an exchange reaches the queues that this process holds. */
export interface ExchangeParts {
  readonly db: Database
  /** The current instant. */
  readonly now: Sql
  /** Identifies the leases of this process. */
  readonly token: string
}

/**
 * Writes results of attempts in one transaction, and returns what is due next with the current state of each queue.
 * Applies only to queues held by this process: for a queue lost in the meantime nothing is written or returned.
 *
 * The queues and the log of a workspace can be on different nodes, so no statement uses both: the queues are changed
 * and read first, which also shows whose results are to be logged, and then the log, the endpoints and the events.
 */
export async function exchange(
  { db, now, token }: ExchangeParts,
  workspaceId: string,
  { records, notes, requests }: Exchange,
): Promise<ExchangeAnswer> {
  const reads = requests.length > 0 ? readQueues(workspaceId, once(now), token, requests) : []
  if (records.length === 0 && notes.length === 0) {
    const queries = db.in(workspaceId)
    return answerOf(queries, await queries.batch(reads))
  }
  const writes = [
    settleDeliveries(workspaceId, token, records, notes),
    ...(notes.length > 0 ? [noteQueues(workspaceId, token, notes)] : []),
  ]
  return db.transaction(workspaceId, async (tx) => {
    const [held, ...responses] = (await tx.batch([...writes, ...reads])) as [{ endpointId: string }[]]
    const heldIds = new Set(held.map(({ endpointId }) => endpointId))
    const logged = records.filter(({ endpointId }) => heldIds.has(endpointId))
    if (logged.length > 0) tx.write([logOutcomes(workspaceId, logged), logAttempts(workspaceId, logged)])
    return answerOf(tx, responses.slice(writes.length - 1))
  })
}

type QueuedItem = Omit<DueDelivery, 'url' | 'sealedSecret' | 'eventType' | 'body'>
type Target = Pick<DueDelivery, 'endpointId' | 'url' | 'sealedSecret'>
type DueEvent = Pick<DueDelivery, 'eventId' | 'eventType' | 'body'>

/** Adds endpoints and events to what the queues contain. Deliveries of an endpoint deleted in the meantime are left out. */
async function answerOf(
  queries: WorkspaceQueries,
  [views = [], queued = []]: unknown[][],
): Promise<ExchangeAnswer> {
  const items = queued as QueuedItem[]
  if (items.length === 0) return { views: views as EndpointQueueView[], due: [] }
  const [targets, events] = (await queries.batch([
    findTargets(queries.workspaceId, items),
    findEvents(queries.workspaceId, items),
  ])) as [Target[], DueEvent[]]
  const targetOf = new Map(targets.map((target) => [target.endpointId, target]))
  const eventOf = new Map(events.map((event) => [event.eventId, event]))
  const due = items.flatMap((item) => {
    const target = targetOf.get(item.endpointId)
    const event = eventOf.get(item.eventId)
    return target && event ? { ...item, ...target, ...event } : []
  })
  return { views: views as EndpointQueueView[], due }
}

/**
 * Deletes resolved deliveries from the queue, postpones the others, and returns the queues that are held: no other
 * process can claim them until the transaction ends. They are locked in the order in which their leases are renewed, so
 * that the two never wait for each other.
 */
function settleDeliveries(
  workspaceId: string,
  token: string,
  records: readonly AttemptRecord[],
  notes: readonly EndpointQueueNote[],
): Sql {
  const endpointIds = distinct([...records, ...notes].map(({ endpointId }) => endpointId))
  return sql`
    with held as (
      select endpoint_id
      from webhook_endpoint_queues
      where workspace_id = ${workspaceId} and lease_token = ${token} and endpoint_id = any(${endpointIds}::uuid[])
      order by endpoint_id
      for no key update
    ),
    record as (
      select r.*
      from unnest(
        ${records.map((record) => record.endpointId)}::uuid[],
        ${records.map((record) => record.deliveryId)}::uuid[],
        ${records.map((record) => record.attemptCount)}::integer[],
        ${records.map((record) => record.scheduleAttempts)}::integer[],
        ${records.map((record) => record.nextAttemptAt)}::timestamptz[],
        ${records.map((record) => (record.status === 'succeeded' ? record.endedAt : null))}::timestamptz[]
      ) as r (endpoint_id, delivery_id, attempt_count, schedule_attempts, next_attempt_at, succeeded_at)
      join held using (endpoint_id)
    ),
    resolved as (
      delete from webhook_queue q
      using record r
      where q.workspace_id = ${workspaceId} and q.delivery_id = r.delivery_id and r.next_attempt_at is null
    ),
    postponed as (
      update webhook_queue q
      set due_at = r.next_attempt_at,
        attempt_count = r.attempt_count,
        schedule_attempts = r.schedule_attempts
      from record r
      where q.workspace_id = ${workspaceId} and q.delivery_id = r.delivery_id and r.next_attempt_at is not null
    ),
    succeeded as (
      update webhook_endpoint_queues l
      set last_succeeded_at = greatest(l.last_succeeded_at, success.at)
      from (
        select endpoint_id, max(succeeded_at) as at
        from record
        where succeeded_at is not null
        group by endpoint_id
      ) success
      where l.workspace_id = ${workspaceId} and l.endpoint_id = success.endpoint_id
    )
    select endpoint_id as "endpointId" from held`
}

function noteQueues(workspaceId: string, token: string, notes: readonly EndpointQueueNote[]): Sql {
  return sql`
    update webhook_endpoint_queues l
    set is_slow = note.is_slow, exhausted_in_a_row = note.exhausted_in_a_row
    from unnest(
      ${notes.map((note) => note.endpointId)}::uuid[],
      ${notes.map((note) => note.isSlow)}::boolean[],
      ${notes.map((note) => note.exhaustedInARow)}::integer[]
    ) as note (endpoint_id, is_slow, exhausted_in_a_row)
    where l.workspace_id = ${workspaceId} and l.endpoint_id = note.endpoint_id and l.lease_token = ${token}`
}

/** Statements that read the state of queues, and what is due in them. */
function readQueues(workspaceId: string, now: Sql, token: string, requests: readonly QueueRequest[]): Sql[] {
  return [viewQueues(workspaceId, now, token, requests), takeDue(workspaceId, now, token, requests)]
}

function viewQueues(workspaceId: string, now: Sql, token: string, requests: readonly QueueRequest[]): Sql {
  return sql`
    select l.endpoint_id as "endpointId", l.paused_since is not null as "isHeld",
      (select extract(epoch from min(q.due_at) - ${now})::float8 * 1000
        from webhook_queue q
        where q.workspace_id = ${workspaceId} and q.endpoint_id = l.endpoint_id and q.due_at > ${now}
      ) as "nextDueMs"
    from webhook_endpoint_queues l
    where l.workspace_id = ${workspaceId} and l.lease_token = ${token}
      and l.endpoint_id = any(${requests.map((request) => request.endpointId)}::uuid[])`
}

/** Each endpoint queue is read separately, so that a long one is never scanned for the sake of another. */
function takeDue(workspaceId: string, now: Sql, token: string, requests: readonly QueueRequest[]): Sql {
  return sql`
    select q.endpoint_id as "endpointId", q.delivery_id as "deliveryId", q.event_id as "eventId",
      q.due_at as "dueAt", q.attempt_count as "attemptCount", q.schedule_attempts as "scheduleAttempts",
      q.horizon_at + make_interval(secs => l.paused_ms / 1000.0) as "horizonAt"
    from unnest(
      ${requests.map((request) => request.endpointId)}::uuid[],
      ${requests.map((request) => request.room)}::integer[],
      ${requests.map((request) => `{${request.inFlight.join(',')}}`)}::text[],
      ${requests.map((request) => request.dueSince ?? '-infinity')}::timestamptz[]
    ) as request (endpoint_id, room, in_flight, due_since)
    join webhook_endpoint_queues l on l.workspace_id = ${workspaceId} and l.endpoint_id = request.endpoint_id
    cross join lateral (
      select *
      from webhook_queue
      where workspace_id = ${workspaceId} and endpoint_id = request.endpoint_id
        and due_at >= request.due_since and due_at <= ${now}
        and delivery_id <> all(request.in_flight::uuid[])
      order by due_at
      limit request.room
    ) q
    where l.lease_token = ${token} and l.paused_since is null`
}

function findTargets(workspaceId: string, items: readonly QueuedItem[]): Sql {
  return sql`
    select endpoint_id as "endpointId", url, sealed_secret as "sealedSecret"
    from webhook_endpoints
    where workspace_id = ${workspaceId} and endpoint_id = any(${distinct(items.map((item) => item.endpointId))}::uuid[])`
}

/** Several deliveries of an event share its body. */
function findEvents(workspaceId: string, items: readonly QueuedItem[]): Sql {
  return sql`
    select event_id as "eventId", type as "eventType", body
    from webhook_events
    where workspace_id = ${workspaceId} and event_id = any(${distinct(items.map((item) => item.eventId))}::uuid[])`
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]
