import { sql, type RowStream, type Snapshot } from '../../../platform/db/index.ts'
import {
  recordedColumns,
  type CountedTable,
  type DerivedTable,
  type EntryRow,
  type ReadModel,
  type RowColumns,
} from '../../ledger/index.ts'
import { draftFields } from '../columns.ts'
import { decisionFields } from '../ledger-payload.ts'

export const calibrationRows: ReadModel = {
  table: 'calibrations',
  id: 'calibration_id',
  unique: {
    ledger_index: sql`-1 - t.ledger_index`,
    feed_place: sql`-1 - t.feed_place`,
    calibration_place: sql`-1 - t.calibration_place`,
    voids_id: sql`case when t.voids_id is not null then t.calibration_id end`,
  },
}
export const decisionRows: ReadModel = {
  table: 'calibration_decisions',
  id: 'calibration_id',
  unique: { supersedes_id: sql`null` },
}
export const undecidedRows: ReadModel = {
  table: 'undecided_calibrations',
  id: 'calibration_id',
  unique: { corrects_id: sql`null` },
}

/** Walks records and void markers in ledger order, starting at an entry, keyed by column name. */
export function streamCalibrationRows(snapshot: Snapshot, from: number): RowStream<EntryRow> {
  return snapshot.stream(sql`
    select ${recordedColumns(draftFields)}, record_type, voids_id, created_at,
      ledger_index, chain_first_ledger_index, feed_place, calibration_place
    from calibrations
    where workspace_id = ${snapshot.workspaceId} and (${from}::bigint = 0 or ledger_index >= ${from}::bigint)
    order by ledger_index`)
}

/** Walks decisions in ledger order, starting at an entry, keyed by column name. */
export function streamDecisionRows(snapshot: Snapshot, from: number): RowStream<EntryRow> {
  return snapshot.stream(sql`
    select calibration_id, decision, ledger_index, decided_at, ${recordedColumns(decisionFields)},
      reason, signature_meaning, encode(signed_leaf_hash, 'hex') as signed_leaf_hash
    from calibration_decisions
    where workspace_id = ${snapshot.workspaceId} and (${from}::bigint = 0 or ledger_index >= ${from}::bigint)
    order by ledger_index`)
}

/** Walks pending records, ordered by ID. */
export function streamUndecidedRows(
  snapshot: Snapshot,
  ids: readonly string[] | null,
): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select calibration_id, corrects_id, is_open
    from undecided_calibrations
    where workspace_id = ${snapshot.workspaceId} and (${ids}::uuid[] is null or calibration_id = any(${ids}::uuid[]))
    order by calibration_id`)
}

/** Returns the positions of the entries of records that are not corrections, by record. */
export async function findAppendedIndexes(
  snapshot: Snapshot,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await snapshot.rows<{ id: string; index: number }>(sql`
    select subject_id as id, index
    from ledger_entries
    where workspace_id = ${snapshot.workspaceId} and subject_id = any(${ids}::text[])
      and kind = 'calibration.appended'`)
  return new Map(rows.map(({ id, index }) => [id, index]))
}

/** Counts of the records that are maintained by triggers. */
export function countedRecords(workspaceId: string): CountedTable {
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

/** Standards named by individual points of records. */
export function standardsOfPoints(workspaceId: string): DerivedTable {
  const rows = (ids: readonly string[] | null) => sql`
    select distinct c.workspace_id, (standard ->> 'id')::uuid as standard_asset_id, c.calibration_id
    from calibrations c
    cross join lateral jsonb_array_elements(c.measurements -> 'standards') standard
    where c.workspace_id = ${workspaceId} and c.measurements is not null
      and (${ids}::uuid[] is null or c.calibration_id = any(${ids}::uuid[]))`
  return { table: 'point_standards', id: 'calibration_id', rows }
}
