import { empty, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { isInEffect } from '../calibrations/index.ts'

/** Instruments, each with the instant from which to search. */
export type Since = ReadonlyMap<string, string>

/** A calibration in effect that names a standard, for the whole record or for single points. */
export interface StandardUse {
  readonly calibrationId: string
  readonly instrumentId: string
  readonly performedAt: string
  readonly standardId: string
}

/**
 * Returns the calibrations made with standards, each from its instant on (inclusive). Only records in effect: approved,
 * not superseded, not voided.
 * @param to last instant for all of them; null if unbounded
 */
export function findUses(queries: WorkspaceQueries, since: Since, to: string | null): Promise<StandardUse[]> {
  const { workspaceId } = queries
  const upper = to === null ? empty : sql`and c.performed_at <= ${to}::timestamptz`
  return queries.rows<StandardUse>(sql`
    with named as (${namedSince(since)}),
    used as (
      select c.calibration_id, c.instrument_id, c.performed_at, f.id as standard_id
      from named f
      cross join lateral (
        select c.calibration_id, c.instrument_id, c.performed_at
        from calibrations c
        where c.workspace_id = ${workspaceId} and c.reference_standard_asset_id = f.id
          and c.performed_at >= f.since ${upper}
        offset 0) c
      union
      select c.calibration_id, c.instrument_id, c.performed_at, f.id
      from named f
      join point_standards p on p.workspace_id = ${workspaceId} and p.standard_asset_id = f.id
      join calibrations c on c.workspace_id = ${workspaceId} and c.calibration_id = p.calibration_id
      where c.performed_at >= f.since ${upper})
    select c.calibration_id as "calibrationId", c.instrument_id as "instrumentId", c.performed_at as "performedAt",
      c.standard_id as "standardId"
    from used c
    where ${isInEffect(workspaceId)}`)
}

/** Returns when instruments passed after their instants, from records in effect, in order. */
export function findPasses(
  queries: WorkspaceQueries,
  since: Since,
): Promise<{ instrumentId: string; performedAt: string }[]> {
  const { workspaceId } = queries
  return queries.rows(sql`
    with named as (${namedSince(since)})
    select c.instrument_id as "instrumentId", c.performed_at as "performedAt"
    from named f
    cross join lateral (
      select c.calibration_id, c.instrument_id, c.performed_at
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = f.id and c.performed_at > f.since
        and c.result in ('PASS', 'PASS_WITH_ADJUSTMENT')
      offset 0) c
    where ${isInEffect(workspaceId)}
    order by c.performed_at`)
}

/**
 * Selects one row per instrument; joined laterally so that indexes are used, which the planner's estimate would not
 * choose.
 */
function namedSince(since: Since): Sql {
  return sql`
    select * from unnest(${[...since.keys()]}::uuid[], ${[...since.values()]}::timestamptz[]) as named (id, since)`
}
