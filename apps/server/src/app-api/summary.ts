import type { Summary, summaryOperations } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { countWaiting } from '../modules/calibrations/index.ts'
import { summariseRegister } from '../modules/instruments/index.ts'
import { listActivity, mayReadEveryEntry } from '../modules/ledger/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import type { Handlers } from '../platform/http/index.ts'

/** Entries that the summary shows: as many as one looks at. */
const RECENT_ENTRIES = 10

/** Handlers of the summary, which gathers from several modules. */
export function summaryRoutes(parts: {
  db: Database
  clock: Clock
}): Handlers<typeof summaryOperations, Caller> {
  return {
    getSummary: async ({ caller }) => {
      const [register, waiting, recent] = await Promise.all([
        summariseRegister(parts, caller),
        countWaiting(parts.db.in(caller.workspaceId), caller.siteIds),
        recentActivity(parts.db, caller),
      ])
      const body: Summary = { ...register, pending_approvals: waiting, recent_activity: recent }
      return { body }
    },
  }
}

async function recentActivity(db: Database, caller: Caller): Promise<Summary['recent_activity']> {
  if (!mayReadEveryEntry(caller)) return []
  return (await listActivity(db, caller, { limit: RECENT_ENTRIES, offset: 0 })).data
}
