import { sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'
import { once } from '../fan-out/queue-store.ts'

/** The queue of an endpoint's deliveries, held by one worker process at a time. */
export interface EndpointQueueKey {
  workspaceId: string
  endpointId: string
}

/** The part of a queue's state that passes from one holder to the next. */
export interface EndpointQueueMemory {
  /** Whether the last attempt timed out. */
  isSlow: boolean
  exhaustedInARow: number
}

/** Who holds queues, and for how long from now. */
export interface Lease {
  /** Unique to a process. */
  token: string
  leaseMs: number
}

const leaseEnd = (now: Sql, leaseMs: number): Sql => sql`${now} + make_interval(secs => ${leaseMs / 1000})`

/**
 * Claims queues that have something due, or whose holder let its lease expire; queues that another process is
 * claiming are skipped. Also returns the number of milliseconds until the next one wakes.
 */
export async function claimQueues(
  queries: Queries,
  now: Sql,
  { token, leaseMs }: Lease,
  limit: number,
): Promise<{ queues: (EndpointQueueKey & EndpointQueueMemory)[]; nextWakeMs: number | null }> {
  const [queues, waking] = (await queries.batch([
    sql`
      with waking as (
        select workspace_id, endpoint_id
        from webhook_endpoint_queues
        where wake_at <= ${once(now)}
        order by wake_at
        limit ${limit}
        for no key update skip locked
      )
      update webhook_endpoint_queues l
      set lease_token = ${token}, wake_at = ${leaseEnd(now, leaseMs)}
      from waking w
      where l.workspace_id = w.workspace_id and l.endpoint_id = w.endpoint_id
      returning l.workspace_id as "workspaceId", l.endpoint_id as "endpointId", l.is_slow as "isSlow",
        l.exhausted_in_a_row as "exhaustedInARow"`,
    sql`
      select extract(epoch from min(wake_at) - ${now})::float8 * 1000 as "nextWakeMs"
      from webhook_endpoint_queues
      where wake_at is not null`,
  ])) as [(EndpointQueueKey & EndpointQueueMemory)[], [{ nextWakeMs: number | null }]]
  return { queues, nextWakeMs: waking[0].nextWakeMs }
}

/** Renews all leases of the process; returns the queues that it still holds. */
export async function renewQueues(
  queries: Queries,
  now: Sql,
  { token, leaseMs }: Lease,
): Promise<EndpointQueueKey[]> {
  return queries.rows<EndpointQueueKey>(sql`
    with held as (
      select workspace_id, endpoint_id
      from webhook_endpoint_queues
      where lease_token = ${token}
      order by workspace_id, endpoint_id
      for no key update
    )
    update webhook_endpoint_queues l
    set wake_at = ${leaseEnd(now, leaseMs)}
    from held h
    where l.workspace_id = h.workspace_id and l.endpoint_id = h.endpoint_id
    returning l.workspace_id as "workspaceId", l.endpoint_id as "endpointId"`)
}

/**
 * Releases queues; each wakes when the first of its deliveries falls due. The lock is taken first, in its own
 * statement: a concurrent transaction that adds a delivery has either committed before, and is visible, or waits, and
 * finds the queue free.
 */
export async function releaseQueues(
  queries: Queries,
  token: string,
  queues: readonly EndpointQueueKey[],
): Promise<void> {
  const keys = sql`
    unnest(
      ${queues.map((queue) => queue.workspaceId)}::uuid[],
      ${queues.map((queue) => queue.endpointId)}::uuid[]
    ) as released (workspace_id, endpoint_id)`
  await queries.batch([
    sql`
      select l.endpoint_id
      from webhook_endpoint_queues l join ${keys} using (workspace_id, endpoint_id)
      where l.lease_token = ${token}
      order by l.workspace_id, l.endpoint_id
      for update of l`,
    sql`
      update webhook_endpoint_queues l
      set lease_token = null,
        wake_at = case when l.paused_since is null then (
          select min(q.due_at)
          from webhook_queue q
          where q.workspace_id = l.workspace_id and q.endpoint_id = l.endpoint_id) end
      from ${keys}
      where l.workspace_id = released.workspace_id and l.endpoint_id = released.endpoint_id
        and l.lease_token = ${token}`,
  ])
}

/** Releases every queue, for a process that is the only one. */
export async function releaseAllQueues(queries: Queries): Promise<void> {
  await queries.rows(sql`
    update webhook_endpoint_queues l
    set lease_token = null,
      wake_at = case when l.paused_since is null then (
        select min(q.due_at)
        from webhook_queue q
        where q.workspace_id = l.workspace_id and q.endpoint_id = l.endpoint_id) end
    where l.lease_token is not null`)
}

/** Returns how many deliveries of the queue were exhausted in a row; undefined if the queue no longer exists. */
export async function exhaustedInARow(tx: Transaction, endpointId: string): Promise<number | undefined> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select exhausted_in_a_row as count
    from webhook_endpoint_queues
    where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId}`)
  return row?.count
}

/** Deliveries still to be made. */
export interface OpenDeliveries {
  readonly waiting: number
  /** Of those, the ones that are due at endpoints that are not held. */
  readonly due: number
  /** How long the oldest of these has been due, in seconds; 0 if there is none. */
  readonly dueSeconds: number
}

/** Counts the deliveries still to be made in all workspaces. */
export async function countOpenDeliveries(queries: Queries, now: Sql): Promise<OpenDeliveries> {
  const [row] = await queries.rows<OpenDeliveries>(sql`
    select count(*)::integer as waiting,
      count(*) filter (where q.due_at <= at.now and l.paused_since is null)::integer as due,
      coalesce(extract(epoch from at.now - min(q.due_at)
        filter (where q.due_at <= at.now and l.paused_since is null)), 0)::float8 as "dueSeconds"
    from (select ${now} as now) at
    cross join webhook_queue q
    join webhook_endpoint_queues l using (workspace_id, endpoint_id)
    group by at.now`)
  return row ?? { waiting: 0, due: 0, dueSeconds: 0 }
}
