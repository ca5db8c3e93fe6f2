import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A calibration that waits for its approval, and would count once it has it. */
export interface PendingRecord {
  readonly instrumentId: string
  readonly calibrationId: string
  readonly enteredBy: string
  readonly enteredAt: string
}

/**
 * Calibrations `c` that are pending approval and would be the basis of their instrument `i`. A correction is none of
 * them: what it corrects was measured before, and its instrument is due all the same.
 */
function pendingOfInstruments({ workspaceId }: WorkspaceQueries): Sql {
  return sql`
    undecided_calibrations u
    join calibrations c on c.workspace_id = u.workspace_id and c.calibration_id = u.calibration_id
    join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
    where u.workspace_id = ${workspaceId} and u.is_open and u.corrects_id is null
      and (i.basis_performed_at is null or c.performed_at >= i.basis_performed_at)`
}

/** The pending calibration of each of the instruments that has one; the last by performance of several. */
export async function findPending(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
): Promise<Map<string, PendingRecord>> {
  if (instrumentIds.length === 0) return new Map()
  const rows = await queries.rows<PendingRecord>(sql`
    select distinct on (c.instrument_id) c.instrument_id as "instrumentId", c.calibration_id as "calibrationId",
      coalesce(c.entered_by, c.performed_by) as "enteredBy", c.created_at as "enteredAt"
    from ${pendingOfInstruments(queries)} and c.instrument_id = any(${instrumentIds}::uuid[])
    order by c.instrument_id, c.performed_at desc, c.ledger_index desc`)
  return new Map(rows.map((row) => [row.instrumentId, row]))
}

/** Ids of all instruments with a pending calibration, as a statement. */
export function instrumentsWithPending(queries: WorkspaceQueries): Sql {
  return sql`select c.instrument_id from ${pendingOfInstruments(queries)}`
}
