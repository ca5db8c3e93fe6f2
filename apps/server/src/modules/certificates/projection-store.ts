import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import type { RowColumns } from '../ledger/index.ts'

export function walkCertificateRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select calibration_id, certificate_id, number, file_name, printed, encode(sha256, 'hex') as sha256, size_bytes,
      ledger_index, issued_at
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
