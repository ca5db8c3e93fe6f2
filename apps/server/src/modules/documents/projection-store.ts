import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import type { CountedTable, RowColumns } from '../ledger/index.ts'

export function walkDocumentRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select document_id, instrument_id, calibration_id, file_name, document_type, content_type, size_bytes,
      encode(sha256, 'hex') as sha256, uploaded_at, uploaded_by, is_archived, site_id
    from documents
    where workspace_id = ${snapshot.workspaceId}`)
}

/** What triggers count of the documents. */
export function countedDocuments({ workspaceId }: Snapshot): CountedTable {
  return {
    table: 'document_counts',
    columns: ['site_id', 'document_type', 'is_archived'],
    counted: sql`documents where workspace_id = ${workspaceId}`,
  }
}
