import {
  sql,
  type Queries,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import type { FormerKey } from '../rules/key-history.ts'
import type { NodeId, TreeNode } from '../rules/merkle-tree.ts'

/** Maximum number of workspaces per claim of rounds. */
const CLAIM_MAX = 20

/** The signing key of a ledger, as stored. */
export interface StoredKey {
  origin: string
  publicKey: Buffer
  sealedPrivateKey: Buffer
  /** What `readFormerKeys` reads. */
  formerKeys: unknown
}

/** The columns of a `StoredKey` in a row `k` of `ledger_keys`. */
export const keyColumns = sql`
  k.origin, k.public_key as "publicKey", k.sealed_private_key as "sealedPrivateKey", k.former_keys as "formerKeys"`

/** A stored checkpoint. */
export interface StoredCheckpoint {
  size: number
  note: string
  /** Whether it is old enough for another one to be stored. */
  isOld: boolean
}

/** Everything needed to sign the state of a ledger. */
export interface SigningState {
  key: StoredKey
  last: StoredCheckpoint | undefined
  head: { size: number; edge: Buffer[] }
}

/**
 * Reads the inputs of a checkpoint. The last checkpoint is read before the head: entries appended in between make the
 * head larger, never smaller. The key and the head are read by one statement: a key that has been replaced must not sign a
 * tree that goes on after its replacement.
 */
export async function readSigningState(
  queries: WorkspaceQueries,
  now: Sql,
  keepEverySeconds: number,
): Promise<SigningState> {
  const [[last], [found]] = (await queries.batch([
    sql`
      select size, note, at <= ${now} - make_interval(secs => ${keepEverySeconds}) as "isOld"
      from ledger_checkpoints
      where workspace_id = ${queries.workspaceId}
      order by size desc
      limit 1`,
    sql`
      select ${keyColumns}, h.size, h.edge
      from ledger_keys k
      join ledger_heads h on h.workspace_id = k.workspace_id
      where k.workspace_id = ${queries.workspaceId} and h.workspace_id = ${queries.workspaceId}`,
  ])) as [[StoredCheckpoint?], [(StoredKey & SigningState['head'])?]]
  if (!found) throw new Error(`workspace ${queries.workspaceId} has no ledger`)
  const { size, edge, ...key } = found
  return { key, last, head: { size, edge } }
}

/** Returns the key of a ledger as stored. */
export async function findLedgerKey(queries: WorkspaceQueries): Promise<StoredKey> {
  const [key] = await queries.rows<StoredKey>(sql`
    select ${keyColumns}
    from ledger_keys k
    where k.workspace_id = ${queries.workspaceId}`)
  if (!key) throw new Error(`workspace ${queries.workspaceId} has no ledger`)
  return key
}

/** Stores the same private key, sealed again. */
export async function replaceSealedKey(queries: WorkspaceQueries, sealedPrivateKey: Buffer): Promise<void> {
  await queries.rows(sql`
    update ledger_keys
    set sealed_private_key = ${sealedPrivateKey}
    where workspace_id = ${queries.workspaceId}`)
}

/** Stores another key, and which keys came before it. */
export async function replaceKey(
  tx: Transaction,
  key: { publicKey: Buffer; sealedPrivateKey: Buffer; formerKeys: readonly FormerKey[] },
): Promise<void> {
  await tx.rows(sql`
    update ledger_keys
    set
      public_key = ${key.publicKey}, sealed_private_key = ${key.sealedPrivateKey},
      former_keys = ${JSON.stringify(key.formerKeys)}::jsonb
    where workspace_id = ${tx.workspaceId}`)
}

/** Returns the stored checkpoints of the given sizes, in order of size. */
export async function checkpointsOfSizes(
  queries: WorkspaceQueries,
  sizes: readonly number[],
): Promise<{ size: number; note: string }[]> {
  return queries.rows(sql`
    select size, note from ledger_checkpoints
    where workspace_id = ${queries.workspaceId} and size = any(${sizes}::bigint[])
    order by size`)
}

/** Lets only one signer at a time decide whether to store a checkpoint. */
export async function lockSigning(tx: Transaction): Promise<void> {
  await tx.rows(sql`
    select from ledger_keys where workspace_id = ${tx.workspaceId} for no key update`)
}

/** Stores a checkpoint; like an entry, its instant is never before that of the entries it covers. */
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

/** Returns the signed note of the latest stored checkpoint; undefined before the first. */
export async function lastCheckpoint(queries: WorkspaceQueries): Promise<string | undefined> {
  const [last] = await queries.rows<{ note: string }>(sql`
    select note from ledger_checkpoints
    where workspace_id = ${queries.workspaceId}
    order by size desc
    limit 1`)
  return last?.note
}

/** Returns those of the notes that are stored. */
export async function findCheckpointNotes(
  queries: WorkspaceQueries,
  notes: readonly string[],
): Promise<string[]> {
  const rows = await queries.rows<{ note: string }>(sql`
    select note from ledger_checkpoints
    where workspace_id = ${queries.workspaceId} and note = any(${notes}::text[])`)
  return rows.map((row) => row.note)
}

/** Returns the requested complete subtrees; leaves are stored in the entries themselves. */
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

/** Returns entries in order, from an index on. */
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

/** Returns the payload of an entry; undefined if the entry does not exist. */
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

/** Claims ledgers that are due, each for one process, and schedules their next round. */
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
