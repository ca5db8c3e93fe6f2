import type { ComplianceToken, Concern, ResponsibleGap } from '@plumbline/contract'
import { empty, join, raw, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { assignedCondition } from './assign/assignment-store.ts'
import { concerningCondition, responsibleGapCondition } from './people-condition-store.ts'
import type { DueRow } from './serialize.ts'
import type { TokenDay } from './rules/token-day.ts'
import { inUseCondition, statusInUseCondition, tokenCondition } from './token-store.ts'

/** A site covered by a worklist, with its dates. */
export interface SiteReach {
  readonly siteId: string
  /** Due date there of instruments that were never calibrated. */
  readonly today: string
  /** Due dates before it are listed. */
  readonly before: string
}

/** What a worklist contains. */
export interface DueFilter {
  /** At least one. */
  readonly sites: readonly SiteReach[]
  readonly locationId: string | undefined
  /** Null or absent: all categories, and no category. */
  readonly categories?: readonly string[] | null
  /** Only instruments that concern a person. */
  readonly concerning?: { readonly personId: string; readonly as: Concern } | undefined
  readonly token: ComplianceToken | undefined
  /** Due dates before this are omitted, including overdue ones. */
  readonly from: string | undefined
  /** Only instruments without a responsible person who can see to them. */
  readonly responsible?: ResponsibleGap | undefined
  /** Only instruments assigned to a person, or to no one. */
  readonly assigned: { readonly to: string | null } | undefined
  /** True: only instruments that are active or in service, and not quarantined. */
  readonly inUse: boolean
  /**
   * `date`: by due date, asset tag and ID. `group`: overdue instruments first, as one group in the order of sites,
   * then each due date in the order of sites.
   */
  readonly order: 'date' | 'group'
  readonly day: TokenDay
  /** Which due dates are in force; see `Workspace.dueSlot`. */
  readonly slot: 0 | 1
}

/** Where in a worklist a page begins. */
export interface DuePlace {
  readonly total: number
  /**
   * The day of the first row; null if the page is beyond the end. In the order of groups, overdue instruments have
   * the day `-infinity`.
   */
  readonly firstDay: string | null
  /** Number of rows of earlier days. */
  readonly passed: number
  /** The day of the last row; null if the list ends before the page is full. */
  readonly lastDay: string | null
}

/**
 * Counts a worklist and finds the days of a page, however deep it is, without a scan: from the maintained counts by
 * due date, or from an index where those do not suffice.
 */
export async function placePage(
  queries: WorkspaceQueries,
  filter: DueFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<DuePlace> {
  const counted = uncounted(queries.workspaceId, filter).length > 0 ? eachRow : sumOfCounts
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
  if (!place) throw new Error('counting returned no row')
  return place
}

/** Returns the rows of a page between its days, in the order of the filter. */
export async function pageOfDue(
  queries: WorkspaceQueries,
  filter: DueFilter,
  page: { firstDay: string; lastDay: string | null; skip: number; take: number },
): Promise<DueRow[]> {
  const { skip, take } = page
  const range = { ...daysOfPage(filter, page), take: skip + take }
  return queries.rows<DueRow>(sql`
    select found.*
    from (
      select listed.*, ${groupOf(filter, sql`listed.day`)} as due_group,
        ${filter.order === 'group' ? sql`reach.rank` : sql`1`} as rank
      from ${reachOf(filter)}
      cross join lateral (${listed(queries.workspaceId, filter, range)}) listed
      order by due_group, rank, listed.day, listed.asset_tag, listed.instrument_id
      limit ${take}::bigint offset ${skip}::bigint
    ) page
    cross join lateral (${wholeRow(queries.workspaceId, filter.slot, sql`page.instrument_id`)} limit 1) found
    order by page.due_group, page.rank, page.day, page.asset_tag, page.instrument_id`)
}

/** Returns a statement that reads every row of a worklist in order, for streaming. */
export function wholeWorklist({ workspaceId }: WorkspaceQueries, filter: DueFilter): Sql {
  const range = { from: sql`'-infinity'::date`, end: sql`reach.before`, take: null }
  return sql`
    select found.*
    from ${reachOf(filter)}
    cross join lateral (${listed(workspaceId, filter, range)}) listed
    cross join lateral (${wholeRow(workspaceId, filter.slot, sql`listed.instrument_id`)} limit 1) found
    order by ${groupOf(filter, sql`listed.day`)}, ${filter.order === 'group' ? sql`reach.rank,` : empty}
      listed.day, listed.asset_tag, listed.instrument_id`
}

/** Returns rows of instruments by ID, in no particular order; unknown IDs are omitted. */
export async function findDueRows(
  queries: WorkspaceQueries,
  slot: 0 | 1,
  instrumentIds: readonly string[],
): Promise<DueRow[]> {
  return queries.rows<DueRow>(wholeRow(queries.workspaceId, slot, sql`any(${instrumentIds}::uuid[])`))
}

/** Returns the day by which a row is grouped: in the order of groups, all overdue instruments share one. */
function groupOf({ order }: DueFilter, day: Sql): Sql {
  return order === 'date' ? day : sql`case when ${day} < reach.today then '-infinity'::date else ${day} end`
}

/**
 * Returns the days of a page at a site. At a site that is a day ahead, instruments are already overdue that form a
 * group elsewhere: its days start with its current date, unless the page starts with the overdue instruments.
 */
function daysOfPage(
  filter: DueFilter,
  { firstDay, lastDay }: { firstDay: string; lastDay: string | null },
): Pick<DayRange, 'from' | 'end'> {
  const isGrouped = filter.order === 'group'
  const behind = sql`${lastDay}::date + 1`
  const end = isGrouped ? sql`greatest(${behind}, reach.today)` : behind
  const from =
    isGrouped && firstDay !== OVERDUE_GROUP
      ? sql`greatest(${firstDay}::date, reach.today)`
      : sql`${firstDay}::date`
  return { from, end: lastDay === null ? sql`reach.before` : sql`least(${end}, reach.before)` }
}

/** The day that represents all overdue instruments. */
const OVERDUE_GROUP = '-infinity'

function wholeRow(workspaceId: string, slot: 0 | 1, ids: Sql): Sql {
  const other = slot === 0 ? 1 : 0
  // The other slot serves a caller whose workspace was read just before the slots were switched.
  const either = (name: string) => raw(`coalesce(i.${name}_${slot}, i.${name}_${other})`)
  return sql`
    select i.instrument_id as "instrumentId", i.site_id as "siteId", i.asset_tag as "assetTag", i.name,
      i.serial_number as "serialNumber", i.status,
      i.is_quarantined as "isQuarantined",
      i.basis_result as "basisResult", ${either('due_date')} as "dueDate",
      ${either('site_due_date')} as "siteDueDate", i.grace_days as "graceDays",
      i.warning_days as "warningDays", i.updated_at as "updatedAt", i.calibration_interval_value as "intervalValue",
      i.calibration_interval_unit as "intervalUnit", s.name as "siteName", s.time_zone as "siteTimeZone",
      l.name as "locationName", i.location, i.responsible_id as "responsibleId", r.name as "responsibleName"
    from instruments i
    join sites s on s.workspace_id = i.workspace_id and s.site_id = i.site_id
    left join locations l on l.workspace_id = i.workspace_id and l.location_id = i.location_id
    left join people r on r.id = i.responsible_id
    where i.workspace_id = ${workspaceId} and i.instrument_id = ${ids}`
}

function reachOf({ sites }: DueFilter): Sql {
  return sql`
    unnest(
      ${sites.map((site) => site.siteId)}::uuid[],
      ${sites.map((site) => site.today)}::date[],
      ${sites.map((site) => site.before)}::date[]
    ) with ordinality as reach (site_id, today, before, rank)`
}

/**
 * Counts of days: from the few sums by the site's due date alone if those suffice. No counts cover quarantine; the
 * few quarantined instruments are subtracted individually.
 */
function sumOfCounts(workspaceId: string, filter: DueFilter): Sql {
  const { token, from, inUse, day, slot } = filter
  const due = sql`coalesce(c.site_due_date, reach.today)`
  const table = raw(token === undefined && !inUse ? 'instrument_worklist_counts' : 'instrument_due_counts')
  return sql`
    select ${groupOf(filter, due)} as day, c.count
    from ${reachOf(filter)}
    join ${table} c on c.site_id = reach.site_id
    where c.workspace_id = ${workspaceId} and c.slot = ${slot}
      and (c.site_due_date < reach.before or (c.site_due_date is null and reach.today < reach.before))
      ${from === undefined ? empty : sql`and ${due} >= ${from}`}
      ${token === undefined ? empty : sql`and ${tokenCondition(token, day, sql`c.due_date`)}`}
      ${inUse ? sql`and ${statusInUseCondition} union all ${quarantinedRows(workspaceId, filter)}` : empty}`
}

/** Instruments that would count as in use if they were not quarantined, as counts to subtract. */
function quarantinedRows(workspaceId: string, filter: DueFilter): Sql {
  const range = { from: sql`'-infinity'::date`, end: sql`reach.before`, take: null }
  const inQuarantine = { ...filter, inUse: false, inQuarantine: true }
  return sql`
    select ${groupOf(filter, sql`listed.day`)} as day, -1 as count
    from ${reachOf(filter)}
    cross join lateral (${listed(workspaceId, inQuarantine, range)}) listed`
}

function eachRow(workspaceId: string, filter: DueFilter): Sql {
  const range = { from: sql`'-infinity'::date`, end: sql`reach.before`, take: null }
  return sql`
    select ${groupOf(filter, sql`listed.day`)} as day, 1 as count
    from ${reachOf(filter)}
    cross join lateral (${listed(workspaceId, filter, range)}) listed`
}

/** Rows of a worklist, or those that its in-use filter excludes because of their quarantine. */
type Selection = DueFilter & { readonly inQuarantine?: boolean }

interface DayRange {
  readonly from: Sql
  readonly end: Sql
  /** Number of rows of each kind to return, in order; null: all, unordered. */
  readonly take: number | null
}

/**
 * Instruments of one site whose day is in a range: those with a due date, and those that were never calibrated. Each
 * kind is read from its own index.
 */
function listed(workspaceId: string, filter: Selection, range: DayRange): Sql {
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

function dated(workspaceId: string, filter: Selection, { from, end, take }: DayRange): Sql {
  const due = raw(`i.site_due_date_${filter.slot}`)
  const begin = filter.from === undefined ? from : sql`greatest(${from}, ${filter.from}::date)`
  return sql`
    select i.instrument_id, i.asset_tag, ${due} as day
    from instruments i
    where i.workspace_id = ${workspaceId} and i.site_id = reach.site_id
      and ${due} >= ${begin} and ${due} < ${end} ${further(workspaceId, filter)}
    ${take === null ? empty : sql`order by ${due}, i.asset_tag, i.instrument_id limit ${take}::bigint`}`
}

function neverCalibrated(workspaceId: string, filter: Selection, { from, end, take }: DayRange): Sql {
  return sql`
    select i.instrument_id, i.asset_tag, reach.today as day
    from instruments i
    where i.workspace_id = ${workspaceId} and i.site_id = reach.site_id
      and i.compliance_group in ('never', 'out') and i.basis_calibration_id is null
      and reach.today >= ${from} and reach.today < ${end}
      ${filter.from === undefined ? empty : sql`and reach.today >= ${filter.from}`} ${further(workspaceId, filter)}
    ${take === null ? empty : sql`order by i.asset_tag, i.instrument_id limit ${take}::bigint`}`
}

/** The conditions of a filter that no maintained counts cover: with one of these, rows are counted. */
function uncounted(workspaceId: string, filter: DueFilter): Sql[] {
  const { locationId, categories, concerning, assigned, responsible } = filter
  return [
    ...(locationId === undefined ? [] : [sql`i.location_id = ${locationId}`]),
    ...(categories ? [sql`i.category = any(${categories}::text[])`] : []),
    ...(concerning === undefined ? [] : [concerningCondition(workspaceId, concerning)]),
    ...(assigned === undefined ? [] : [assignedCondition(workspaceId, assigned)]),
    ...(responsible === undefined ? [] : [responsibleGapCondition(responsible)]),
  ]
}

function further(workspaceId: string, filter: Selection): Sql {
  const { inUse, inQuarantine, token, day, slot } = filter
  const conditions = [
    ...uncounted(workspaceId, filter),
    ...(inUse ? [inUseCondition] : []),
    ...(inQuarantine ? [sql`is_quarantined and retired_at is null and ${statusInUseCondition}`] : []),
    ...(token === undefined ? [] : [tokenCondition(token, day, raw(`i.due_date_${slot}`))]),
  ]
  return conditions.length === 0 ? empty : sql`and ${join(conditions, ' and ')}`
}
