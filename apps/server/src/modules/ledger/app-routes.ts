import { pageOf, type activityOperations, type appLedgerOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { listActivity, listActors } from './activity/list-activity.ts'
import { latestVerification, startVerification } from './verify/start-verification.ts'
import { pageOfCheckpoints } from './verify/verification-store.ts'

/** Handlers of the activity log. The register decides who may see an instrument. */
export function activityRoutes(parts: {
  db: Database
}): Handlers<Pick<typeof activityOperations, 'listActivity' | 'listActivityActors'>, Actor> {
  return {
    listActivity: async ({ caller, query }) => ({ body: await listActivity(parts.db, caller, query) }),
    listActivityActors: async ({ caller }) => ({ body: { data: await listActors(parts.db, caller) } }),
  }
}

/** Handlers of the ledger operations that only the app has. */
export function appLedgerRoutes(parts: {
  db: Database
  clock: Clock
}): Handlers<typeof appLedgerOperations, Actor> {
  return {
    listLedgerCheckpoints: async ({ caller, query }) => {
      const { rows, total } = await pageOfCheckpoints(parts.db.in(caller.workspaceId), query)
      const checkpoints = rows.map(({ size, root, note, at }) => ({
        size,
        root: root.toString('base64'),
        at,
        checkpoint: note,
      }))
      return { body: pageOf(checkpoints, total, query) }
    },
    getLedgerVerification: async ({ caller }) => ({
      body: { latest: await latestVerification(parts, caller) },
    }),
    startLedgerVerification: async ({ caller }) => ({ body: await startVerification(parts, caller) }),
  }
}
