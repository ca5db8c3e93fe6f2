import { pageOf, type siteOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { pageOfLocations, pageOfSites } from './store.ts'

/** Handlers of the public API's sites and locations. */
export function siteRoutes(db: Database): Handlers<typeof siteOperations, Actor> {
  return {
    listSites: async ({ caller, query }) => {
      const { rows, total } = await pageOfSites(db.in(caller.workspaceId), {
        ...query,
        siteIds: caller.siteIds,
      })
      return { body: pageOf(rows, total, query) }
    },
    listLocations: async ({ caller, query }) => {
      const { rows, total } = await pageOfLocations(db.in(caller.workspaceId), {
        ...query,
        siteId: query.site_id,
        siteIds: caller.siteIds,
      })
      return { body: pageOf(rows, total, query) }
    },
  }
}
