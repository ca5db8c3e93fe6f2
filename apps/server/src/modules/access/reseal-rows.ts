import type { Database } from '../../platform/db/index.ts'
import { resealedRowMac } from '../../platform/row-seal.ts'
import type { Resealing, Secrets } from '../../platform/secrets.ts'
import { pagesOfSealedRows, replaceMacs } from './sealed-rows-store.ts'

/**
 * Seals sessions, sign-ins that wait for the second factor and one-time links with the deployment's current secret, as
 * far as the fallback sealed them. A forged row stays as it is. One that changes in the meantime has been sealed with the
 * current secret by whoever changed it.
 * @returns how many were sealed with the fallback
 */
export async function resealRows(
  { db, secrets }: { db: Database; secrets: Secrets },
  { isDryRun }: Resealing,
): Promise<number> {
  let resealed = 0
  for await (const page of pagesOfSealedRows(db.global)) {
    const macs = page.flatMap(({ table, members, mac: before }) => {
      const after = resealedRowMac(secrets, table, members, before)
      return after === undefined ? [] : [{ before, after }]
    })
    resealed += macs.length
    if (!isDryRun && macs.length > 0) await replaceMacs(db.global, page[0]!.table, macs)
  }
  return resealed
}
