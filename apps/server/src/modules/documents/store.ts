import type { DocumentType } from '@plumbline/contract'
import { sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'
import { amongSites } from '../workspaces/index.ts'

/** A document as stored. */
export interface DocumentRow {
  documentId: string
  instrumentId: string
  calibrationId: string | null
  fileName: string
  documentType: DocumentType
  contentType: string
  sizeBytes: number
  sha256: Buffer
  uploadedAt: string
  uploadedBy: string | null
  isArchived: boolean
}

/** The row of a document, which belongs to an instrument or to a provider. */
export type OwnedDocumentRow = Omit<DocumentRow, 'instrumentId'> & {
  readonly instrumentId: string | null
  readonly providerId: string | null
}

/** Columns of a document, as `d`. */
export const documentColumns = sql`
  d.document_id as "documentId", d.instrument_id as "instrumentId", d.calibration_id as "calibrationId",
  d.file_name as "fileName", d.document_type as "documentType", d.content_type as "contentType",
  d.size_bytes as "sizeBytes", d.sha256, d.uploaded_at as "uploadedAt", d.uploaded_by as "uploadedBy",
  d.is_archived as "isArchived"`

/** Returns a document whose instrument is within the sites. */
export async function findDocument(
  queries: WorkspaceQueries,
  documentId: string,
  siteIds: readonly string[] | null,
): Promise<DocumentRow | undefined> {
  const [row] = await queries.rows<DocumentRow>(oneDocument(queries, documentId, siteIds))
  return row
}

/**
 * Like `findDocument`, and locks the document against other changes until the transaction ends; must be called before
 * the ledger's head is locked.
 */
export async function lockDocument(
  tx: Transaction,
  documentId: string,
  siteIds: readonly string[] | null,
): Promise<DocumentRow | undefined> {
  const [row] = await tx.rows<DocumentRow>(sql`
    ${oneDocument(tx, documentId, siteIds)}
    for no key update of d`)
  return row
}

function oneDocument(queries: WorkspaceQueries, documentId: string, siteIds: readonly string[] | null): Sql {
  return sql`
    select ${documentColumns}
    from documents d
    join instruments i on i.workspace_id = ${queries.workspaceId} and i.instrument_id = d.instrument_id
    where d.workspace_id = ${queries.workspaceId} and d.document_id = ${documentId}
      ${amongSites(siteIds, sql`i.site_id`)}`
}

export async function insertDocument(tx: Transaction, row: OwnedDocumentRow): Promise<void> {
  await tx.rows(sql`
    insert into documents (
      workspace_id, document_id, instrument_id, provider_id, calibration_id, file_name, document_type, content_type,
      size_bytes, sha256, uploaded_at, uploaded_by, is_archived
    ) values (
      ${tx.workspaceId}, ${row.documentId}, ${row.instrumentId}, ${row.providerId}, ${row.calibrationId},
      ${row.fileName}, ${row.documentType}, ${row.contentType}, ${row.sizeBytes}, ${row.sha256}, ${row.uploadedAt},
      ${row.uploadedBy}, ${row.isArchived}
    )`)
}

/** The recorded data of a stored file. */
export interface StoredDocument {
  readonly documentId: string
  readonly fileName: string
  readonly sha256: Buffer
}

/** Returns documents sorted by ID, starting after one; includes archived ones, whose files are retained. */
export function documentsAfter(
  queries: WorkspaceQueries,
  after: string | null,
  limit: number,
): Promise<StoredDocument[]> {
  return queries.rows(sql`
    select document_id as "documentId", file_name as "fileName", sha256
    from documents
    where workspace_id = ${queries.workspaceId} and (${after}::uuid is null or document_id > ${after}::uuid)
    order by document_id
    limit ${limit}::bigint`)
}

/** Returns the ID of the workspace's last document, in the order of IDs. */
export async function lastDocumentId(queries: WorkspaceQueries): Promise<string | undefined> {
  const [row] = await queries.rows<{ documentId: string }>(sql`
    select document_id as "documentId"
    from documents
    where workspace_id = ${queries.workspaceId}
    order by document_id desc
    limit 1`)
  return row?.documentId
}

/** Archives a document; returns false if it was already archived. */
export async function markArchived(tx: Transaction, documentId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update documents
    set is_archived = true
    where workspace_id = ${tx.workspaceId} and document_id = ${documentId} and not is_archived
    returning document_id`)
  return rows.length === 1
}

/** Returns those of the IDs that are IDs of documents of the workspace. */
export async function knownDocuments(
  queries: WorkspaceQueries,
  documentIds: readonly string[],
): Promise<string[]> {
  const rows = await queries.rows<{ documentId: string }>(sql`
    select document_id as "documentId"
    from documents
    where workspace_id = ${queries.workspaceId} and document_id = any(${documentIds}::uuid[])`)
  return rows.map((row) => row.documentId)
}
