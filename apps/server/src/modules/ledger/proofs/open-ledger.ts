import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { ledgerOrigin } from '../rules/checkpoint.ts'
import { ED25519_KEY_BYTES, noteSigner, verifierOf } from '../rules/signed-note.ts'
import { insertLedger } from '../append/store.ts'

/** The purpose to which sealed signing keys are bound. */
export const LEDGER_KEY_PURPOSE = 'ledger-signing-key'

/** What the first entry of a ledger states about the ledger itself: the public half of its signing key. */
export type LedgerIdentity = {
  readonly origin: string
  /** In hex. */
  readonly public_key: string
  readonly created_at: string
}

/**
 * Creates the empty ledger of a new workspace and the key that signs its checkpoints. Include the return value in the
 * payload of the first entry, as `ledger`: replacing the key later then contradicts the ledger.
 * @param publicUrl the deployment's origin; its host permanently becomes part of the ledger's name
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
