import type { appDueOperations, assignmentOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { assignWork, type AssignParts } from './assign/assign-work.ts'
import { listAppDue } from './list-due.ts'

/** Handlers of the app's worklist. */
export function appWorklistRoutes(
  deps: AssignParts,
): Handlers<typeof appDueOperations & typeof assignmentOperations, Caller> {
  return {
    assignWork: async ({ caller, body }) => ({ body: { assigned: await assignWork(deps, caller, body) } }),
    listDue: async ({ caller, query }) => ({ body: await listAppDue(deps, caller, query) }),
  }
}
