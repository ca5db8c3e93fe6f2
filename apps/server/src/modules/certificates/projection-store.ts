import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type RowColumns } from '../ledger/index.ts'
import { certificateFields } from './ledger-payload.ts'

export function walkCertificateRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select certificate_id, ${recordedColumns(certificateFields, { as: { sha256: sql`encode(sha256, 'hex') as sha256` } })},
      ledger_index
    from certificates
    where workspace_id = ${snapshot.workspaceId}`)
}

/** Addresses of public pages that lead into the workspace. */
export function walkDirectoryRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select certificate_id, calibration_id
    from certificate_directory
    where workspace_id = ${snapshot.workspaceId}`)
}
