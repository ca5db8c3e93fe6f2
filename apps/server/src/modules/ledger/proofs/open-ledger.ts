import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { ledgerOrigin } from '../rules/checkpoint.ts'
import { ED25519_KEY_BYTES, noteSigner, verifierOf } from '../rules/signed-note.ts'
import { insertLedger } from '../append/store.ts'

/** What sealed signing keys are bound to. */
export const LEDGER_KEY_PURPOSE = 'ledger-signing-key'

/** What the first entry of a ledger says of the ledger itself: the public half of the key that signs for it. */
export type LedgerIdentity = {
  readonly origin: string
  /** In hex. */
  readonly public_key: string
  readonly created_at: string
}

/**
 * Opens the empty ledger of a new workspace and makes the key that signs its checkpoints. The response belongs
 * into the payload of its first entry, as `ledger`: anyone who puts another key in its place contradicts that.
 * @param publicUrl the deployment's origin; its host becomes part of the ledger's name for good
 */
export async function openLedger(
  tx: Transaction,
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  publicUrl: string,
): Promise<LedgerIdentity> {
  const origin = ledgerOrigin(new URL(publicUrl).host, tx.workspaceId)
  const seed = randomBytes(ED25519_KEY_BYTES)
  const ledger = {
    origin,
    publicKey: verifierOf(noteSigner(origin, seed)).publicKey,
    sealedPrivateKey: secrets.seal(LEDGER_KEY_PURPOSE, seed),
  }
  const at = clock.now().toISOString()
  await insertLedger(tx, ledger, at)
  return { origin, public_key: ledger.publicKey.toString('hex'), created_at: at }
}
