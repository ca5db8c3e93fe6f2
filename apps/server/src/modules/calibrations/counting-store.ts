import { sql, type Sql } from '../../platform/db/index.ts'

/** Keeps to approved calibrations `c` that neither a correction nor a void marker has taken away. */
export const counts: Sql = sql`
  c.record_type = 'calibration'
      and exists (
        select from calibration_decisions d
        where d.workspace_id = c.workspace_id and d.calibration_id = c.calibration_id and d.decision = 'approved')
      and not exists (
        select from calibration_decisions s
        where s.workspace_id = c.workspace_id and s.supersedes_id = c.calibration_id)
      and not exists (
        select from calibrations v
        where v.workspace_id = c.workspace_id and v.voids_id = c.calibration_id)`

/**
 * Whether a calibration `c` is approved, not superseded and not voided, for statements that look at many: those of which
 * that is not so are few and have indexes of their own, so that they are read once instead of looking each record up.
 * One list of them rather than four: the database expects each to hold half of all records.
 */
export function isInEffect(workspaceId: string): Sql {
  return sql`
    c.calibration_id not in (
      select u.calibration_id from undecided_calibrations u where u.workspace_id = ${workspaceId}
      union all
      select d.calibration_id
      from calibration_decisions d
      where d.workspace_id = ${workspaceId} and d.decision = 'rejected'
      union all
      select s.supersedes_id
      from calibration_decisions s
      where s.workspace_id = ${workspaceId} and s.supersedes_id is not null
      union all
      select v.voids_id from calibrations v where v.workspace_id = ${workspaceId} and v.voids_id is not null)`
}

/**
 * The order of calibrations `c` of which the first one counts: the last by performance. Among equals a correction keeps the
 * position of the first record of its chain (decisions, section 6).
 */
export const lastFirst = sql`order by c.performed_at desc, c.chain_first_ledger_index desc, c.ledger_index desc`
