import type { ComplianceToken } from '@plumbline/contract'
import { empty, join, raw, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import type { DueRow } from './present.ts'
import type { TokenDay } from './rules/token-day.ts'
import { tokenCondition } from './token-store.ts'

/** A site that a worklist covers, with the days that hold there. */
export interface SiteReach {
  readonly siteId: string
  /** Due date there of whatever was never calibrated. */
  readonly today: string
  /** Due dates before it are listed. */
  readonly before: string
}

/** What a worklist holds. */
export interface DueFilter {
  /** At least one. */
  readonly sites: readonly SiteReach[]
  readonly locationId: string | undefined
  readonly token: ComplianceToken | undefined
  readonly day: TokenDay
  /** Which due dates hold, see `Workspace.dueSlot`. */
  readonly slot: 0 | 1
}

/** Where in a worklist a page begins. */
export interface DuePlace {
  readonly total: number
  /** The day of the first row; null when the page lies behind the end. */
  readonly firstDay: string | null
  /** Rows of earlier days. */
  readonly passed: number
  /** The day of the last row; null when the list ends before the page is full. */
  readonly lastDay: string | null
}

/**
 * Counts a worklist and finds the days of a page, however deep it lies, without a walk: from the maintained
 * counts by due date, or from the index of a location.
 */
export async function placePage(
  queries: WorkspaceQueries,
  filter: DueFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DuePlace> {
  const counted = filter.locationId === undefined ? sumOfCounts : rowsOfLocation
  const [place] = await queries.rows<DuePlace>(sql`
    with days as (
      select day, sum(count) as count
      from (${counted(queries.workspaceId, filter)}) counted
      group by day
    ),
    placed as (select day, sum(count) over (order by day) as through from days)
    select coalesce(max(through), 0)::bigint as total,
      min(day) filter (where through > ${offset}::bigint) as "firstDay",
      coalesce(max(through) filter (where through <= ${offset}::bigint), 0)::bigint as passed,
      min(day) filter (where through >= ${offset}::bigint + ${limit}::bigint) as "lastDay"
    from placed`)
  if (!place) throw new Error('counting answered no row')
  return place
}

/** The rows of a page between its days, in order: by due date, asset tag and id. */
export async function pageOfDue(
  queries: WorkspaceQueries,
  filter: DueFilter,
  page: { firstDay: string; lastDay: string | null; skip: number; take: number },
): Promise<DueRow[]> {
  const { skip, take } = page
  const end = sql`least(${page.lastDay}::date + 1, reach.before)`
  return queries.rows<DueRow>(sql`
    select found.*
    from (
      select listed.*
      from ${reachOf(filter)}
      cross join lateral (${listed(queries.workspaceId, filter, {
        from: sql`${page.firstDay}::date`,
        end,
        take: skip + take,
      })}) listed
      order by listed.day, listed.asset_tag, listed.instrument_id
      limit ${take}::bigint offset ${skip}::bigint
    ) page
    cross join lateral (${wholeRow(queries.workspaceId, filter.slot, sql`page.instrument_id`)} limit 1) found
    order by page.day, page.asset_tag, page.instrument_id`)
}

/** Rows of instruments by their ids, in no particular order; those that do not exist are left out. */
export async function findDueRows(
  queries: WorkspaceQueries,
  slot: 0 | 1,
  instrumentIds: readonly string[],
): Promise<DueRow[]> {
  return queries.rows<DueRow>(wholeRow(queries.workspaceId, slot, sql`any(${instrumentIds}::uuid[])`))
}

function wholeRow(workspaceId: string, slot: 0 | 1, ids: Sql): Sql {
  const other = slot === 0 ? 1 : 0
  // The other slot serves a reader whose workspace was read just before slots switched.
  const either = (name: string) => raw(`coalesce(i.${name}_${slot}, i.${name}_${other})`)
  return sql`
    select i.instrument_id as "instrumentId", i.asset_tag as "assetTag", i.name, i.status,
      i.basis_result as "basisResult", ${either('due_date')} as "dueDate",
      ${either('site_due_date')} as "siteDueDate", i.grace_days as "graceDays",
      i.warning_days as "warningDays", i.calibration_interval_value as "intervalValue",
      i.calibration_interval_unit as "intervalUnit", s.name as "siteName", s.time_zone as "siteTimeZone",
      l.name as "locationName"
    from instruments i
    join sites s on s.workspace_id = i.workspace_id and s.site_id = i.site_id
    left join locations l on l.workspace_id = i.workspace_id and l.location_id = i.location_id
    where i.workspace_id = ${workspaceId} and i.instrument_id = ${ids}`
}

function reachOf({ sites }: DueFilter): Sql {
  return sql`
    unnest(
      ${sites.map((site) => site.siteId)}::uuid[],
      ${sites.map((site) => site.today)}::date[],
      ${sites.map((site) => site.before)}::date[]
    ) as reach (site_id, today, before)`
}

/** Counts of days: without a token from the few sums by the site's due date alone. */
function sumOfCounts(workspaceId: string, filter: DueFilter): Sql {
  const { token, day, slot } = filter
  const table = raw(token === undefined ? 'instrument_worklist_counts' : 'instrument_due_counts')
  return sql`
    select coalesce(c.site_due_date, reach.today) as day, c.count
    from ${reachOf(filter)}
    join ${table} c on c.site_id = reach.site_id
    where c.workspace_id = ${workspaceId} and c.slot = ${slot}
      and (c.site_due_date < reach.before or (c.site_due_date is null and reach.today < reach.before))
      ${token === undefined ? empty : sql`and ${tokenCondition(token, day, sql`c.due_date`)}`}`
}

function rowsOfLocation(workspaceId: string, filter: DueFilter): Sql {
  const range = { from: sql`'-infinity'::date`, end: sql`reach.before`, take: null }
  return sql`
    select listed.day, 1 as count
    from ${reachOf(filter)}
    cross join lateral (${listed(workspaceId, filter, range)}) listed`
}

interface DayRange {
  readonly from: Sql
  readonly end: Sql
  /** Rows of each kind that are wanted, in order; null: all, in no order. */
  readonly take: number | null
}

/**
 * Instruments of one site of the reach whose day lies in a range: those with a due date, and those that
 * were never calibrated. Each kind is read from an index of its own.
 */
function listed(workspaceId: string, filter: DueFilter, range: DayRange): Sql {
  const { token } = filter
  const kinds = [
    ...(token === 'NOT_CALIBRATED' ? [] : [dated(workspaceId, filter, range)]),
    ...(token === undefined || NEVER_CALIBRATED_TOKENS.has(token)
      ? [neverCalibrated(workspaceId, filter, range)]
      : []),
  ]
  return join(
    kinds.map((kind) => sql`(${kind})`),
    ' union all ',
  )
}

/** Tokens that an instrument without a basis can have. */
const NEVER_CALIBRATED_TOKENS: ReadonlySet<ComplianceToken> = new Set([
  'NOT_CALIBRATED',
  'OUT_FOR_CALIBRATION',
])

function dated(workspaceId: string, filter: DueFilter, { from, end, take }: DayRange): Sql {
  const due = raw(`i.site_due_date_${filter.slot}`)
  return sql`
    select i.instrument_id, i.asset_tag, ${due} as day
    from instruments i
    where i.workspace_id = ${workspaceId} and i.site_id = reach.site_id
      and ${due} >= ${from} and ${due} < ${end} ${further(filter)}
    ${take === null ? empty : sql`order by ${due}, i.asset_tag, i.instrument_id limit ${take}::bigint`}`
}

function neverCalibrated(workspaceId: string, filter: DueFilter, { from, end, take }: DayRange): Sql {
  return sql`
    select i.instrument_id, i.asset_tag, reach.today as day
    from instruments i
    where i.workspace_id = ${workspaceId} and i.site_id = reach.site_id
      and i.compliance_group in ('never', 'out') and i.basis_calibration_id is null
      and reach.today >= ${from} and reach.today < ${end} ${further(filter)}
    ${take === null ? empty : sql`order by i.asset_tag, i.instrument_id limit ${take}::bigint`}`
}

function further({ locationId, token, day, slot }: DueFilter): Sql {
  const conditions = [
    ...(locationId === undefined ? [] : [sql`i.location_id = ${locationId}`]),
    ...(token === undefined ? [] : [tokenCondition(token, day, raw(`i.due_date_${slot}`))]),
  ]
  return conditions.length === 0 ? empty : sql`and ${join(conditions, ' and ')}`
}
