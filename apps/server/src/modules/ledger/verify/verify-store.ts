import {
  sql,
  type Queries,
  type RowStream,
  type Snapshot,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import { keyColumns, type StoredKey } from '../proofs/proof-store.ts'
import type { ReadModel } from '../projection/read-model.ts'
import type { FoundEntry } from '../rules/entry-fault.ts'
import type { RowColumns } from '../projection/replayed-rows.ts'

/** Walks every entry of the ledger in index order, optionally from an index on. */
export function streamEntries(snapshot: Snapshot, from = 0): RowStream<FoundEntry> {
  return snapshot.stream(sql`
    select
      index, at, kind, actor_type as "actorType", actor_id as "actorId", subject_type as "subjectType",
      subject_id as "subjectId", entry, leaf_hash as "leafHash", payload
    from ledger_entries
    where workspace_id = ${snapshot.workspaceId} and (${from}::bigint = 0 or index >= ${from}::bigint)
    order by index`)
}

/** The index of a row according to its column, and according to its text. */
export interface StatedIndex {
  index: number
  statedIndex: number
}

/** Returns the indexes stated by rows in a range of indexes; rows whose text states none are omitted. */
export async function findStatedIndexes(
  snapshot: Snapshot,
  from: number,
  to: number,
): Promise<StatedIndex[]> {
  return snapshot.rows<StatedIndex>(sql`
    select index, stated_index::bigint as "statedIndex"
    from (
      select index, substring(entry from '"index":([0-9]{1,15}),') as stated_index
      from ledger_entries
      where workspace_id = ${snapshot.workspaceId} and index between ${from} and ${to}) as saying
    where stated_index is not null
    order by index`)
}

/** A tree node as it was found. */
export interface FoundNode {
  level: number
  index: number | string
  hash: Buffer
}

/** Exact integers end at 2^53: no leaf has a larger index, and shifts below it never overflow. */
const LEAVES_MAX_LOG2 = 53

/** Positions that a node of some tree can have. */
const possible = sql`
  level between 1 and ${LEAVES_MAX_LOG2} and index >= 0
  and index < 1::bigint << (${LEAVES_MAX_LOG2} - least(greatest(level, 0), ${LEAVES_MAX_LOG2}))`

/** Walks every node that can belong to some tree, in the order in which appending completes them. */
export function streamNodes(snapshot: Snapshot): RowStream<FoundNode> {
  return snapshot.stream(sql`
    select level, index, hash
    from ledger_nodes
    where workspace_id = ${snapshot.workspaceId} and ${possible}
    order by (index + 1) << level, level`)
}

/** A checkpoint as it was found. */
export interface FoundCheckpoint {
  size: number | string
  root: Buffer
  note: string
  at: string
}

/** Walks every stored checkpoint, in order of size. */
export function streamCheckpoints(snapshot: Snapshot): RowStream<FoundCheckpoint> {
  return snapshot.stream(sql`
    select size, root, note, at
    from ledger_checkpoints
    where workspace_id = ${snapshot.workspaceId}
    order by size`)
}

/** The head as it was found. */
export interface FoundHead {
  size: number | string
  lastAt: string
  edge: Buffer[]
}

/** What exists once per ledger; undefined where it is missing. */
export interface FoundLedger {
  head: FoundHead | undefined
  key: StoredKey | undefined
  /** A node that cannot belong to any tree. */
  strayNode: FoundNode | undefined
}

export async function findLedger(snapshot: Snapshot): Promise<FoundLedger> {
  const [[head], [key], [strayNode]] = (await snapshot.batch([
    sql`
      select size, last_at as "lastAt", edge
      from ledger_heads
      where workspace_id = ${snapshot.workspaceId}`,
    sql`
      select ${keyColumns}
      from ledger_keys k
      where k.workspace_id = ${snapshot.workspaceId}`,
    sql`
      select level, index, hash
      from ledger_nodes
      where workspace_id = ${snapshot.workspaceId} and not (${possible})
      limit 1`,
  ])) as [[FoundHead?], [StoredKey?], [FoundNode?]]
  return { head, key, strayNode }
}

/** The key that signs checkpoints. */
export const ledgerKeys: ReadModel = {
  table: 'ledger_keys',
  id: 'workspace_id',
  key: ['workspace_id'],
  irreplaceable: ['sealed_private_key'],
}

/** Walks the row of the signing key, without the private half. */
export function streamKeyRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select workspace_id, origin, encode(public_key, 'hex') as public_key, created_at, former_keys
    from ledger_keys
    where workspace_id = ${snapshot.workspaceId}`)
}

/**
 * Returns every workspace that has a ledger, oldest first. Those that have members or keys are included in any case: no
 * trigger guards the table of rounds, and a workspace missing from it must not escape verification or a backup.
 */
export async function listLedgers(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    select workspace_id as "workspaceId" from ledger_rounds
    union select workspace_id from memberships
    union select workspace_id from api_keys
    order by 1`)
  return rows.map((row) => row.workspaceId)
}

/** Returns the number of entries in a ledger according to its head; 0 if the head is missing. */
export async function ledgerSize(queries: WorkspaceQueries): Promise<number> {
  const [head] = await queries.rows<{ size: number }>(sql`
    select size from ledger_heads where workspace_id = ${queries.workspaceId}`)
  return head?.size ?? 0
}
