import { empty, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { isInEffect } from '../calibrations/index.ts'
import { amongSites } from '../workspaces/index.ts'

/** Selects the records that a report counts. */
export interface CountedPeriod {
  /** Time range of performance: from this instant (inclusive) to the next one (exclusive). */
  readonly since: string
  readonly until: string
  /** Of instruments that are now at these sites; null for all sites. */
  readonly siteIds: readonly string[] | null
  /** Time zone of the days. */
  readonly timeZone: string
}

/** Returns the number of records performed in the period, counting up to a limit. */
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

/** Selects from calibrations `c` that count and were performed in the period, with their instruments `i`. */
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
      and c.record_type = 'calibration' and not c.is_starting_record and ${isInEffect(queries.workspaceId)} ${more}`
}

/** Columns with which reports describe a calibration and its instrument. */
export function listedColumns(timeZone: string): Sql {
  return sql`
    c.calibration_id, c.instrument_id, c.ledger_index, c.performed_at, i.asset_tag, i.name, i.site_id,
      (c.performed_at at time zone ${timeZone})::date as performed_on`
}
