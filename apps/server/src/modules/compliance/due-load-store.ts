import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A site with its current date. */
export interface SiteToday {
  readonly siteId: string
  readonly today: string
}

/** Which due dates are counted. */
export interface LoadSpan {
  /** Upcoming due dates are counted from this date on. */
  readonly from: string
  /** The Monday of the first week, and the number of weeks. */
  readonly firstWeek: string
  readonly weeks: number
  /** Due dates before this date belong to the month. */
  readonly monthEnds: string
  /** Which due dates are in force; see `Workspace.dueSlot`. */
  readonly slot: 0 | 1
}

/** Number of instruments by time of due date. */
export interface DueLoad {
  readonly overdue: number
  readonly thisMonth: number
  /** One count for each week of the span, in order. */
  readonly byWeek: readonly number[]
}

/**
 * Counts due dates as the worklist lists them: each as a day at its site, and today for instruments that were never
 * calibrated. All counts are sums over the maintained ones.
 */
export async function readDueLoad(
  queries: WorkspaceQueries,
  sites: readonly SiteToday[],
  span: LoadSpan,
): Promise<DueLoad> {
  const { from, firstWeek, weeks, monthEnds, slot } = span
  const rows = await queries.rows<{ week: number; count: number; overdue: number; month: number }>(sql`
    with counted as (
      select coalesce(c.site_due_date, reach.today) as day, reach.today, c.count
      from unnest(
        ${sites.map((site) => site.siteId)}::uuid[],
        ${sites.map((site) => site.today)}::date[]
      ) as reach (site_id, today)
      join instrument_worklist_counts c on c.site_id = reach.site_id
      where c.workspace_id = ${queries.workspaceId} and c.slot = ${slot}
    )
    select greatest((day - ${firstWeek}::date) / 7, 0)::integer as week,
      coalesce(sum(count) filter (where day >= ${from}), 0)::bigint as count,
      coalesce(sum(count) filter (where day < today), 0)::bigint as overdue,
      coalesce(sum(count) filter (where day >= ${from} and day < ${monthEnds}), 0)::bigint as month
    from counted
    where day < greatest(${firstWeek}::date + ${weeks * 7}::integer, ${monthEnds}::date)
    group by 1`)
  const sum = (member: 'overdue' | 'month') => rows.reduce((total, row) => total + row[member], 0)
  return {
    overdue: sum('overdue'),
    thisMonth: sum('month'),
    byWeek: Array.from({ length: weeks }, (_, week) => rows.find((row) => row.week === week)?.count ?? 0),
  }
}
