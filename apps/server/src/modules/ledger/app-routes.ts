import type { activityOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { exportActivity } from './export-activity.ts'
import { listActivity } from './list-activity.ts'

/** Handlers of the activity log; who may see an instrument is for the register to say, which answers for one. */
export function activityRoutes(parts: {
  db: Database
  clock: Clock
}): Handlers<Pick<typeof activityOperations, 'listActivity' | 'exportActivity'>, Actor> {
  return {
    listActivity: async ({ caller, query }) => ({ body: await listActivity(parts.db, caller, query) }),
    exportActivity: async ({ caller, query }) => exportActivity(parts, caller, query),
  }
}
