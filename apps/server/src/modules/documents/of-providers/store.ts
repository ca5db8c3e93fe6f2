import { sql, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** A document of a provider as stored. */
export interface ProviderDocumentRow {
  readonly documentId: string
  readonly providerId: string
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly uploadedAt: string
  readonly uploadedBy: string | null
}

/** A document of a provider with the current name of the person who uploaded it. */
export type ShownProviderDocument = ProviderDocumentRow & { readonly uploadedByName: string | null }

/** Returns the documents of a provider, newest first. */
export function documentsOfProvider(
  queries: WorkspaceQueries,
  providerId: string,
): Promise<ShownProviderDocument[]> {
  return queries.rows<ShownProviderDocument>(sql`
    select d.document_id as "documentId", d.provider_id as "providerId", d.file_name as "fileName",
      d.content_type as "contentType", d.size_bytes as "sizeBytes", d.sha256, d.uploaded_at as "uploadedAt",
      d.uploaded_by as "uploadedBy", p.name as "uploadedByName"
    from documents d
    left join people p on p.id = d.uploaded_by
    where d.workspace_id = ${queries.workspaceId} and d.provider_id = ${providerId}
    order by d.uploaded_at desc, d.document_id desc`)
}
