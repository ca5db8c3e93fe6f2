import { sql, type Sql } from '../../platform/db/index.ts'

/**
 * Condition that selects approved calibrations `c` that are neither superseded by a correction nor voided, for statements
 * that read the records of one instrument. Each of its lookups is made by key for one record: `offset 0` prevents the
 * planner from joining all decisions of the workspace with all its records. It does that where it expects a workspace to
 * have a single row in each table, which it does while tables have no statistics, as in the transaction that fills them.
 * Each lookup names the workspace as a value, because a cluster does not infer it for sub-selects that are not joined.
 */
export function counts(workspaceId: string): Sql {
  return sql`
    c.record_type = 'calibration'
      and exists (
        select from calibration_decisions d
        where d.workspace_id = ${workspaceId} and d.calibration_id = c.calibration_id and d.decision = 'approved'
        offset 0)
      and not exists (
        select from calibration_decisions s
        where s.workspace_id = ${workspaceId} and s.supersedes_id = c.calibration_id
        offset 0)
      and not exists (
        select from calibrations v
        where v.workspace_id = ${workspaceId} and v.voids_id = c.calibration_id
        offset 0)`
}

/**
 * Condition that a calibration `c` is approved, not superseded and not voided, for statements that read many records.
 * The few exceptions have indexes of their own, so they are read once instead of each record being looked up. They
 * form one list rather than four because the planner expects each list to exclude half of all records.
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
 * Orders calibrations `c` so that the one that counts comes first: the most recently performed. If times are equal, a
 * correction keeps the position of the first record of its chain (decisions, section 6).
 */
export const lastFirst = sql`order by c.performed_at desc, c.chain_first_ledger_index desc, c.ledger_index desc`
