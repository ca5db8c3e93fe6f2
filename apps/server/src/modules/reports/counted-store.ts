import { empty, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { counts } from '../calibrations/index.ts'
import { amongSites } from '../workspaces/index.ts'

/** The records that a report counts. */
export interface CountedPeriod {
  /** Performed from this instant on, and before that one. */
  readonly since: string
  readonly until: string
  /** Of instruments at these sites now; null reaches all. */
  readonly siteIds: readonly string[] | null
  /** Whose days are meant. */
  readonly timeZone: string
}

/** How many records were performed in the period, counted up to a limit. */
export async function countPerformed(
  queries: WorkspaceQueries,
  { since, until }: CountedPeriod,
  limit: number,
): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*) as count
    from (
      select
      from calibrations c
      where c.workspace_id = ${queries.workspaceId} and c.performed_at >= ${since} and c.performed_at < ${until}
      limit ${limit}) as performed`)
  return row?.count ?? 0
}

/** From calibrations `c` that count and were performed in the period, with their instruments `i`. */
export function countedIn(
  queries: WorkspaceQueries,
  { since, until, siteIds }: CountedPeriod,
  more: Sql = empty,
): Sql {
  return sql`
    from calibrations c
    join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
      ${amongSites(siteIds, sql`i.site_id`)}
    where c.workspace_id = ${queries.workspaceId} and c.performed_at >= ${since} and c.performed_at < ${until}
      and not c.is_starting_record and ${counts} ${more}`
}

/** Columns by which reports name a calibration and its instrument. */
export function listedColumns(timeZone: string): Sql {
  return sql`
    c.calibration_id, c.instrument_id, c.ledger_index, c.performed_at, i.asset_tag, i.name, i.site_id,
      (c.performed_at at time zone ${timeZone})::date as performed_on`
}
