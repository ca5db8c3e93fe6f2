import type { LocationSummary, SiteRead, WorkspaceRead } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findWorkspace, listSites, pageOfLocations } from '../workspaces/index.ts'
import { serializeWorkspace, siteOf } from './app-routes.ts'

/** More locations than any workspace has. */
const LOCATIONS_MAX = 1_000_000

/** A workspace with its settings, sites and locations, in the form of the app's API. */
export interface WorkspaceDescription {
  readonly workspace: WorkspaceRead
  readonly sites: readonly SiteRead[]
  readonly locations: readonly LocationSummary[]
}

/** Reads all settings of a workspace. */
export async function describeWorkspace(queries: WorkspaceQueries): Promise<WorkspaceDescription> {
  const workspace = await findWorkspace(queries)
  if (!workspace) throw new Error(`there is no workspace ${queries.workspaceId}`)
  const page = { limit: LOCATIONS_MAX, offset: 0, siteId: undefined, siteIds: null }
  const [sites, locations] = [await listSites(queries, null), await pageOfLocations(queries, page)]
  return {
    workspace: serializeWorkspace(workspace),
    sites: sites.map((site) => siteOf(workspace, site)),
    locations: locations.rows,
  }
}
