import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { encodeVerifierKey, noteVerifier } from '../rules/signed-note.ts'
import { checkpointsOfSizes, findLedgerKey, type StoredKey } from './proof-store.ts'
import { keyHistoryOf, signerOf, vkeyOf, type LedgerParts, type SignedCheckpoint } from './sign-checkpoint.ts'

/** A key that was replaced. */
export interface ReplacedKey {
  readonly vkey: string
  /** The size of the last tree that it could sign, which ends with the entry about its replacement. */
  readonly untilSize: number
  /** The checkpoint of that tree, signed by this key and by the next one. */
  readonly checkpoint: string
}

/** Returns the name of a ledger, which never changes, the key that verifies its checkpoints, and the keys before it. */
export async function ledgerKey(
  { db, secrets }: Pick<LedgerParts, 'db' | 'secrets'>,
  workspaceId: string,
): Promise<Pick<SignedCheckpoint, 'origin' | 'vkey'> & { formerKeys: ReplacedKey[] }> {
  const queries = db.in(workspaceId)
  const key = await findLedgerKey(queries)
  return {
    origin: key.origin,
    vkey: vkeyOf(signerOf(key, secrets)),
    formerKeys: await formerKeysOf(queries, key),
  }
}

/** Returns the keys of a ledger that were replaced, oldest first. @param key the key that replaced the last of them */
export async function formerKeysOf(queries: WorkspaceQueries, key: StoredKey): Promise<ReplacedKey[]> {
  const { origin, formerKeys } = keyHistoryOf(key)
  if (formerKeys.length === 0) return []
  const notes = await checkpointsOfSizes(
    queries,
    formerKeys.map((former) => former.until_size),
  )
  const noteOf = new Map(notes.map(({ size, note }) => [size, note]))
  return formerKeys.map(({ public_key: publicKey, until_size: untilSize }) => ({
    vkey: encodeVerifierKey(noteVerifier(origin, Buffer.from(publicKey, 'hex'))),
    untilSize,
    checkpoint: noteOf.get(untilSize) ?? '',
  }))
}
