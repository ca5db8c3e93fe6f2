import type { DocumentType } from '@plumbline/contract'
import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'
import { amongSites } from '../workspaces/index.ts'
import { equals, foundDocuments, type DocumentFilter } from './word-store.ts'

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

const columns = sql`
  d.document_id as "documentId", d.instrument_id as "instrumentId", d.calibration_id as "calibrationId",
  d.file_name as "fileName", d.document_type as "documentType", d.content_type as "contentType",
  d.size_bytes as "sizeBytes", d.sha256, d.uploaded_at as "uploadedAt", d.uploaded_by as "uploadedBy",
  d.is_archived as "isArchived"`

/** Keeps everyone else who registers the same upload waiting until the transaction ends. */
export async function lockUpload(tx: Transaction, documentId: string): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`document:${documentId}`}, 0))`)
}

/** A document whose instrument is among the sites. */
export async function findDocument(
  queries: WorkspaceQueries,
  documentId: string,
  siteIds: readonly string[] | null,
): Promise<DocumentRow | undefined> {
  const [row] = await queries.rows<DocumentRow>(sql`
    select ${columns}
    from documents d
    join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
    where d.workspace_id = ${queries.workspaceId} and d.document_id = ${documentId}
      ${amongSites(siteIds, sql`i.site_id`)}`)
  return row
}

export async function insertDocument(tx: Transaction, row: DocumentRow): Promise<void> {
  await tx.rows(sql`
    insert into documents (
      workspace_id, document_id, instrument_id, calibration_id, file_name, document_type, content_type,
      size_bytes, sha256, uploaded_at, uploaded_by, is_archived
    ) values (
      ${tx.workspaceId}, ${row.documentId}, ${row.instrumentId}, ${row.calibrationId}, ${row.fileName},
      ${row.documentType}, ${row.contentType}, ${row.sizeBytes}, ${row.sha256}, ${row.uploadedAt},
      ${row.uploadedBy}, ${row.isArchived}
    )`)
}

/** Archives a document; false when it was archived before. */
export async function markArchived(tx: Transaction, documentId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update documents
    set is_archived = true
    where workspace_id = ${tx.workspaceId} and document_id = ${documentId} and not is_archived
    returning document_id`)
  return rows.length === 1
}

/** A document with what it is read beside: its instrument and the person who added it. */
export interface DescribedDocument extends DocumentRow {
  assetTag: string | null
  instrumentName: string | null
  uploadedByName: string | null
}

/** A page of documents, newest first, and how many there are. */
export async function pageOfDocuments(
  queries: WorkspaceQueries,
  filter: DocumentFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: DescribedDocument[]; total: number }> {
  const wanted = filter.search ? foundDocuments(queries, filter, filter.search) : listed(queries, filter)
  const [rows, counted] = (await queries.batch([
    sql`
      select ${columns}, i.asset_tag as "assetTag", i.name as "instrumentName", p.name as "uploadedByName"
      from (
        ${wanted}
        order by uploaded_at desc, document_id desc
        limit ${page.limit} offset ${page.offset}
      ) page
      join documents d on d.workspace_id = ${queries.workspaceId} and d.document_id = page.document_id
      join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
      left join people p on p.id = d.uploaded_by
      order by d.uploaded_at desc, d.document_id desc`,
    sql`select count(*) as total from (${wanted}) wanted`,
  ])) as [DescribedDocument[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** Ids and times of the documents of a filter without words; their instruments are looked at only for sites. */
function listed(queries: WorkspaceQueries, filter: DocumentFilter): Sql {
  const isOfSites = filter.siteId !== undefined || filter.siteIds !== null
  const instruments = sql`
    join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id`
  return sql`
    select d.document_id, d.uploaded_at
    from documents d ${isOfSites ? instruments : empty}
    where d.workspace_id = ${queries.workspaceId}
      ${equals(sql`d.instrument_id`, filter.instrumentId)}
      ${equals(sql`d.calibration_id`, filter.calibrationId)}
      ${equals(sql`d.document_type`, filter.documentType)}
      ${equals(sql`i.site_id`, filter.siteId)}
      ${filter.includeArchived ? empty : sql`and not d.is_archived`}
      ${amongSites(filter.siteIds, sql`i.site_id`)}`
}

/** Which of the ids name documents of the workspace. */
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
