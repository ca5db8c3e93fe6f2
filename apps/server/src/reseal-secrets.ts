import { resealSecondFactors } from './modules/access/index.ts'
import { listLedgers, resealLedgerKey } from './modules/ledger/index.ts'
import { resealSigningSecrets } from './modules/webhooks/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/index.ts'
import type { Resealing, Secrets } from './platform/secrets.ts'

/** How many stored values were sealed with the fallback. */
export interface Resealed {
  readonly ledgerKeys: number
  readonly signingSecrets: number
  readonly secondFactors: number
}

/**
 * Seals everything in the database with the present secret that is sealed with the fallback, each value in a transaction of its
 * own, while others read and write. Run again, it goes on where it was cut off.
 * @throws Error naming the workspace where neither secret opens a value
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
  return { ledgerKeys, signingSecrets, secondFactors: await resealSecondFactors(parts, resealing) }
}

/** All of them together. */
export function countResealed({ ledgerKeys, signingSecrets, secondFactors }: Resealed): number {
  return ledgerKeys + signingSecrets + secondFactors
}
