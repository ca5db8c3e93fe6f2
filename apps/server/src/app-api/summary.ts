import type { Summary, summaryOperations } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { countWaiting } from '../modules/calibrations/index.ts'
import { summariseRegister } from '../modules/instruments/index.ts'
import { listActivity, mayReadEveryEntry } from '../modules/ledger/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Handlers } from '../platform/http/index.ts'

/** Number of ledger entries that the summary shows. */
const RECENT_ENTRIES = 10

/** Handlers of the summary, which combines data of several modules. */
export function summaryRoutes(parts: {
  db: Database
  clock: Clock
}): Handlers<typeof summaryOperations, Caller> {
  return {
    getSummary: async ({ caller, query }) => {
      const siteIds = narrowedTo(query.site_id, caller.siteIds)
      const [register, waiting, recent] = await Promise.all([
        summariseRegister(parts, caller, siteIds),
        countWaiting(parts.db.in(caller.workspaceId), siteIds),
        recentActivity(parts.db, caller),
      ])
      const body: Summary = { ...register, pending_approvals: waiting, recent_activity: recent }
      return { body }
    },
  }
}

/** Returns the sites to summarize; an empty list if the requested site is not accessible. */
function narrowedTo(siteId: string | undefined, reach: readonly string[] | null): readonly string[] | null {
  if (siteId === undefined) return reach
  return reach === null || reach.includes(siteId) ? [siteId] : []
}

async function recentActivity(db: Database, caller: Caller): Promise<Summary['recent_activity']> {
  if (!mayReadEveryEntry(caller)) return []
  return (await listActivity(db, caller, { limit: RECENT_ENTRIES, offset: 0 })).data
}
