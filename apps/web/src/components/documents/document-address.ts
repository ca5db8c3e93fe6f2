import type {
  AppDocument,
  DocumentDownloadResponse,
  DocumentRecord,
  ProcedureDocument,
} from '@plumbline/contract'
import type { WorkspaceApi } from '../../api/index.ts'

/** A document of an instrument, with its detected content type if known. */
type DocumentOfInstrument = DocumentRecord & Partial<Pick<AppDocument, 'content_type'>>

/** A document of a procedure revision, with the ID of its procedure. */
export type DocumentOfProcedure = ProcedureDocument & { readonly procedure_id: string }

/** A document that can be shown and downloaded. */
export type ShownDocument = DocumentOfInstrument | DocumentOfProcedure

/** Requests a download URL of the file, which is valid for a few minutes. */
export function addressOf(
  api: WorkspaceApi,
  document: ShownDocument,
  signal?: AbortSignal,
): Promise<DocumentDownloadResponse> {
  const { id } = document
  if ('procedure_id' in document) {
    const params = { procedure_id: document.procedure_id, document_id: id }
    return api.downloadProcedureDocument({ params, ...(signal && { signal }) })
  }
  const params = { instrument_id: document.instrument_id, document_id: id }
  return api.downloadDocument({ params, ...(signal && { signal }) })
}
