import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type CountedTable, type RowColumns } from '../ledger/index.ts'
import { documentFields } from './ledger-payload.ts'

export function walkDocumentRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select document_id, ${recordedColumns(documentFields, { as: { sha256: sql`encode(sha256, 'hex') as sha256` } })},
      uploaded_at, is_archived, site_id
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
