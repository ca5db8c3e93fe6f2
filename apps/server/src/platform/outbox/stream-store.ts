import { sql, type Sql, type Transaction } from '../db/index.ts'

/** The state of the event stream of a workspace. */
export interface EventStream {
  /** Whether there is any consumer. */
  hasConsumers: boolean
  lastPosition: number
}

/** Locked streams by transaction. */
const held = new WeakMap<Transaction, EventStream>()

/** Creates the stream of a new workspace. */
export async function openStream(tx: Transaction): Promise<void> {
  await tx.rows(sql`insert into event_streams (workspace_id) values (${tx.workspaceId})`)
}

/**
 * The table of streams, as `stream`: one row per workspace. For statements that lock the stream together with other
 * rows that they read, and for those that insert rows given as parameters, which a cluster sends to the node of this
 * row.
 */
export const streamTable: Sql = sql`event_streams stream`

/** The columns that `rememberLockedStream` expects. */
export const streamColumns: Sql = sql`stream.has_consumers as "hasConsumers", stream.last_position as "lastPosition"`

/** Stores the stream that the transaction has locked. */
export function rememberLockedStream(tx: Transaction, row: EventStream | undefined): EventStream {
  const stream = row && { hasConsumers: row.hasConsumers, lastPosition: row.lastPosition }
  if (!stream) throw new Error(`workspace ${tx.workspaceId} has no stream of events`)
  held.set(tx, stream)
  return stream
}

/**
 * Locks the stream until the transaction ends. A transaction that writes events without an entry in the ledger must
 * call it first; for all others `appendEntries` does.
 */
export async function lockStream(tx: Transaction): Promise<EventStream> {
  const [row] = await tx.rows<EventStream>(sql`
    select ${streamColumns}
    from ${streamTable}
    where stream.workspace_id = ${tx.workspaceId}
    for no key update`)
  return rememberLockedStream(tx, row)
}

/** Whether events of the transaction that has locked the stream are written at all. */
export function hasConsumers(tx: Transaction): boolean {
  return lockedStream(tx).hasConsumers
}

/**
 * Returns the stream that the transaction has locked.
 * @throws Error if it has locked none
 */
export function lockedStream(tx: Transaction): EventStream {
  const stream = held.get(tx)
  if (!stream) throw new Error('events are written by transactions that hold the stream of their workspace')
  return stream
}

/** Moves the position of the transaction's locked stream forward by `count`; returns the previous position. */
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

/** Sets whether there are consumers from now on. */
export async function setHasConsumers(tx: Transaction, stream: EventStream, has: boolean): Promise<void> {
  if (stream.hasConsumers === has) return
  stream.hasConsumers = has
  await tx.rows(sql`update event_streams set has_consumers = ${has} where workspace_id = ${tx.workspaceId}`)
}
