import type { Log } from '../../../platform/log.ts'
import { claimRounds } from './proof-store.ts'
import { KEEP_EVERY_SECONDS, latestCheckpoint, type LedgerParts } from './sign-checkpoint.ts'

/**
 * Stores a checkpoint of every ledger that has grown since its last one, at most one per minute and ledger. Called
 * periodically by background work; processes share the ledgers among them. A ledger that cannot be signed is logged
 * and does not block the others.
 */
export async function keepCheckpoints(parts: LedgerParts & { readonly log: Log }): Promise<void> {
  const { db, clock, log } = parts
  for (;;) {
    const workspaceIds = await claimRounds(db.global, clock.sqlNow(), KEEP_EVERY_SECONDS)
    if (workspaceIds.length === 0) return
    for (const workspaceId of workspaceIds) {
      await latestCheckpoint(parts, workspaceId).catch((error: unknown) => {
        log.error({ err: error, workspaceId }, 'a checkpoint of the ledger was not kept')
      })
    }
  }
}
