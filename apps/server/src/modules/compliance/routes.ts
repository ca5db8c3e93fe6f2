import type { dueOperations } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { listDue, type WorklistDeps } from './list-due.ts'

/** Handlers of the public API's worklist. */
export function worklistRoutes(deps: WorklistDeps): Handlers<typeof dueOperations, Caller> {
  return {
    listDue: async ({ caller, query }) => ({ body: await listDue(deps, caller, query) }),
  }
}
