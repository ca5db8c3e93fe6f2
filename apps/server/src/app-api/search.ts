import type { searchOperations } from '@plumbline/contract'
import type { Caller } from '../modules/access/index.ts'
import { searchRecords } from '../modules/calibrations/index.ts'
import { listFound, type RegisterDeps } from '../modules/instruments/index.ts'
import type { Handlers } from '../platform/http/index.ts'

/** Instruments that are shown, and those of them whose last record is. */
const INSTRUMENTS_MAX = 8
const WITH_RECORD_MAX = 2

/** Handlers of the search over everything, which gathers from several modules. */
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
