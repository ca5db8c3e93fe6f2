import type { activityOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { listActivity } from './list-activity.ts'

/** Handlers of the activity log; who may see an instrument is for the register to say, which answers for one. */
export function activityRoutes(
  db: Database,
): Handlers<Pick<typeof activityOperations, 'listActivity'>, Actor> {
  return {
    listActivity: async ({ caller, query }) => ({ body: await listActivity(db, caller, query) }),
  }
}
