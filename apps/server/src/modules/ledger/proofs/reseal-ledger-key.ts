import type { Database } from '../../../platform/db/index.ts'
import type { Resealing, Secrets } from '../../../platform/secrets.ts'
import { LEDGER_KEY_PURPOSE } from './open-ledger.ts'
import { findLedgerKey, replaceSealedKey } from './proof-store.ts'

/**
 * Seals the signing key of a ledger with the current secret; the key itself does not change.
 * @returns how many keys were sealed with the fallback: one or none
 * @throws Error if neither secret opens it
 */
export async function resealLedgerKey(
  { db, secrets }: { db: Database; secrets: Secrets },
  workspaceId: string,
  { isDryRun }: Resealing,
): Promise<number> {
  const queries = db.in(workspaceId)
  const { sealedPrivateKey } = await findLedgerKey(queries)
  const sealed = secrets.reseal(LEDGER_KEY_PURPOSE, sealedPrivateKey)
  if (sealed === undefined) return 0
  if (!isDryRun) await replaceSealedKey(queries, sealed)
  return 1
}
