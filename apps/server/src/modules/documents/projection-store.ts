import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import {
  recordedColumns,
  type CountedTable,
  type DerivedTable,
  type ReadModel,
  type RowColumns,
} from '../ledger/index.ts'
import { documentFields } from './ledger-payload.ts'

export const documentRows: ReadModel = { table: 'documents', id: 'document_id' }

/** Streams documents, sorted by ID. */
export function streamDocumentRows(snapshot: Snapshot, ids: readonly string[] | null): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select document_id, ${recordedColumns(documentFields, { as: { sha256: sql`encode(sha256, 'hex') as sha256` } })},
      uploaded_at, is_archived, site_id, provider_id
    from documents
    where workspace_id = ${snapshot.workspaceId} and (${ids}::uuid[] is null or document_id = any(${ids}::uuid[]))
    order by document_id`)
}

/** The counts of documents that triggers maintain. */
export function countedDocuments(workspaceId: string): CountedTable {
  return {
    table: 'document_counts',
    columns: ['site_id', 'document_type', 'is_archived'],
    counted: sql`documents where workspace_id = ${workspaceId} and site_id is not null`,
  }
}

/** The words by which documents are found. */
export function wordsOfDocuments(workspaceId: string): DerivedTable[] {
  const rows = (ids: readonly string[] | null) => sql`
    select d.workspace_id, d.document_id, w.word, w.shared, d.instrument_id, i.site_id, d.document_type, d.is_archived,
      d.uploaded_at
    from documents d
    join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
    cross join lateral indexed_words(d.file_name || ' ' || i.asset_tag || ' ' || i.name) w
    where d.workspace_id = ${workspaceId} and i.workspace_id = ${workspaceId}
      and (${ids}::uuid[] is null or d.document_id = any(${ids}::uuid[]))`
  return [{ table: 'document_words', id: 'document_id', rows }]
}
