import type { CalibrationResult } from '@plumbline/contract'
import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** A calibration that may already be recorded. */
export interface RecordSought {
  readonly instrumentId: string
  /** Range of instants in which it was performed; the end is exclusive. */
  readonly from: string
  readonly until: string
  /** Null if it has no certificate number. */
  readonly certificateNumber: string | null
}

/** An existing record of the same calibration. */
export interface RecordFound {
  readonly calibrationId: string
  readonly result: CalibrationResult
}

/**
 * Looks up each calibration among the existing records: same instrument, same time, same certificate number. Starting
 * records, which describe no calibration, and voided or rejected records are ignored.
 *
 * The records of an instrument in the time range are selected before any other condition is evaluated: in a register
 * that has only starting records, the planner considers other records so rare that it would scan the whole workspace
 * for each lookup. The range includes the instrument, because without statistics the planner would read all records in
 * the time range.
 * @returns the matches in input order; undefined if there is none
 */
export async function findSameRecords(
  queries: WorkspaceQueries,
  sought: readonly RecordSought[],
): Promise<(RecordFound | undefined)[]> {
  if (sought.length === 0) return []
  const wanted = sought.map((each, index) => ({ index, ...each }))
  const rows = await queries.rows<RecordFound & { index: number }>(sql`
    select wanted.index, found.calibration_id as "calibrationId", found.result
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (
      index integer, "instrumentId" uuid, "from" timestamptz, until timestamptz, "certificateNumber" text
    )
    cross join lateral (
      select c.calibration_id, c.result
      from (
        select *
        from calibrations
        where workspace_id = ${queries.workspaceId} and instrument_id = wanted."instrumentId"
          and (instrument_id, performed_at) >= (wanted."instrumentId", wanted."from")
          and (instrument_id, performed_at) < (wanted."instrumentId", wanted.until)
        offset 0) as c
      where c.record_type = 'calibration' and not c.is_starting_record
        and coalesce(btrim(c.certificate_number), '') = coalesce(wanted."certificateNumber", '')
        and not exists (
          select from calibrations v
          where v.workspace_id = ${queries.workspaceId} and v.voids_id = c.calibration_id)
        and not exists (
          select from calibration_decisions d
          where d.workspace_id = ${queries.workspaceId} and d.calibration_id = c.calibration_id
            and d.decision = 'rejected')
      order by c.ledger_index
      limit 1) as found`)
  const found = new Map(rows.map(({ index, ...record }) => [index, record]))
  return sought.map((_each, index) => found.get(index))
}
