import type { firstStepsOperations } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { readFirstSteps } from './read-first-steps.ts'
import { dismiss, declareSingleApprover, withdrawSingleApprover, showAgain } from './store.ts'

/** Handlers of the first steps. */
export function firstStepsRoutes({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Handlers<typeof firstStepsOperations, Caller> {
  return {
    getFirstSteps: async ({ caller }) => ({ body: await readFirstSteps(db, caller) }),
    updateFirstSteps: async ({ caller, body }) => {
      const queries = db.in(caller.workspaceId)
      const at = clock.now().toISOString()
      if (body.is_single_approver === true) await declareSingleApprover(queries, caller.id, at)
      if (body.is_single_approver === false) await withdrawSingleApprover(queries)
      if (body.is_dismissed === true) await dismiss(queries, caller.id, at)
      if (body.is_dismissed === false) await showAgain(queries, caller.id)
      return { body: await readFirstSteps(db, caller) }
    },
  }
}
