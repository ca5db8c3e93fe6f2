import { NAMED_FOLLOWERS_MAX, type ProcedureFollowers } from '@plumbline/contract'
import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'

type Follower = ProcedureFollowers['instruments'][number]

/** Returns the instruments within sites (null: all) that follow a procedure; null if there is no such procedure. */
export async function findFollowers(
  queries: WorkspaceQueries,
  procedureId: string,
  siteIds: readonly string[] | null,
): Promise<ProcedureFollowers | null> {
  const rows = await queries.rows<Follower & { total: number; overridden: number; follows: boolean }>(sql`
    select i.instrument_id as id, i.asset_tag, i.name, i.instrument_id is not null as follows,
      coalesce(i.point_overrides is not null, false) as is_overridden,
      count(i.instrument_id) over () as total,
      count(*) filter (where i.point_overrides is not null) over () as overridden
    from procedures p
    left join instruments i on i.workspace_id = p.workspace_id and i.procedure_id = p.procedure_id
      and i.retired_at is null and (${siteIds}::uuid[] is null or i.site_id = any(${siteIds}::uuid[]))
    where p.workspace_id = ${queries.workspaceId} and p.procedure_id = ${procedureId}
    order by i.asset_tag, i.instrument_id
    limit ${NAMED_FOLLOWERS_MAX}`)
  const [first] = rows
  if (!first) return null
  const instruments = rows
    .filter(({ follows }) => follows)
    .map(({ id, asset_tag, name, is_overridden }) => ({ id, asset_tag, name, is_overridden }))
  return { total: first.total, overridden: first.overridden, instruments }
}
