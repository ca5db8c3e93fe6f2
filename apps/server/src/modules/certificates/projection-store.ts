import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type EntryRow, type ReadModel, type RowColumns } from '../ledger/index.ts'
import { certificateFields } from './ledger-payload.ts'

export const certificateRows: ReadModel = {
  table: 'certificates',
  id: 'calibration_id',
  unique: { number: sql`t.calibration_id::text` },
}
export const directoryRows: ReadModel = {
  table: 'certificate_directory',
  id: 'certificate_id',
  key: ['certificate_id'],
}

/** Walks certificates in ledger order, starting at an entry. */
export function streamCertificateRows(snapshot: Snapshot, from: number): RowStream<EntryRow> {
  return snapshot.stream(sql`
    select certificate_id, ${recordedColumns(certificateFields, { as: { sha256: sql`encode(sha256, 'hex') as sha256` } })},
      ledger_index
    from certificates
    where workspace_id = ${snapshot.workspaceId} and (${from}::bigint = 0 or ledger_index >= ${from}::bigint)
    order by ledger_index`)
}

/** Walks addresses of public pages that belong to the workspace, ordered by ID. */
export function streamDirectoryRows(
  snapshot: Snapshot,
  ids: readonly string[] | null,
): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select certificate_id, calibration_id
    from certificate_directory
    where workspace_id = ${snapshot.workspaceId} and (${ids}::text[] is null or certificate_id = any(${ids}::text[]))
    order by certificate_id collate "C"`)
}
