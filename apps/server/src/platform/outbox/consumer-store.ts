import { sql, type Queries, type Sql, type Transaction } from '../db/index.ts'

/** An event as consumers read it. */
export interface ReadEvent {
  readonly position: number
  readonly eventId: string
  readonly type: string
  /** Site of the instrument; null if it concerns the whole workspace. */
  readonly siteId: string | null
  /** The only webhook endpoint that it is intended for; null for all subscribers. */
  readonly endpointId: string | null
  readonly occurredAt: string
  /** JSON. */
  readonly data: string
}

/** Maximum number of workspaces found at a time. */
const WORKSPACES_MAX = 1000

/** Maximum number of rows deleted by one statement, so that no lock is held for long. */
const PRUNED_MAX = 1000

/** Adds a consumer, or updates the expiry of an existing one. */
export async function insertConsumer(
  tx: Transaction,
  name: string,
  consumer: { position: number; expiresAt: Sql | string | null },
): Promise<{ isNew: boolean }> {
  const [row] = await tx.rows<{ isNew: boolean }>(sql`
    insert into event_consumers (workspace_id, name, position, expires_at)
    values (${tx.workspaceId}, ${name}, ${consumer.position}, ${consumer.expiresAt})
    on conflict (workspace_id, name) do update set expires_at = excluded.expires_at
    returning xmax = 0 as "isNew"`)
  return row!
}

/** Removes a consumer, and returns whether the workspace has another. */
export async function deleteConsumer(tx: Transaction, name: string): Promise<{ hasConsumers: boolean }> {
  const [, [left]] = (await tx.batch([
    sql`delete from event_consumers where workspace_id = ${tx.workspaceId} and name = ${name}`,
    sql`select exists (select from event_consumers where workspace_id = ${tx.workspaceId}) as "hasConsumers"`,
  ])) as [unknown, [{ hasConsumers: boolean }]]
  return left
}

/** Deletes the events of a workspace without consumers. */
export async function deleteEvents(tx: Transaction): Promise<void> {
  await tx.rows(sql`delete from outbox where workspace_id = ${tx.workspaceId}`)
}

/** Whether the consumer has expired; its row stays locked against a renewal. */
export async function isExpired(tx: Transaction, name: string, now: Sql): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from event_consumers
    where workspace_id = ${tx.workspaceId} and name = ${name} and expires_at <= ${now}
    for update`)
  return rows.length === 1
}

/** Returns the consumers that have expired. */
export function expiredConsumers(
  queries: Queries,
  now: Sql,
): Promise<{ workspaceId: string; name: string }[]> {
  return queries.rows(sql`
    select workspace_id as "workspaceId", name
    from event_consumers
    where expires_at <= (select ${now})
    limit ${WORKSPACES_MAX}`)
}

/** Returns the workspaces with events that a consumer has not read. */
export async function workspacesBehind(queries: Queries, name: string): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    select c.workspace_id as "workspaceId"
    from event_consumers c
    where c.name = ${name} and exists (
      select from outbox o
      where o.workspace_id = c.workspace_id and o.position > c.position)
    limit ${WORKSPACES_MAX}`)
  return rows.map((row) => row.workspaceId)
}

/**
 * Returns the next events of a consumer, in order. Its row stays locked until the transaction ends; if another process
 * has locked it, there are none.
 */
export async function nextEvents(tx: Transaction, name: string, limit: number): Promise<ReadEvent[]> {
  const [consumers, events] = (await tx.batch([
    sql`
      select position
      from event_consumers
      where workspace_id = ${tx.workspaceId} and name = ${name}
      for update skip locked`,
    sql`
      select o.position, o.event_id as "eventId", o.type, o.site_id as "siteId", o.endpoint_id as "endpointId",
        o.occurred_at as "occurredAt", o.data
      from outbox o
      where o.workspace_id = ${tx.workspaceId} and o.position > (
        select c.position from event_consumers c where c.workspace_id = ${tx.workspaceId} and c.name = ${name})
      order by o.position
      limit ${limit}::bigint`,
  ])) as [unknown[], ReadEvent[]]
  return consumers.length === 1 ? events : []
}

/** Moves the position of a consumer to the last event that it has read. */
export function advance(tx: Transaction, name: string, position: number): void {
  tx.send([
    sql`
      update event_consumers
      set position = ${position}
      where workspace_id = ${tx.workspaceId} and name = ${name}`,
  ])
}

/**
 * Deletes events that all consumers have read.
 * @returns whether there may be more
 */
export async function pruneEvents(queries: Queries): Promise<boolean> {
  const rows = await queries.rows(sql`
    delete from outbox
    where (workspace_id, position) in (
      select o.workspace_id, o.position
      from (select workspace_id, min(position) as position from event_consumers group by workspace_id) slowest
      join outbox o on o.workspace_id = slowest.workspace_id and o.position <= slowest.position
      limit ${PRUNED_MAX}
      for update of o skip locked)
    returning position`)
  return rows.length === PRUNED_MAX
}

/** The lag of consumers. */
export interface ConsumerLag {
  /** Kind of consumer; those of open pages, one per process, share one name. */
  readonly consumer: string
  readonly events: number
  /** Age of the oldest unread event in seconds. */
  readonly seconds: number
}

/**
 * Returns the lag of consumers that have unread events and have not expired, by their kind; the part of a name after a
 * colon is the ID of a process.
 */
export function consumerLag(queries: Queries, now: Sql): Promise<ConsumerLag[]> {
  return queries.rows<ConsumerLag>(sql`
    with clock as materialized (select ${now} as now)
    select split_part(c.name, ':', 1) as consumer, count(*)::integer as events,
      extract(epoch from max(clock.now) - min(o.occurred_at))::float8 as seconds
    from clock
    join event_consumers c on coalesce(c.expires_at > clock.now, true)
    join outbox o on o.workspace_id = c.workspace_id and o.position > c.position
    group by 1`)
}
