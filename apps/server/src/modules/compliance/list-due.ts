import {
  complianceTokens,
  pageOf,
  type AppDueInstrument,
  type AppDueListQuery,
  type Concern,
  type DueInstrument,
  type DueListQuery,
  type Page,
} from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { readToken } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import {
  findLocation,
  listSites,
  zoneOfSite,
  type Site,
  type WorkspaceSettings,
} from '../workspaces/index.ts'
import { findAssignments } from './assign/assignment-store.ts'
import { pageOfDue, placePage, type DueFilter, type SiteReach } from './due-store.ts'
import { findPending } from './pending-store.ts'
import { serializeAppDue, serializeDue, type DueExtras, type DueRow } from './serialize.ts'
import { today } from './rules/local-date.ts'
import { tokenDay } from './rules/token-day.ts'

/** Dependencies of listing the worklist. */
export interface WorklistDeps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Returns a page of the worklist within the caller's reach (decisions, section 6).
 * @throws 422 INVALID_REQUEST for an unknown compliance status
 */
export async function listDue(
  deps: WorklistDeps,
  caller: Caller,
  query: DueListQuery,
): Promise<Page<DueInstrument>> {
  const now = deps.clock.now()
  const { rows, total } = await pageOfWorklist(deps, caller, query, {
    inUse: false,
    order: 'date',
    assigned: undefined,
  })
  return pageOf(
    rows.map((row) => serializeDue(row, caller.workspace, now)),
    total,
    query,
  )
}

/**
 * Like `listDue`, for the app: in the order of its groups, with further filters, and with pending calibrations.
 * @throws 422 INVALID_REQUEST for an unknown compliance status
 */
export async function listAppDue(
  deps: WorklistDeps,
  caller: Caller,
  query: AppDueListQuery,
): Promise<Page<AppDueInstrument>> {
  const inUse = query.in_use === 'true'
  const now = deps.clock.now()
  const { rows, total } = await pageOfWorklist(deps, caller, query, {
    inUse,
    order: 'group',
    ...personalOf(caller, query),
  })
  const ids = rows.map(({ instrumentId }) => instrumentId)
  const extrasOf = await readExtras(deps.db.in(caller.workspaceId), ids)
  return pageOf(
    rows.map((row) => serializeAppDue(row, caller.workspace, now, extrasOf(row.instrumentId))),
    total,
    query,
  )
}

/** Which due dates a person wants to see; see the contract. Sites are those of the caller. */
export interface DueSelection {
  readonly categories: readonly string[] | null
  readonly mine: Concern | null
}

/** Returns the filter of a selection of the caller. */
export function selectedBy(
  { id: personId }: Caller,
  { categories, mine }: DueSelection,
): Pick<DueFilter, 'categories' | 'concerning'> {
  return { categories, concerning: mine === null ? undefined : { personId, as: mine } }
}

/**
 * Returns the first instruments of a selection that are overdue or due within a number of days, in the order of the
 * worklist's groups, and how many there are.
 */
export async function listSelectedDue(
  deps: WorklistDeps,
  caller: Caller,
  selection: DueSelection,
  { withinDays, max }: { readonly withinDays: number; readonly max: number },
): Promise<{ rows: AppDueInstrument[]; total: number }> {
  const manner = {
    inUse: false,
    order: 'group',
    assigned: undefined,
    ...selectedBy(caller, selection),
  } as const
  const query = { within_days: withinDays, limit: max, offset: 0 }
  const { rows, total } = await pageOfWorklist(deps, caller, query, manner)
  const now = deps.clock.now()
  const nothingFurther = { pending: undefined, assignment: undefined }
  return { rows: rows.map((row) => serializeAppDue(row, caller.workspace, now, nothingFurther)), total }
}

/** Reads what the app shows in addition to the rows of instruments. */
export async function readExtras(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<(id: string) => DueExtras> {
  const [pending, assignments] = await Promise.all([findPending(queries, ids), findAssignments(queries, ids)])
  return (id) => ({ pending: pending.get(id), assignment: assignments.get(id) })
}

/** Returns the people that the app's query asks for: who is to see to instruments, and how they concern the caller. */
export function personalOf(
  caller: Caller,
  { assigned, concerning, responsible }: Pick<AppDueListQuery, 'assigned' | 'concerning' | 'responsible'>,
): Pick<DueFilter, 'assigned' | 'concerning' | 'responsible'> {
  return {
    responsible,
    assigned: assigned === undefined ? undefined : { to: assigned === 'mine' ? caller.id : null },
    concerning: concerning === undefined ? undefined : { personId: caller.id, as: concerning },
  }
}

/** How a list filters and orders its rows beyond the public API. */
export type Manner = Pick<
  DueFilter,
  'inUse' | 'order' | 'assigned' | 'categories' | 'concerning' | 'responsible'
>

async function pageOfWorklist(
  { db, clock }: WorklistDeps,
  caller: Caller,
  query: DueListQuery & Pick<AppDueListQuery, 'due_from'>,
  manner: Manner,
): Promise<{ rows: DueRow[]; total: number }> {
  const queries = db.in(caller.workspaceId)
  const filter = await readDueFilter(queries, caller, query, { manner, now: clock.now() })
  if (filter === null) return { rows: [], total: 0 }
  const { total, firstDay, lastDay, passed } = await placePage(queries, filter, query)
  if (firstDay === null) return { rows: [], total }
  const window = { skip: query.offset - passed, take: Math.min(query.limit, total - query.offset) }
  return { rows: await pageOfDue(queries, filter, { firstDay, lastDay, ...window }), total }
}

/** The query of a worklist without its paging. */
type DueQuery = Omit<AppDueListQuery, 'limit' | 'offset' | 'in_use'>

/**
 * Returns the filter of a query within the caller's reach; null if nothing is.
 * @throws 422 INVALID_REQUEST for an unknown compliance status
 */
export async function readDueFilter(
  queries: WorkspaceQueries,
  caller: Caller,
  query: DueQuery,
  { manner, now }: { readonly manner: Manner; readonly now: Date },
): Promise<DueFilter | null> {
  const token = readToken('compliance_status', query.compliance_status, complianceTokens)
  const { workspace } = caller
  const sites = await sitesOf(queries, caller, query)
  if (sites.length === 0) return null
  return {
    ...manner,
    sites: sites.map((site) => reachOf(site, workspace, query, now)),
    locationId: query.location_id,
    token,
    from: query.due_from,
    day: tokenDay(workspace, now),
    slot: workspace.dueSlot,
  }
}

/**
 * Returns the sites within the caller's reach that match the query; a location selects the site to which it belongs.
 */
async function sitesOf(queries: WorkspaceQueries, caller: Caller, query: DueQuery): Promise<Site[]> {
  const sites = await listSites(queries, caller.siteIds)
  const named = query.site_id === undefined ? sites : sites.filter(({ siteId }) => siteId === query.site_id)
  if (query.location_id === undefined) return named
  const location = await findLocation(queries, query.location_id)
  return named.filter(({ siteId }) => siteId === location?.siteId)
}

function reachOf(site: Site, workspace: WorkspaceSettings, query: DueQuery, now: Date): SiteReach {
  const date = today(now, zoneOfSite(workspace, site))
  const before = query.due_before ?? dayAfter(date, query.within_days)
  return { siteId: site.siteId, today: date, before }
}

/** Returns the first day after a horizon. */
function dayAfter(date: string, withinDays: number): string {
  return Temporal.PlainDate.from(date)
    .add({ days: withinDays + 1 })
    .toString()
}
