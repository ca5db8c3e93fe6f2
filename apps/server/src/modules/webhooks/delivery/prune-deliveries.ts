import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { leastIdAt } from '../../../platform/ids.ts'
import { deleteDeliveriesBefore, deleteEventsBefore } from './prune-store.ts'
import { claimPruning, openRounds } from '../fan-out/round-store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Pruned hourly, so that there are never many rows to delete at a time. */
const PRUNE_EVERY_MS = HOUR_MS

export interface PruneParts {
  readonly db: Database
  readonly clock: Clock
  /** Retention period of the delivery log. */
  readonly retentionDays: number
}

/**
 * Deletes what is older than the retention period of the delivery log, in every workspace that is due. IDs begin with
 * their time, so old rows come first in the primary key. Deliveries that still wait for their endpoint are kept, as
 * are event bodies that one of them may send.
 */
export async function pruneDeliveries({ db, clock, retentionDays }: PruneParts): Promise<void> {
  await openRounds(db.global, clock.sqlNow())
  const leastId = leastIdAt(clock.now().getTime() - retentionDays * DAY_MS)
  for (;;) {
    const workspaceIds = await claimPruning(db.global, clock.sqlNow(), PRUNE_EVERY_MS)
    if (workspaceIds.length === 0) return
    for (const workspaceId of workspaceIds) {
      const queries = db.in(workspaceId)
      while (await deleteDeliveriesBefore(queries, leastId));
      while (await deleteEventsBefore(queries, leastId));
    }
  }
}
