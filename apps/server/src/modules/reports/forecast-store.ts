import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import type { SiteToday } from '../compliance/index.ts'

/** Number of instruments that fall due at a site in a month; the month is null for overdue ones. */
export interface ForecastRow {
  readonly siteId: string
  readonly month: string | null
  readonly count: number
}

/** Sums the maintained counts of due dates by site and month, between two days (both inclusive). */
export function readForecast(
  queries: WorkspaceQueries,
  sites: readonly SiteToday[],
  { from, until, slot }: { from: string; until: string; slot: 0 | 1 },
): Promise<ForecastRow[]> {
  return queries.rows<ForecastRow>(sql`
    with counted as (
      select reach.site_id, reach.today, coalesce(w.site_due_date, reach.today) as day, w.count
      from unnest(
        ${sites.map((site) => site.siteId)}::uuid[],
        ${sites.map((site) => site.today)}::date[]
      ) as reach (site_id, today)
      join instrument_worklist_counts w on w.site_id = reach.site_id
      where w.workspace_id = ${queries.workspaceId} and w.slot = ${slot}
    )
    select site_id as "siteId", null as month, sum(count)::bigint as count
    from counted
    where day < today
    group by site_id
    having sum(count) > 0
    union all
    select site_id, to_char(day, 'YYYY-MM'), sum(count)::bigint
    from counted
    where day >= ${from}::date and day <= ${until}::date
    group by 1, 2
    having sum(count) > 0
    order by "siteId", month`)
}
