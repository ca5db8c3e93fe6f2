import type { DocumentType } from '@plumbline/contract'
import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'
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

/** Which documents a list holds. */
export interface DocumentFilter {
  instrumentId?: string | undefined
  calibrationId?: string | undefined
  documentType?: DocumentType | undefined
  siteId?: string | undefined
  /** Each is looked for on its own. */
  words?: readonly string[] | undefined
  includeArchived: boolean
  siteIds: readonly string[] | null
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
  const from = sql`
    from documents d
    join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id`
  const where = conditionsOf(queries, filter)
  const [rows, counted] = (await queries.batch([
    sql`
      select ${columns}, i.asset_tag as "assetTag", i.name as "instrumentName", p.name as "uploadedByName"
      ${from}
      left join people p on p.id = d.uploaded_by
      ${where}
      order by d.uploaded_at desc, d.document_id desc
      limit ${page.limit} offset ${page.offset}`,
    sql`select count(*) as total ${from} ${where}`,
  ])) as [DescribedDocument[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

function conditionsOf(queries: WorkspaceQueries, filter: DocumentFilter): Sql {
  return sql`
    where d.workspace_id = ${queries.workspaceId}
      ${equals(sql`d.instrument_id`, filter.instrumentId)}
      ${equals(sql`d.calibration_id`, filter.calibrationId)}
      ${equals(sql`d.document_type`, filter.documentType)}
      ${equals(sql`i.site_id`, filter.siteId)}
      ${filter.includeArchived ? empty : sql`and not d.is_archived`}
      ${filter.words === undefined ? empty : sql`and ${holdsWords(filter.words)}`}
      ${amongSites(filter.siteIds, sql`i.site_id`)}`
}

/** Every word stands somewhere in what a document and its instrument are called; case does not matter. */
function holdsWords(words: readonly string[]): Sql {
  return sql`(
    select coalesce(bool_and(strpos(lower(concat_ws(' ', d.file_name, i.asset_tag, i.name)), lower(word)) > 0), true)
    from unnest(${words}::text[]) word)`
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

function equals(column: Sql, value: string | undefined): Sql {
  return value === undefined ? empty : sql`and ${column} = ${value}`
}
