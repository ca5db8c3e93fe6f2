import { sql, type Sql, type Transaction } from '../db/index.ts'

/** Where the events of a workspace stand. */
export interface EventStream {
  /** Whether any consumer listens. */
  isHeard: boolean
  lastPosition: number
}

/** Streams that transactions hold, by the transaction. */
const held = new WeakMap<Transaction, EventStream>()

/** Makes the stream of a new workspace. */
export async function openStream(tx: Transaction): Promise<void> {
  await tx.rows(sql`insert into event_streams (workspace_id) values (${tx.workspaceId})`)
}

/** The statement that locks the stream of a workspace; `holdStream` takes its rows. */
export function streamLock(workspaceId: string): Sql {
  return sql`
    select is_heard as "isHeard", last_position as "lastPosition"
    from event_streams
    where workspace_id = ${workspaceId}
    for no key update`
}

/** Remembers the stream that the transaction has locked. */
export function holdStream(tx: Transaction, rows: readonly EventStream[]): EventStream {
  const [stream] = rows
  if (!stream) throw new Error(`workspace ${tx.workspaceId} has no stream of events`)
  held.set(tx, stream)
  return stream
}

/**
 * Locks the stream until the transaction ends. Whoever writes events without an entry in the ledger calls it first;
 * `appendEntries` does it for all others.
 */
export async function lockStream(tx: Transaction): Promise<EventStream> {
  return holdStream(tx, await tx.rows<EventStream>(streamLock(tx.workspaceId)))
}

/** The stream that the transaction holds. @throws Error where it holds none */
export function heldStream(tx: Transaction): EventStream {
  const stream = held.get(tx)
  if (!stream) throw new Error('events are written by transactions that hold the stream of their workspace')
  return stream
}

/** Moves the stream that the transaction holds on by so many positions; answers the one before them. */
export function takePositions(tx: Transaction, stream: EventStream, count: number): number {
  const before = stream.lastPosition
  stream.lastPosition += count
  tx.send([
    sql`
      update event_streams
      set last_position = ${stream.lastPosition}
      where workspace_id = ${tx.workspaceId}`,
  ])
  return before
}

/** Says whether anybody listens from now on. */
export async function markHeard(tx: Transaction, stream: EventStream, isHeard: boolean): Promise<void> {
  if (stream.isHeard === isHeard) return
  stream.isHeard = isHeard
  await tx.rows(sql`update event_streams set is_heard = ${isHeard} where workspace_id = ${tx.workspaceId}`)
}
