import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A site with the present date there. */
export interface SiteToday {
  readonly siteId: string
  readonly today: string
}

/** Which due dates are counted. */
export interface LoadSpan {
  /** Coming due dates are counted from it on. */
  readonly from: string
  /** The Monday of the first week, and how many weeks there are. */
  readonly firstWeek: string
  readonly weeks: number
  /** Due dates before it belong to the month. */
  readonly monthEnds: string
  /** Which due dates hold, see `Workspace.dueSlot`. */
  readonly slot: 0 | 1
}

/** How many instruments fall due when. */
export interface DueLoad {
  readonly overdue: number
  readonly thisMonth: number
  /** One count for each week of the span, the first one first. */
  readonly byWeek: readonly number[]
}

/**
 * Counts due dates as the worklist lists them: each as a day at its site, and today for whatever was never
 * calibrated. All of it are sums over the maintained counts.
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
