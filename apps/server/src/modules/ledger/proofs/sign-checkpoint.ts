import type { Clock } from '../../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { LEDGER_KEY_PURPOSE } from './open-ledger.ts'
import {
  findNodes,
  insertCheckpoint,
  lockSigning,
  readSigningState,
  type SigningState,
  type StoredKey,
} from './proof-store.ts'
import { signCheckpoint } from '../rules/checkpoint.ts'
import { consistencyProof, nodesForConsistency, verifyConsistency } from '../rules/consistency-proof.ts'
import { openCheckpointOf, readFormerKeys, type KeyHistory } from '../rules/key-history.ts'
import { edgeOf, rootOf } from '../rules/merkle-tree.ts'
import { encodeVerifierKey, noteSigner, verifierOf, type NoteSigner } from '../rules/signed-note.ts'
import { lookupAmong, nodesForRoot, rootAt } from '../rules/subtree-range.ts'

/** Dependencies of proofs. */
export interface LedgerParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
}

/** A signed statement of a ledger's size and root. */
export interface SignedCheckpoint {
  readonly origin: string
  readonly size: number
  readonly root: Buffer
  /** The signed note, verbatim. */
  readonly checkpoint: string
  /** The text form of the key that verifies it. */
  readonly vkey: string
}

/** The ledger contradicts what was signed before, so nothing more is signed. */
export class LedgerContradiction extends Error {
  constructor(workspaceId: string, what: string) {
    super(`the ledger of workspace ${workspaceId} ${what}; nothing more is signed for it`)
    this.name = 'LedgerContradiction'
  }
}

/** Minimum number of seconds between stored checkpoints while the ledger grows. */
export const KEEP_EVERY_SECONDS = 60

/**
 * Signs the current state of a ledger, and stores the checkpoint if the last stored one is at least a minute old.
 * Throws LedgerContradiction if the tree is smaller than a stored one, or does not begin with it.
 */
export async function latestCheckpoint(
  { db, clock, secrets }: LedgerParts,
  workspaceId: string,
): Promise<SignedCheckpoint> {
  const queries = db.in(workspaceId)
  const state = await readSigningState(queries, clock.sqlNow(), KEEP_EVERY_SECONDS)
  if (!isStoredNext(state)) return signState(queries, secrets, state)
  return db.transaction(workspaceId, async (tx) => {
    await lockSigning(tx)
    const now = clock.sqlNow()
    const locked = await readSigningState(tx, now, KEEP_EVERY_SECONDS)
    const signed = await signState(tx, secrets, locked)
    if (isStoredNext(locked)) await insertCheckpoint(tx, { ...signed, note: signed.checkpoint }, now)
    return signed
  })
}

/** Returns the latest stored checkpoint, with its signature verified; undefined before the first. */
export function storedCheckpoint(
  workspaceId: string,
  { key, last }: Pick<SigningState, 'key' | 'last'>,
): SignedCheckpoint | undefined {
  if (last === undefined) return undefined
  try {
    const { origin, size, root, verifier } = openCheckpointOf(keyHistoryOf(key), last.note)
    if (size !== last.size) throw new Error('it counts another number of entries')
    return { origin, size, root, checkpoint: last.note, vkey: encodeVerifierKey(verifier) }
  } catch (error) {
    throw new LedgerContradiction(
      workspaceId,
      `keeps a checkpoint that it did not sign (${(error as Error).message})`,
    )
  }
}

/** Returns the public keys of a ledger. Throws Error if the list of former ones is malformed. */
export function keyHistoryOf({ origin, publicKey, formerKeys }: StoredKey): KeyHistory {
  return { origin, publicKey, formerKeys: readFormerKeys(formerKeys) }
}

/** Returns the signer of a ledger. Throws Error if the stored key halves do not match. */
export function signerOf({ origin, publicKey, sealedPrivateKey }: StoredKey, secrets: Secrets): NoteSigner {
  const signer = noteSigner(origin, secrets.open(LEDGER_KEY_PURPOSE, sealedPrivateKey))
  if (!verifierOf(signer).publicKey.equals(publicKey)) {
    throw new Error(`the signing key of ${origin} does not belong to its public key`)
  }
  return signer
}

/** Returns the verifier key of a signer, in its text form. */
export function vkeyOf(signer: NoteSigner): string {
  return encodeVerifierKey(verifierOf(signer))
}

function isStoredNext({ last, head }: SigningState): boolean {
  return last === undefined || (last.isOld && last.size !== head.size)
}

/**
 * Signs the given state of a ledger, also with the successor of its key if there is one.
 * @throws LedgerContradiction if the tree is smaller than the last one stored, or does not begin with it
 */
export async function signState(
  queries: WorkspaceQueries,
  secrets: Secrets,
  state: SigningState,
  successor?: NoteSigner,
): Promise<SignedCheckpoint> {
  const signer = signerOf(state.key, secrets)
  const { origin } = state.key
  const { size } = state.head
  const root = rootOf(edgeOf(size, state.head.edge))
  const last = storedCheckpoint(queries.workspaceId, state)
  await requireGrowth(queries, last, { size, root })
  const signers = successor ? [signer, successor] : [signer]
  const checkpoint = signCheckpoint({ origin, size, root }, ...signers)
  return { origin, size, root, checkpoint, vkey: vkeyOf(signer) }
}

type Tree = Pick<SignedCheckpoint, 'size' | 'root'>

/** The signer's own rule: what it signed last must be the beginning of what it signs next. */
async function requireGrowth(queries: WorkspaceQueries, last: Tree | undefined, next: Tree): Promise<void> {
  const { workspaceId } = queries
  if (last === undefined) {
    const lookup = lookupAmong(await findNodes(queries, nodesForRoot(next.size)))
    if (rootAt(next.size, lookup).equals(next.root)) return
    throw new LedgerContradiction(workspaceId, 'has a head that does not fit its tree')
  }
  if (next.size < last.size) {
    throw new LedgerContradiction(workspaceId, `had ${last.size} entries and now has ${next.size}`)
  }
  const nodes = await findNodes(queries, nodesForConsistency(last.size, next.size))
  const proof = consistencyProof(last.size, next.size, lookupAmong(nodes))
  const claim = { from: last.size, to: next.size, fromRoot: last.root, toRoot: next.root, proof }
  if (!verifyConsistency(claim)) {
    throw new LedgerContradiction(
      workspaceId,
      `does not begin with the ${last.size} entries that were signed`,
    )
  }
}
