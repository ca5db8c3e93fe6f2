import type { searchOperations } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { searchRecords } from '../modules/calibrations/index.ts'
import { listFound, type RegisterDeps } from '../modules/instruments/index.ts'
import type { Handlers } from '../platform/http/index.ts'

/** Maximum number of instruments, and of those shown with their last record. */
const INSTRUMENTS_MAX = 8
const WITH_RECORD_MAX = 2

/** Handlers of the global search, which combines results of several modules. */
export function searchRoutes(deps: RegisterDeps): Handlers<typeof searchOperations, Caller> {
  return {
    search: async ({ caller, query: { q } }) => {
      const queries = deps.db.in(caller.workspaceId)
      const instruments = await listFound(deps, caller, q, INSTRUMENTS_MAX)
      const instrumentIds = instruments.slice(0, WITH_RECORD_MAX).map(({ id }) => id)
      const now = deps.clock.now()
      return {
        body: { instruments, calibrations: await searchRecords(queries, caller, { q, instrumentIds, now }) },
      }
    },
  }
}
