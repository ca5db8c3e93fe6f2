import {
  sql,
  type Queries,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import type { NodeId, TreeNode } from '../rules/merkle-tree.ts'

/** How many workspaces one claim of the rounds takes. */
const CLAIM_MAX = 20

/** What signs a ledger's checkpoints, as stored. */
export interface StoredKey {
  origin: string
  publicKey: Buffer
  sealedPrivateKey: Buffer
}

/** A checkpoint that was kept. */
export interface KeptCheckpoint {
  size: number
  note: string
  /** Whether it is old enough for another one to be kept. */
  isOld: boolean
}

/** All that is needed to sign the state of a ledger. */
export interface SigningState {
  key: StoredKey
  last: KeptCheckpoint | undefined
  head: { size: number; edge: Buffer[] }
}

/**
 * Reads what a checkpoint is signed from. The last one is read before the head: entries that come in
 * between make the head larger, never smaller.
 */
export async function readSigningState(
  queries: WorkspaceQueries,
  now: Sql,
  keepEverySeconds: number,
): Promise<SigningState> {
  const [[key], [last], [head]] = (await queries.batch([
    sql`
      select origin, public_key as "publicKey", sealed_private_key as "sealedPrivateKey"
      from ledger_keys
      where workspace_id = ${queries.workspaceId}`,
    sql`
      select size, note, at <= ${now} - make_interval(secs => ${keepEverySeconds}) as "isOld"
      from ledger_checkpoints
      where workspace_id = ${queries.workspaceId}
      order by size desc
      limit 1`,
    sql`
      select size, edge
      from ledger_heads
      where workspace_id = ${queries.workspaceId}`,
  ])) as [[StoredKey?], [KeptCheckpoint?], [SigningState['head']?]]
  if (!key || !head) throw new Error(`workspace ${queries.workspaceId} has no ledger`)
  return { key, last, head }
}

/** The key of a ledger as it is stored. */
export async function findLedgerKey(queries: WorkspaceQueries): Promise<StoredKey> {
  const [key] = await queries.rows<StoredKey>(sql`
    select origin, public_key as "publicKey", sealed_private_key as "sealedPrivateKey"
    from ledger_keys
    where workspace_id = ${queries.workspaceId}`)
  if (!key) throw new Error(`workspace ${queries.workspaceId} has no ledger`)
  return key
}

/** Keeps the same private key, sealed again. */
export async function replaceSealedKey(queries: WorkspaceQueries, sealedPrivateKey: Buffer): Promise<void> {
  await queries.rows(sql`
    update ledger_keys
    set sealed_private_key = ${sealedPrivateKey}
    where workspace_id = ${queries.workspaceId}`)
}

/** Lets one signer at a time decide whether a checkpoint is to be kept. */
export async function lockSigning(tx: Transaction): Promise<void> {
  const name = `ledger-checkpoint ${tx.workspaceId}`
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Keeps a checkpoint; like an entry, it is never of an instant before the entries that it counts. */
export async function insertCheckpoint(
  tx: Transaction,
  checkpoint: { size: number; root: Buffer; note: string },
  now: Sql,
): Promise<void> {
  await tx.rows(sql`
    insert into ledger_checkpoints (workspace_id, size, root, note, at)
    select workspace_id, ${checkpoint.size}, ${checkpoint.root}, ${checkpoint.note}, greatest(${now}, last_at)
    from ledger_heads
    where workspace_id = ${tx.workspaceId}`)
}

/** The signed note of the last checkpoint that was kept; undefined before the first. */
export async function lastCheckpoint(queries: WorkspaceQueries): Promise<string | undefined> {
  const [last] = await queries.rows<{ note: string }>(sql`
    select note from ledger_checkpoints
    where workspace_id = ${queries.workspaceId}
    order by size desc
    limit 1`)
  return last?.note
}

/** Those of the notes that are kept. */
export async function findCheckpointNotes(
  queries: WorkspaceQueries,
  notes: readonly string[],
): Promise<string[]> {
  const rows = await queries.rows<{ note: string }>(sql`
    select note from ledger_checkpoints
    where workspace_id = ${queries.workspaceId} and note = any(${notes}::text[])`)
  return rows.map((row) => row.note)
}

/** The complete subtrees that were asked for; leaves stand in the entries themselves. */
export async function findNodes(queries: WorkspaceQueries, nodes: readonly NodeId[]): Promise<TreeNode[]> {
  const inner = nodes.filter((node) => node.level > 0)
  const leaves = nodes.filter((node) => node.level === 0)
  const found = (await queries.batch([
    sql`
      select n.level, n.index, n.hash
      from unnest(
        ${inner.map((node) => node.level)}::smallint[],
        ${inner.map((node) => node.index)}::bigint[]
      ) as wanted (level, index)
      join ledger_nodes n on n.level = wanted.level and n.index = wanted.index
      where n.workspace_id = ${queries.workspaceId}`,
    sql`
      select 0 as level, index, leaf_hash as hash
      from ledger_entries
      where workspace_id = ${queries.workspaceId} and index = any(${leaves.map((node) => node.index)}::bigint[])`,
  ])) as TreeNode[][]
  return found.flat()
}

/** The two texts of an entry. */
export interface EntryTextRow {
  entry: string
  payload: string
}

/** Entries in order, from an index on. */
export async function findEntryTexts(
  queries: WorkspaceQueries,
  from: number,
  limit: number,
): Promise<EntryTextRow[]> {
  return queries.rows<EntryTextRow>(sql`
    select entry, payload
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and index >= ${from}
    order by index
    limit ${limit}::bigint`)
}

/** The payload of an entry; undefined where there is no entry. */
export async function recordedPayload(
  queries: WorkspaceQueries,
  index: number,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [row] = await queries.rows<{ payload: string }>(sql`
    select payload
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and index = ${index}`)
  return row && (JSON.parse(row.payload) as Record<string, unknown>)
}

/** Takes ledgers whose turn it is, each for one process, and sets their next time. */
export async function claimRounds(queries: Queries, now: Sql, everySeconds: number): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    update ledger_rounds
    set checkpoint_at = ${now} + make_interval(secs => ${everySeconds})
    where workspace_id in (
      select workspace_id
      from ledger_rounds
      where checkpoint_at <= ${now}
      order by checkpoint_at
      limit ${CLAIM_MAX}
      for update skip locked)
    returning workspace_id as "workspaceId"`)
  return rows.map((row) => row.workspaceId)
}
