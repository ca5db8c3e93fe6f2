import type { FindingAge, FindingList, FindingReport, FindingReportRow } from '@plumbline/contract'
import { empty, limitTo, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { amongSites } from '../workspaces/index.ts'
import type { CountedPeriod } from './counted-store.ts'

/** The findings that a report covers. */
export interface FindingPeriod extends CountedPeriod {
  /** The day on which ages are determined. */
  readonly on: string
  /** For each age band, youngest first, the instant before which a finding at least as old was opened. */
  readonly begins: ReadonlyMap<FindingAge, string>
}

/** Open findings of one age or one owner, or all of them. */
export interface OpenGroup {
  readonly by: 'all' | 'age' | 'owner'
  readonly age: FindingAge | null
  readonly ownerId: string | null
  readonly ownerName: string | null
  readonly count: number
  readonly overdue: number
  readonly longestDays: number | null
}

/** Returns counts of open findings: in total, by age and by owner, owners with the most findings first. */
export function readOpen(
  queries: WorkspaceQueries,
  period: FindingPeriod,
  ownersMax: number,
): Promise<OpenGroup[]> {
  const { timeZone, on, begins } = period
  const groups = begins.size + 1
  return queries.rows<OpenGroup>(sql`
    with open as (
      select ${ageOf(begins)} as age, f.owner_person_id as owner_id, f.opened_at, f.due_date < ${on}::date as is_overdue
      ${findingsOf(queries, period)} and f.closed_at is null),
    counted as (
      select age, owner_id, count(*) as count, count(*) filter (where is_overdue) as overdue, min(opened_at) as first_at
      from open
      group by age, owner_id),
    grouped as (
      select case when grouping(age) = 0 then 'age' when grouping(owner_id) = 0 then 'owner' else 'all' end as by,
        age, owner_id, coalesce(sum(count), 0)::integer as count, coalesce(sum(overdue), 0)::integer as overdue,
        min(first_at) as first_at
      from counted
      group by grouping sets ((), (age), (owner_id)))
    select g.by, g.age, g.owner_id as "ownerId", p.name as "ownerName", g.count, g.overdue,
      ${on}::date - (g.first_at at time zone ${timeZone})::date as "longestDays"
    from grouped g
    left join people p on p.id = g.owner_id
    order by g.by = 'owner', g.count desc, g.owner_id nulls first
    ${limitTo(ownersMax + groups)}`)
}

/** Duration of the findings closed in the period; the month is null for all of them. */
export type ClosedGroup = Omit<FindingReport['closed'], 'months'> & { readonly month: string | null }

/** Returns the figures of all findings closed in the period, then those of each month, oldest month first. */
export function readClosed(queries: WorkspaceQueries, period: FindingPeriod): Promise<ClosedGroup[]> {
  const { timeZone } = period
  return queries.rows<ClosedGroup>(sql`
    with closed as (
      select (f.closed_at at time zone ${timeZone})::date as closed_on,
        (f.opened_at at time zone ${timeZone})::date as opened_on, f.closed_because = 'concluded' as is_concluded
      ${findingsOf(queries, period)} ${closedIn(period)}),
    counted as (
      select date_trunc('month', closed_on::timestamp) as month, closed_on - opened_on as days, is_concluded
      from closed)
    select to_char(month, 'YYYY-MM') as month, count(*) filter (where is_concluded) as concluded,
      count(*) filter (where not is_concluded) as with_record,
      percentile_cont(0.5) within group (order by days) filter (where is_concluded) as median_days,
      max(days) filter (where is_concluded) as longest_days
    from counted
    group by grouping sets ((), (counted.month))
    order by month nulls first`)
}

/** Selects the findings to list. */
export interface WantedFindings {
  readonly list: FindingList
  readonly age: FindingAge | undefined
  /** Null for findings without an owner. */
  readonly owner: string | null | undefined
  readonly month: string | undefined
  readonly limit: number
}

/** Returns the selected findings, up to a limit, and the total number. */
export async function readFindingRows(
  queries: WorkspaceQueries,
  period: FindingPeriod,
  wanted: WantedFindings,
): Promise<{ rows: FindingReportRow[]; total: number }> {
  const { timeZone, on } = period
  const { list, limit } = wanted
  const found = sql`${findingsOf(queries, period)} ${list === 'closed' ? closedIn(period) : empty} ${narrowed(period, wanted)}`
  const until = sql`coalesce((l.closed_at at time zone ${timeZone})::date, ${on}::date)`
  const [rows, sums] = await queries.batch([
    sql`
      with listed as (select f.* ${found} order by ${orders[list]} ${limitTo(limit)})
      select l.finding_id, l.instrument_id, i.asset_tag, i.name, i.site_id, l.size_percent,
        case when l.owner_person_id is not null
          then jsonb_build_object('id', l.owner_person_id, 'name', coalesce(p.name, '')) end as owner,
        (l.opened_at at time zone ${timeZone})::date as opened_on, l.due_date,
        greatest(${until} - l.due_date, 0) as days_overdue,
        (l.closed_at at time zone ${timeZone})::date as closed_on, l.closed_because,
        ${until} - (l.opened_at at time zone ${timeZone})::date as days
      from listed l
      join instruments i on i.workspace_id = ${queries.workspaceId} and i.instrument_id = l.instrument_id
      left join people p on p.id = l.owner_person_id
      order by ${listedOrders[list]}`,
    sql`select count(*) as total ${found}`,
  ])
  return { rows: rows as FindingReportRow[], total: (sums as [{ total: number }])[0].total }
}

const orderOf = (f: Sql): Readonly<Record<FindingList, Sql>> => ({
  open: sql`${f}.opened_at, ${f}.finding_id`,
  overdue: sql`${f}.due_date, ${f}.opened_at, ${f}.finding_id`,
  closed: sql`${f}.closed_at desc, ${f}.finding_id desc`,
})
const orders = orderOf(sql`f`)
const listedOrders = orderOf(sql`l`)

/** Selects from findings `f` of instruments within the sites. */
function findingsOf(queries: WorkspaceQueries, { siteIds }: FindingPeriod): Sql {
  const within = sql`
    join instruments i on i.workspace_id = f.workspace_id and i.instrument_id = f.instrument_id
      ${amongSites(siteIds, sql`i.site_id`)}`
  return sql`
    from findings f ${siteIds === null ? empty : within}
    where f.workspace_id = ${queries.workspaceId}`
}

function closedIn({ since, until }: FindingPeriod): Sql {
  return sql`and f.closed_at >= ${since} and f.closed_at < ${until}`
}

function narrowed({ on, timeZone, begins }: FindingPeriod, { list, age, owner, month }: WantedFindings): Sql {
  if (list === 'closed') {
    return month === undefined
      ? empty
      : sql`and to_char(f.closed_at at time zone ${timeZone}, 'YYYY-MM') = ${month}`
  }
  const bands = [...begins]
  const band = bands.findIndex(([each]) => each === age)
  const older = bands[band + 1]?.[1]
  return sql`
    and f.closed_at is null
    ${list === 'overdue' ? sql`and f.due_date < ${on}::date` : empty}
    ${band === -1 ? empty : sql`and f.opened_at < ${bands[band]![1]}`}
    ${band === -1 || older === undefined ? empty : sql`and f.opened_at >= ${older}`}
    ${owner === undefined ? empty : sql`and f.owner_person_id is not distinct from ${owner}::uuid`}`
}

/** The age band of an open finding `f`. */
function ageOf(begins: FindingPeriod['begins']): Sql {
  const [youngest, ...older] = begins.keys()
  const cases = older.toReversed().map((age) => sql`when f.opened_at < ${begins.get(age)!} then ${age}::text`)
  return sql`case ${cases.reduce((all, each) => sql`${all} ${each}`, empty)} else ${youngest!}::text end`
}
