import { resealRows, resealSecondFactors } from './modules/access/index.ts'
import { listLedgers, resealLedgerKey } from './modules/ledger/index.ts'
import { resealSigningSecrets } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import type { Resealing, Secrets } from './platform/secrets.ts'

/** Numbers of stored values that were sealed with the fallback. */
export interface Resealed {
  readonly ledgerKeys: number
  readonly signingSecrets: number
  readonly secondFactors: number
  /** Sessions, sign-ins that wait for the second factor, and one-time links. */
  readonly sealedRows: number
}

/**
 * Seals with the current secret every value in the database that is sealed with the fallback. Each value has its own
 * transaction, so that processes keep reading and writing. If it is interrupted, the next call continues.
 * @throws Error naming the workspace of a value that neither secret opens
 */
export async function resealSecrets(
  parts: { db: Database; clock: Clock; secrets: Secrets },
  resealing: Resealing,
): Promise<Resealed> {
  let ledgerKeys = 0
  let signingSecrets = 0
  for (const workspaceId of await listLedgers(parts.db.global)) {
    try {
      ledgerKeys += await resealLedgerKey(parts, workspaceId, resealing)
      signingSecrets += await resealSigningSecrets(parts, workspaceId, resealing)
    } catch (cause) {
      throw new Error(`workspace ${workspaceId}: ${(cause as Error).message}`, { cause })
    }
  }
  const secondFactors = await resealSecondFactors(parts, resealing)
  return { ledgerKeys, signingSecrets, secondFactors, sealedRows: await resealRows(parts, resealing) }
}

/** Returns the sum of all kinds of values. */
export function countResealed({ ledgerKeys, signingSecrets, secondFactors, sealedRows }: Resealed): number {
  return ledgerKeys + signingSecrets + secondFactors + sealedRows
}
