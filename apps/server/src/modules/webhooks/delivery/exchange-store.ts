import type { DeliveryStatus } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { once } from '../fan-out/queue-store.ts'

/** The result of an attempt, for the log and the queue. */
export interface AttemptRecord {
  endpointId: string
  deliveryId: string
  status: Exclude<DeliveryStatus, 'pending'>
  attemptCount: number
  scheduleAttempts: number
  /** Null once the delivery is resolved. */
  nextAttemptAt: string | null
  attemptedAt: string
  endedAt: string
  /** Measured with a monotonic clock. */
  tookMs: number
  /** The Svc-Signature header; null if the secret could not be read. */
  signature: string | null
  statusCode: number | null
  error: string | null
  snippet: string | null
}

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

/** The current state of an endpoint: its URL and secret for the next attempt. */
export interface EndpointQueueView {
  endpointId: string
  url: string
  sealedSecret: Buffer
  /** Nothing is sent while the endpoint is disabled or the plan has no API access. */
  isHeld: boolean
  /** Milliseconds until the next delivery falls due. */
  nextDueMs: number | null
}

/** A delivery that is due. */
export interface DueDelivery {
  endpointId: string
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

/**
 * Writes results of attempts, and returns what is due next with the current state of each endpoint, in one
 * transaction and one round trip. Applies only to queues held by this process: for a queue lost in the meantime
 * nothing is written or returned.
 */
export async function exchange(
  queries: WorkspaceQueries,
  clockNow: Sql,
  token: string,
  { records, notes, requests }: Exchange,
): Promise<{ views: EndpointQueueView[]; due: DueDelivery[] }> {
  const { workspaceId } = queries
  const now = once(clockNow)
  const successes = records.filter(({ status }) => status === 'succeeded')
  const writes = [
    ...(records.length > 0 ? [recordAttempts(workspaceId, token, records)] : []),
    ...(successes.length > 0 ? [noteSuccesses(workspaceId, token, successes)] : []),
    ...(notes.length > 0 ? [noteQueues(workspaceId, token, notes)] : []),
  ]
  const reads =
    requests.length > 0
      ? [viewQueues(workspaceId, now, token, requests), takeDue(workspaceId, now, token, requests)]
      : []
  const responses = await queries.batch([...writes, ...reads])
  const [views = [], due = []] = responses.slice(writes.length) as [EndpointQueueView[]?, DueDelivery[]?]
  return { views, due }
}

/** The log stores every attempt; the queue deletes resolved deliveries and postpones the others. */
function recordAttempts(workspaceId: string, token: string, records: readonly AttemptRecord[]): Sql {
  return sql`
    with record as (
      select r.*
      from unnest(
        ${records.map((record) => record.endpointId)}::uuid[],
        ${records.map((record) => record.deliveryId)}::uuid[],
        ${records.map((record) => record.status)}::text[],
        ${records.map((record) => record.attemptCount)}::integer[],
        ${records.map((record) => record.scheduleAttempts)}::integer[],
        ${records.map((record) => record.nextAttemptAt)}::timestamptz[],
        ${records.map((record) => record.attemptedAt)}::timestamptz[],
        ${records.map((record) => record.endedAt)}::timestamptz[],
        ${records.map((record) => record.tookMs)}::integer[],
        ${records.map((record) => record.signature)}::text[],
        ${records.map((record) => record.statusCode)}::integer[],
        ${records.map((record) => record.error)}::text[],
        ${records.map((record) => record.snippet)}::text[]
      ) as r (endpoint_id, delivery_id, status, attempt_count, schedule_attempts, next_attempt_at,
        attempted_at, ended_at, took_ms, signature, status_code, error, snippet)
      join webhook_endpoint_queues l on l.workspace_id = ${workspaceId} and l.endpoint_id = r.endpoint_id
      where l.lease_token = ${token}
    ),
    logged as (
      update webhook_deliveries d
      set status = r.status,
        attempt_count = r.attempt_count,
        next_attempt_at = r.next_attempt_at,
        last_attempt_at = r.attempted_at,
        last_status_code = r.status_code,
        last_error = r.error,
        response_snippet = r.snippet,
        updated_at = r.ended_at
      from record r
      where d.workspace_id = ${workspaceId} and d.delivery_id = r.delivery_id
    ),
    kept as (
      insert into webhook_attempts (
        workspace_id, delivery_id, number, attempted_at, took_ms, signature, status_code, error, response_snippet
      )
      select ${workspaceId}::uuid, delivery_id, attempt_count, attempted_at, took_ms, signature, status_code, error,
        snippet
      from record
      -- Written before, when the response to that exchange was lost.
      on conflict do nothing
    ),
    resolved as (
      delete from webhook_queue q
      using record r
      where q.workspace_id = ${workspaceId} and q.delivery_id = r.delivery_id and r.next_attempt_at is null
    )
    update webhook_queue q
    set due_at = r.next_attempt_at,
      attempt_count = r.attempt_count,
      schedule_attempts = r.schedule_attempts
    from record r
    where q.workspace_id = ${workspaceId} and q.delivery_id = r.delivery_id and r.next_attempt_at is not null`
}

/** Queues are locked in the order in which their leases are renewed, so that the two never wait for each other. */
function noteSuccesses(workspaceId: string, token: string, records: readonly AttemptRecord[]): Sql {
  return sql`
    with success as (
      select endpoint_id, max(ended_at) as at
      from unnest(
        ${records.map((record) => record.endpointId)}::uuid[],
        ${records.map((record) => record.endedAt)}::timestamptz[]
      ) as r (endpoint_id, ended_at)
      group by endpoint_id
    ),
    held as (
      select l.endpoint_id, s.at
      from webhook_endpoint_queues l
      join success s on s.endpoint_id = l.endpoint_id
      where l.workspace_id = ${workspaceId} and l.lease_token = ${token}
      order by l.endpoint_id
      for no key update of l
    )
    update webhook_endpoint_queues l
    set last_succeeded_at = greatest(l.last_succeeded_at, h.at)
    from held h
    where l.workspace_id = ${workspaceId} and l.endpoint_id = h.endpoint_id`
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

function viewQueues(workspaceId: string, now: Sql, token: string, requests: readonly QueueRequest[]): Sql {
  return sql`
    select l.endpoint_id as "endpointId", e.url, e.sealed_secret as "sealedSecret",
      l.paused_since is not null as "isHeld",
      (select extract(epoch from min(q.due_at) - ${now})::float8 * 1000
        from webhook_queue q
        where q.workspace_id = ${workspaceId} and q.endpoint_id = l.endpoint_id and q.due_at > ${now}
      ) as "nextDueMs"
    from webhook_endpoint_queues l
    join webhook_endpoints e on e.workspace_id = l.workspace_id and e.endpoint_id = l.endpoint_id
    where l.workspace_id = ${workspaceId} and l.lease_token = ${token}
      and l.endpoint_id = any(${requests.map((request) => request.endpointId)}::uuid[])`
}

/** Each endpoint queue is read separately, so that a long one is never scanned for the sake of another. */
function takeDue(workspaceId: string, now: Sql, token: string, requests: readonly QueueRequest[]): Sql {
  return sql`
    select q.endpoint_id as "endpointId", q.delivery_id as "deliveryId", q.event_id as "eventId",
      e.type as "eventType", e.body, q.due_at as "dueAt", q.attempt_count as "attemptCount",
      q.schedule_attempts as "scheduleAttempts",
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
    join webhook_events e on e.workspace_id = ${workspaceId} and e.event_id = q.event_id
    where l.lease_token = ${token} and l.paused_since is null`
}
