import { because, type LedgerConsistency, type LedgerProof } from '@plumbline/contract'
import { notFound, unusableValue } from '../../../platform/errors.ts'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { findEntryTexts, findNodes, readSigningState } from './proof-store.ts'
import { consistencyProof, nodesForConsistency, verifyConsistency } from '../rules/consistency-proof.ts'
import { inclusionProof, nodesForInclusion, verifyInclusion } from '../rules/inclusion-proof.ts'
import { recordProofFile } from '../rules/ledger-bundle.ts'
import { leafHash } from '../rules/merkle-tree.ts'
import { lookupAmong, nodesForRoot, rootAt } from '../rules/subtree-range.ts'
import { formatTlogProof } from '../rules/tlog-proof.ts'
import {
  KEEP_EVERY_SECONDS,
  storedCheckpoint,
  latestCheckpoint,
  LedgerContradiction,
  signerOf,
  vkeyOf,
  type LedgerParts,
  type SignedCheckpoint,
} from './sign-checkpoint.ts'

/**
 * Returns the proof of one entry in the format plumbline-record/1: under the latest stored checkpoint if that covers
 * the entry, otherwise under one signed for this purpose.
 * @throws 404 NOT_FOUND if the ledger has no such entry
 */
export async function recordProof(
  parts: LedgerParts,
  workspaceId: string,
  index: number,
): Promise<LedgerProof> {
  const queries = parts.db.in(workspaceId)
  const state = await readSigningState(queries, parts.clock.sqlNow(), KEEP_EVERY_SECONDS)
  if (index >= state.head.size) throw notFound()
  const stored = storedCheckpoint(workspaceId, state)
  const signed = stored && index < stored.size ? stored : await latestCheckpoint(parts, workspaceId)
  const [texts] = await findEntryTexts(queries, index, 1)
  if (!texts) throw new LedgerContradiction(workspaceId, `lacks entry ${index}`)
  const hashes = await pathTo(queries, index, signed, texts.entry)
  const proof = formatTlogProof({ index, hashes, checkpoint: signed.checkpoint })
  return recordProofFile({ ...texts, proof, vkey: signed.vkey })
}

/** Returns the path from an entry to the signed root; never returns a path that does not lead to it. */
async function pathTo(
  queries: WorkspaceQueries,
  index: number,
  { size, root }: SignedCheckpoint,
  entry: string,
): Promise<Buffer[]> {
  const lookup = lookupAmong(await findNodes(queries, nodesForInclusion(index, size)))
  const proof = inclusionProof(index, size, lookup)
  const leaf = leafHash(Buffer.from(entry))
  if (verifyInclusion({ index, size, leafHash: leaf, root, proof })) return proof
  throw new LedgerContradiction(queries.workspaceId, `does not lead from entry ${index} to its root`)
}

/**
 * Returns the proof that a ledger of `to` entries begins with the ledger of `from` entries.
 * @throws 422 INVALID_REQUEST if `from` is greater than `to`, or `to` is beyond the end of the ledger
 */
export async function consistencyOf(
  { db, clock, secrets }: LedgerParts,
  workspaceId: string,
  { from, to }: { from: number; to: number },
): Promise<LedgerConsistency> {
  const queries = db.in(workspaceId)
  const { key, head } = await readSigningState(queries, clock.sqlNow(), KEEP_EVERY_SECONDS)
  if (from > to) throw unusableValue('from', because('ledger.from_after_to'))
  if (to > head.size) throw unusableValue('to', because('ledger.too_short', { count: head.size }))
  const wanted = [...nodesForConsistency(from, to), ...nodesForRoot(from), ...nodesForRoot(to)]
  const lookup = lookupAmong(await findNodes(queries, wanted))
  const [fromRoot, toRoot] = [rootAt(from, lookup), rootAt(to, lookup)]
  const proof = consistencyProof(from, to, lookup)
  if (!verifyConsistency({ from, to, fromRoot, toRoot, proof })) {
    throw new LedgerContradiction(workspaceId, `did not grow from ${from} to ${to} entries`)
  }
  return {
    origin: key.origin,
    from,
    to,
    from_root: fromRoot.toString('base64'),
    to_root: toRoot.toString('base64'),
    proof: proof.map((hash) => hash.toString('base64')),
    vkey: vkeyOf(signerOf(key, secrets)),
  }
}
