import {
  packTexts,
  raw,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  rememberLockedStream,
  streamColumns,
  streamTable,
  type EventStream,
} from '../../../platform/outbox/index.ts'
import type { Edge, TreeNode } from '../rules/merkle-tree.ts'

/** The locked head of a ledger, with the instant of the next entry. */
export interface LockedHead {
  size: number
  edge: Buffer[]
  at: string
}

/**
 * Locks the head until the transaction ends. The time is taken after the lock is acquired and is never before that of
 * the last entry, so no later entry can precede what a client has already read. The stream of events is locked with
 * it, because changes send notifications.
 * @param reads statements that are sent with it and see what the lock protects
 * @returns the head, and the rows of each of those statements
 */
export async function lockHead(
  tx: Transaction,
  clock: Clock,
  reads: readonly Sql[] = [],
): Promise<{ head: LockedHead; read: unknown[][] }> {
  const [heads, times, ...read] = (await tx.batch([
    sql`
      select size, edge
      from ledger_heads
      where workspace_id = ${tx.workspaceId}
      for no key update`,
    sql`
      select date_trunc('milliseconds', greatest(${clock.sqlNow()}, h.last_at)) as at, ${streamColumns}
      from ledger_heads h
      join ${streamTable} on stream.workspace_id = ${tx.workspaceId}
      where h.workspace_id = ${tx.workspaceId}
      for no key update of stream`,
    ...reads,
  ])) as [{ size: number; edge: Buffer[] }[], (EventStream & { at: string })[], ...unknown[][]]
  if (!heads[0] || !times[0]) throw new Error(`workspace ${tx.workspaceId} has no ledger`)
  rememberLockedStream(tx, times[0])
  return { head: { ...heads[0], at: times[0].at }, read }
}

/** Whether the last entry is at most this many milliseconds old. */
export async function hasEntriesWithin(queries: WorkspaceQueries, now: Sql, ms: number): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from ledger_heads h
    where h.workspace_id = ${queries.workspaceId}
      and h.last_at > ${now} - make_interval(secs => ${ms / 1000}::double precision)`)
  return rows.length > 0
}

/** An entry as stored. */
export interface StoredEntry {
  index: number
  kind: string
  actorType: string
  actorId: string
  subjectType: string
  subjectId: string
  /** The exact text whose hash is the leaf. */
  entry: string
  payload: string
  leafHash: Buffer
}

/** Writes entries, the tree nodes that they complete, and the new head. */
export function insertEntries(
  tx: Transaction,
  at: string,
  entries: readonly StoredEntry[],
  edge: Edge,
  nodes: readonly TreeNode[],
): void {
  const payloads = packTexts(entries.map((entry) => entry.payload))
  tx.write([
    sql`
      insert into ledger_entries (
        workspace_id, index, at, kind, actor_type, actor_id, subject_type, subject_id, entry, payload, leaf_hash
      )
      select h.workspace_id, new.index, ${at}::timestamptz, new.kind, new.actor_type, new.actor_id, new.subject_type,
        new.subject_id, new.entry, ${payloads.unpacked(raw('new.payload_start'), raw('new.payload_length'))},
        new.leaf_hash
      from ledger_heads h
      cross join unnest(
        ${entries.map((entry) => entry.index)}::bigint[],
        ${entries.map((entry) => entry.kind)}::text[],
        ${entries.map((entry) => entry.actorType)}::text[],
        ${entries.map((entry) => entry.actorId)}::text[],
        ${entries.map((entry) => entry.subjectType)}::text[],
        ${entries.map((entry) => entry.subjectId)}::text[],
        ${entries.map((entry) => entry.entry)}::text[],
        ${payloads.starts}::integer[],
        ${payloads.lengths}::integer[],
        ${entries.map((entry) => entry.leafHash)}::bytea[]
      ) as new (
        index, kind, actor_type, actor_id, subject_type, subject_id, entry, payload_start, payload_length, leaf_hash
      )
      where h.workspace_id = ${tx.workspaceId}`,
    sql`
      insert into ledger_nodes (workspace_id, level, index, hash)
      select h.workspace_id, new.level, new.index, new.hash
      from ledger_heads h
      cross join unnest(
        ${nodes.map((node) => node.level)}::smallint[],
        ${nodes.map((node) => node.index)}::bigint[],
        ${nodes.map((node) => node.hash)}::bytea[]
      ) as new (level, index, hash)
      where h.workspace_id = ${tx.workspaceId}`,
    sql`
      update ledger_heads
      set size = ${edge.size}, last_at = ${at}, edge = ${edge.hashes}::bytea[]
      where workspace_id = ${tx.workspaceId}`,
  ])
}

/** Writes the empty head of a new workspace, the key that signs its checkpoints, and its signing round. */
export async function insertLedger(
  tx: Transaction,
  ledger: { origin: string; publicKey: Buffer; sealedPrivateKey: Buffer },
  at: string,
): Promise<void> {
  await tx.batch([
    sql`
      insert into ledger_heads (workspace_id, size, last_at, edge)
      values (${tx.workspaceId}, 0, ${at}, '{}')`,
    sql`
      insert into ledger_keys (workspace_id, origin, public_key, sealed_private_key, created_at)
      values (${tx.workspaceId}, ${ledger.origin}, ${ledger.publicKey}, ${ledger.sealedPrivateKey}, ${at})`,
    sql`
      insert into ledger_rounds (workspace_id, checkpoint_at)
      values (${tx.workspaceId}, ${at})`,
  ])
}

/** Returns the head of the ledger without locking it. */
export async function findHead(queries: WorkspaceQueries): Promise<{ size: number; edge: Buffer[] }> {
  const [head] = await queries.rows<{ size: number; edge: Buffer[] }>(sql`
    select size, edge from ledger_heads where workspace_id = ${queries.workspaceId}`)
  if (!head) throw new Error(`workspace ${queries.workspaceId} has no ledger`)
  return head
}

/**
 * Returns the instant of the last entry in the workspace's ledger, as seen by this statement; undefined without a
 * ledger.
 */
export async function findLastEntryAt(queries: WorkspaceQueries): Promise<string | undefined> {
  const [head] = await queries.rows<{ at: string }>(sql`
    select last_at as at from ledger_heads where workspace_id = ${queries.workspaceId}`)
  return head?.at
}
