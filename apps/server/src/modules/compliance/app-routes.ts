import type { appDueOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { listAppDue, type WorklistDeps } from './list-due.ts'

/** Handlers of the app's worklist. */
export function appWorklistRoutes(deps: WorklistDeps): Handlers<typeof appDueOperations, Caller> {
  return {
    listDue: async ({ caller, query }) => ({ body: await listAppDue(deps, caller, query) }),
  }
}
