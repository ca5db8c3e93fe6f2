import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A pending calibration that would count once approved. */
export interface PendingRecord {
  readonly instrumentId: string
  readonly calibrationId: string
  readonly enteredBy: string
  readonly enteredAt: string
}

/**
 * Pending calibrations `c` that would be the basis of their instrument `i`. Corrections are excluded: the record to
 * be corrected was measured earlier, so its instrument is due regardless.
 */
function pendingOfInstruments({ workspaceId }: WorkspaceQueries): Sql {
  return sql`
    undecided_calibrations u
    join calibrations c on c.workspace_id = u.workspace_id and c.calibration_id = u.calibration_id
    join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
    where u.workspace_id = ${workspaceId} and u.is_open and u.corrects_id is null
      and (i.basis_performed_at is null or c.performed_at >= i.basis_performed_at)`
}

/** Returns the pending calibration of each instrument that has one; if there are several, the last performed. */
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

/** Returns a statement that selects the IDs of all instruments with a pending calibration. */
export function instrumentsWithPending(queries: WorkspaceQueries): Sql {
  return sql`select c.instrument_id from ${pendingOfInstruments(queries)}`
}
