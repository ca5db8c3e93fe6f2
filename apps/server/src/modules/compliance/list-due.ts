import {
  complianceTokens,
  pageOf,
  type DueInstrument,
  type DueListQuery,
  type Page,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { readToken } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { findLocation, listSites, zoneOfSite, type Site, type Workspace } from '../workspaces/index.ts'
import { pageOfDue, placePage, type DueFilter, type SiteReach } from './due-store.ts'
import { presentDue } from './present.ts'
import { today } from './rules/local-date.ts'
import { tokenDay } from './rules/token-day.ts'

/** What listing the worklist works with. */
export interface WorklistDeps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * A page of the worklist within the caller's reach (decisions, section 6).
 * @throws 422 INVALID_REQUEST for an unknown compliance status
 */
export async function listDue(
  { db, clock }: WorklistDeps,
  caller: Caller,
  query: DueListQuery,
): Promise<Page<DueInstrument>> {
  const token = readToken('compliance_status', query.compliance_status, complianceTokens)
  const { workspace } = caller
  const queries = db.in(caller.workspaceId)
  const now = clock.now()
  const sites = await sitesOf(queries, caller, query)
  if (sites.length === 0) return pageOf([], 0, query)
  const filter: DueFilter = {
    sites: sites.map((site) => reachOf(site, workspace, query, now)),
    locationId: query.location_id,
    token,
    day: tokenDay(workspace, now),
    slot: workspace.dueSlot,
  }
  const { total, firstDay, lastDay, passed } = await placePage(queries, filter, query)
  if (firstDay === null) return pageOf([], total, query)
  const window = { skip: query.offset - passed, take: Math.min(query.limit, total - query.offset) }
  const rows = await pageOfDue(queries, filter, { firstDay, lastDay, ...window })
  return pageOf(
    rows.map((row) => presentDue(row, workspace, now)),
    total,
    query,
  )
}

/** The sites within reach that the query leaves; a location leaves the one that it belongs to. */
async function sitesOf(queries: WorkspaceQueries, caller: Caller, query: DueListQuery): Promise<Site[]> {
  const sites = await listSites(queries, caller.siteIds)
  const named = query.site_id === undefined ? sites : sites.filter(({ siteId }) => siteId === query.site_id)
  if (query.location_id === undefined) return named
  const location = await findLocation(queries, query.location_id)
  return named.filter(({ siteId }) => siteId === location?.siteId)
}

function reachOf(site: Site, workspace: Workspace, query: DueListQuery, now: Date): SiteReach {
  const date = today(now, zoneOfSite(workspace, site))
  const before = query.due_before ?? dayAfter(date, query.within_days)
  return { siteId: site.siteId, today: date, before }
}

/** The first day behind a horizon. */
function dayAfter(date: string, withinDays: number): string {
  return Temporal.PlainDate.from(date)
    .add({ days: withinDays + 1 })
    .toString()
}
