import type { AdviceGrouping, CalibrationResult, IntervalUnit } from '@plumbline/contract'
import { PASSED_AS_FOUND } from '@plumbline/contract'
import { limitTo, raw, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { counts, isInEffect } from '../calibrations/index.ts'
import { amongSites } from '../workspaces/index.ts'
import type { GroupKey } from './group.ts'

/** The instruments that advice is about. */
export interface Subject {
  /** Sites that the caller has access to; null for all. */
  readonly siteIds: readonly string[] | null
  readonly of:
    | { readonly instrumentId: string }
    | { readonly groupBy: AdviceGrouping; readonly keys: readonly GroupKey[] }
}

/** A group, with counts of its instruments that are not retired. */
export interface GroupRow {
  readonly first: string | null
  readonly second: string
  readonly code: string | null
  readonly instruments: number
  /** The most frequent interval; the shortest of several equally frequent ones. Null if no instrument has one. */
  readonly intervalValue: number | null
  readonly intervalUnit: IntervalUnit | null
  /** Number of instruments that have this interval. */
  readonly atInterval: number
}

/** What one record, or several equal records, show about their intervals before any texts are compared. */
export interface EventRow {
  /** Position of the group in the request; 0 for an instrument. */
  readonly position: number
  readonly verdict: 'in' | 'out' | 'excluded' | 'compare'
  readonly result: CalibrationResult
  readonly intervalValue: number | null
  readonly intervalUnit: IntervalUnit | null
  readonly count: number
  /** Time of the latest of them. */
  readonly performedAt: string
  /** ID of the record if it has a row to itself; null if the row combines several records. */
  readonly calibrationId: string | null
  readonly nominalValue: string | null
  readonly tolerance: string | null
  readonly asFound: string | null
  readonly unit: string | null
}

/** The columns by which instruments `i` are grouped. Imported registers may contain empty texts. */
const groupings: Readonly<Record<AdviceGrouping, Grouping>> = {
  model: {
    first: sql`nullif(i.manufacturer, '')`,
    second: sql`nullif(i.model, '')`,
    named: (names) => sql`i.model = any(${names}::text[])`,
  },
  category: {
    first: sql`null::text`,
    second: sql`nullif(i.category, '')`,
    named: (names) => sql`i.category = any(${names}::text[])`,
  },
  procedure: {
    first: sql`null::text`,
    second: sql`i.procedure_id::text`,
    named: (names) => sql`i.procedure_id = any(${names}::uuid[])`,
  },
}

interface Grouping {
  readonly first: Sql
  readonly second: Sql
  /** Restricts to groups with the given second keys, using only the column, for which the database has statistics. */
  readonly named: (names: readonly string[]) => Sql
}

/** The interval in months, for sorting. */
const approximateMonths = sql`
  interval_value * case interval_unit when 'years' then 12 when 'days' then 1 / 30.436875 else 1 end`

/** Returns a page of groups, those with the most instruments first, and the total number. */
export async function pageOfGroups(
  queries: WorkspaceQueries,
  groupBy: AdviceGrouping,
  page: { readonly siteIds: readonly string[] | null; readonly limit: number; readonly offset: number },
): Promise<{ rows: GroupRow[]; total: number }> {
  const { first, second } = groupings[groupBy]
  const groups = sql`
    with by_interval as (
      select ${first} as first, ${second} as second, i.calibration_interval_value as interval_value,
        i.calibration_interval_unit as interval_unit, count(*) as instruments
      from instruments i
      where i.workspace_id = ${queries.workspaceId} and i.retired_at is null and ${second} is not null
        ${amongSites(page.siteIds, sql`i.site_id`)}
      group by 1, 2, 3, 4),
    ranked as (
      select *, sum(instruments) over (partition by first, second) as of_group,
        row_number() over (
          partition by first, second
          order by interval_value is null, instruments desc, ${approximateMonths}) as rank
      from by_interval)`
  const rows = await queries.rows<GroupRow & { total: number }>(sql`
    ${groups}
    select counted.total, page.*
    from (select count(*) as total from ranked where rank = 1) as counted
    left join (
      select r.first, r.second, ${codeOf(queries, groupBy)} as code, r.of_group::integer as instruments,
        r.interval_value as "intervalValue", r.interval_unit as "intervalUnit",
        case when r.interval_value is null then 0 else r.instruments end::integer as "atInterval"
      from ranked r
      where r.rank = 1
      order by r.of_group desc, r.first, r.second
      ${limitTo(page.limit)} offset ${page.offset}) as page on true
    order by page.instruments desc, page.first, page.second`)
  // A page past the last one contains only the total.
  return { rows: rows.filter((row) => row.second !== null), total: rows[0]?.total ?? 0 }
}

/** The code of the procedure of a group `r`; null if groups are not of procedures. */
function codeOf(queries: WorkspaceQueries, groupBy: AdviceGrouping): Sql {
  if (groupBy !== 'procedure') return sql`null::text`
  return sql`(
    select p.code from procedures p
    where p.workspace_id = ${queries.workspaceId} and p.procedure_id = r.second::uuid)`
}

/**
 * Returns what records show about their intervals, as counts by group, verdict and interval; records with one of the
 * verdicts in `apart` get a row each. A plain PASS whose final reading equals the as-found reading was in tolerance,
 * states why it passes, or cannot be compared: all other such records are refused when they are appended.
 */
export function readEvents(
  queries: WorkspaceQueries,
  subject: Subject,
  apart: readonly EventRow['verdict'][],
): Promise<EventRow[]> {
  return queries.rows<EventRow>(sql`
    select position, verdict, min(result) as result, interval_value as "intervalValue", interval_unit as "intervalUnit",
      count(*)::integer as count, max(performed_at) as "performedAt", own as "calibrationId",
      nominal_value as "nominalValue", tolerance, as_found_reading as "asFound", unit
    from (
      select position, verdict, result, interval_value, interval_unit, performed_at,
        case when verdict = any(${apart}::text[]) then calibration_id end as own,
        ${ofCompared('nominal_value')}, ${ofCompared('tolerance')}, ${ofCompared('as_found_reading')},
        case when verdict = 'compare' then snapshot #>> '{instrument,unit_of_measure}' end as unit
      from (
        select s.position, ${verdict} as verdict, c.result, c.interval_value, c.interval_unit, c.performed_at,
          c.calibration_id, c.nominal_value, c.tolerance, c.as_found_reading, c.snapshot
        ${recordsOf(queries, subject)}
        offset 0) as judged
      offset 0) as apart
    group by position, verdict, interval_value, interval_unit, own, nominal_value, tolerance, as_found_reading, unit
    order by max(performed_at), own`)
}

const ofCompared = (column: string) =>
  sql`case when verdict = 'compare' then ${raw(column)} end as ${raw(column)}`

/** What a record shows without comparing texts. */
const verdict = sql`
  case
    when c.as_found_out then 'out'
    when not c.as_found_out then 'in'
    when c.nominal_value is null or c.tolerance is null or c.as_found_reading is null then
      case c.result when ${PASSED_AS_FOUND} then 'in' else 'excluded' end
    when c.result = ${PASSED_AS_FOUND} and c.out_of_tolerance_impact is null
      and (c.as_left_reading is null or c.as_left_reading = c.as_found_reading) then 'in'
    else 'compare'
  end`

/**
 * Selects the records of the instruments that count, including those of retired instruments, whose results remain valid
 * for the group.
 */
function recordsOf(queries: WorkspaceQueries, subject: Subject): Sql {
  return sql`
    from (
      select i.instrument_id, i.asset_tag, i.name, ${placeOf(subject)} as position
      from instruments i
      where i.workspace_id = ${queries.workspaceId} ${amongSites(subject.siteIds, sql`i.site_id`)}
        ${narrowed(subject)}
      offset 0) as s
    join calibrations c on c.workspace_id = ${queries.workspaceId} and c.instrument_id = s.instrument_id
    where not c.is_starting_record and s.position is not null
      and ${'instrumentId' in subject.of ? counts(queries.workspaceId) : sql`c.record_type = 'calibration' and ${isInEffect(queries.workspaceId)}`}`
}

function placeOf({ of }: Subject): Sql {
  if ('instrumentId' in of) return sql`0`
  const { first, second } = groupings[of.groupBy]
  return sql`
    array_position(
      ${of.keys.map(wordOf)}::text[], coalesce(${first}, '') || chr(31) || ${second}) - 1`
}

function narrowed({ of }: Subject): Sql {
  if ('instrumentId' in of) return sql`and i.instrument_id = ${of.instrumentId}`
  const { named } = groupings[of.groupBy]
  return sql`and ${named(of.keys.map((key) => key.second))}`
}

const wordOf = ({ first, second }: GroupKey) => `${first ?? ''}\u001F${second}`

/** A record, with what the list of records displays. */
export interface ListedRow {
  readonly calibrationId: string
  readonly instrumentId: string
  readonly assetTag: string
  readonly name: string
  readonly performedOn: string
  readonly result: CalibrationResult
  readonly verdict: EventRow['verdict']
  readonly nominalValue: string | null
  readonly tolerance: string | null
  readonly asFound: string | null
  readonly unit: string | null
}

/** Returns records of a group, most recently performed first: a page of all, or those with the given IDs. */
export function readListed(
  queries: WorkspaceQueries,
  subject: Subject,
  list: {
    readonly timeZone: string
    readonly ids?: readonly string[]
    readonly limit: number
    readonly offset: number
  },
): Promise<ListedRow[]> {
  const { timeZone, ids, limit, offset } = list
  return queries.rows<ListedRow>(sql`
    select c.calibration_id as "calibrationId", c.instrument_id as "instrumentId", s.asset_tag as "assetTag",
      s.name, (c.performed_at at time zone ${timeZone})::date as "performedOn", c.result, ${verdict} as verdict,
      c.nominal_value as "nominalValue", c.tolerance, c.as_found_reading as "asFound",
      c.snapshot #>> '{instrument,unit_of_measure}' as unit
    ${recordsOf(queries, subject)}
      ${ids === undefined ? sql`` : sql`and c.calibration_id = any(${ids}::uuid[])`}
    order by c.performed_at desc, c.ledger_index desc
    ${limitTo(limit)} offset ${offset}`)
}

/** Returns the number of records of a group that count. */
export async function countListed(queries: WorkspaceQueries, subject: Subject): Promise<number> {
  const [row] = await queries.rows<{ total: number }>(sql`
    select count(*) as total ${recordsOf(queries, subject)}`)
  return row?.total ?? 0
}

/** Returns the IDs of the group's instruments that have the interval and are not retired, up to a limit. */
export async function instrumentsAt(
  queries: WorkspaceQueries,
  { groupBy, first, second }: GroupKey,
  at: {
    readonly siteIds: readonly string[] | null
    readonly value: number
    readonly unit: IntervalUnit
    readonly limit: number
  },
): Promise<string[]> {
  const grouping = groupings[groupBy]
  const rows = await queries.rows<{ id: string }>(sql`
    select i.instrument_id as id
    from instruments i
    where i.workspace_id = ${queries.workspaceId} and i.retired_at is null
      and ${grouping.first} is not distinct from ${first}::text and ${grouping.second} = ${second}
      and i.calibration_interval_value = ${at.value} and i.calibration_interval_unit = ${at.unit}
      ${amongSites(at.siteIds, sql`i.site_id`)}
    order by i.instrument_id
    ${limitTo(at.limit)}`)
  return rows.map(({ id }) => id)
}
