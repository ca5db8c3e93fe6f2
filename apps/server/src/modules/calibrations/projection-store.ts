import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type CountedTable, type PlacedRow, type RowColumns } from '../ledger/index.ts'
import { draftFields } from './columns.ts'
import { decisionFields } from './ledger-payload.ts'

/** Every record and void marker in the order of the ledger, under the names of its columns. */
export function walkCalibrationRows(snapshot: Snapshot): RowWalk<PlacedRow> {
  return snapshot.walk(sql`
    select ${recordedColumns(draftFields)}, record_type, voids_id, created_at,
      ledger_index, chain_first_ledger_index, feed_place, calibration_place
    from calibrations
    where workspace_id = ${snapshot.workspaceId}
    order by ledger_index`)
}

/** Every decision in the order of the ledger, under the names of its columns. */
export function walkDecisionRows(snapshot: Snapshot): RowWalk<PlacedRow> {
  return snapshot.walk(sql`
    select calibration_id, decision, ledger_index, decided_at, ${recordedColumns(decisionFields)},
      reason, signature_meaning, encode(signed_leaf_hash, 'hex') as signed_leaf_hash
    from calibration_decisions
    where workspace_id = ${snapshot.workspaceId}
    order by ledger_index`)
}

export function walkUndecidedRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select calibration_id, corrects_id, is_open
    from undecided_calibrations
    where workspace_id = ${snapshot.workspaceId}`)
}

/** What triggers count of the records. */
export function countedRecords({ workspaceId }: Snapshot): CountedTable {
  return {
    table: 'calibration_counts',
    columns: ['site_id', 'result'],
    counted: sql`(
      select i.site_id, coalesce(c.result, 'void') as result
      from calibrations c
      join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
      where c.workspace_id = ${workspaceId}) as records`,
  }
}
