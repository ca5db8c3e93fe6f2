import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../platform/actor.ts'
import { appendEntries } from '../append/append-entries.ts'
import { readFormerKeys } from '../rules/key-history.ts'
import { ED25519_KEY_BYTES, noteSigner, verifierOf } from '../rules/signed-note.ts'
import { LEDGER_KEY_PURPOSE } from './open-ledger.ts'
import { findLedgerKey, insertCheckpoint, lockSigning, readSigningState, replaceKey } from './proof-store.ts'
import { KEEP_EVERY_SECONDS, signState, vkeyOf, type LedgerParts } from './sign-checkpoint.ts'

/** What the entry about the replacement of a signing key states. Both keys are in hex. */
export type KeyReplacement = {
  readonly public_key: string
  readonly former_public_key: string
  readonly reason: string
}

/** The two keys of a replacement in their text form, and the size of the tree that both have signed. */
export interface ReplacedLedgerKey {
  readonly vkey: string
  readonly formerVkey: string
  readonly size: number
  /** The signed note of that tree. */
  readonly checkpoint: string
}

/**
 * Replaces the key that signs the checkpoints of the actor's workspace. An entry names the new key, and the former key signs
 * one last checkpoint, which covers that entry, together with the new one: whoever trusts the former key can follow. The former
 * private key is not stored any longer.
 * @throws LedgerContradiction if the ledger is not the one that was signed before
 */
export async function replaceLedgerKey(
  { db, clock, secrets }: LedgerParts,
  actor: Actor,
  reason: string,
): Promise<ReplacedLedgerKey> {
  return db.transaction(actor.workspaceId, async (tx) => {
    await lockSigning(tx)
    const key = await findLedgerKey(tx)
    const seed = randomBytes(ED25519_KEY_BYTES)
    const successor = noteSigner(key.origin, seed)
    const { publicKey } = verifierOf(successor)
    const former = key.publicKey.toString('hex')
    const payload: KeyReplacement = {
      public_key: publicKey.toString('hex'),
      former_public_key: former,
      reason,
    }
    const subject = { type: 'workspace' as const, id: actor.workspaceId }
    await appendEntries(tx, clock, actor, [{ kind: 'ledger.key_replaced', subject, payload }])
    const now = clock.sqlNow()
    const signed = await signState(
      tx,
      secrets,
      await readSigningState(tx, now, KEEP_EVERY_SECONDS),
      successor,
    )
    await insertCheckpoint(tx, { ...signed, note: signed.checkpoint }, now)
    await replaceKey(tx, {
      publicKey,
      sealedPrivateKey: secrets.seal(LEDGER_KEY_PURPOSE, seed),
      formerKeys: [...readFormerKeys(key.formerKeys), { public_key: former, until_size: signed.size }],
    })
    const { size, checkpoint } = signed
    return { vkey: vkeyOf(successor), formerVkey: signed.vkey, size, checkpoint }
  })
}
