import type {
  AppDocument,
  DocumentDownloadResponse,
  DocumentRecord,
  ProcedureDocument,
} from '@plumbline/contract'
import type { WorkspaceApi } from '../../api/index.ts'

/** A document of an instrument, with what its bytes were found to be where that is known. */
type DocumentOfInstrument = DocumentRecord & Partial<Pick<AppDocument, 'content_type'>>

/** A document of a revision, with its procedure. */
export type DocumentOfProcedure = ProcedureDocument & { readonly procedure_id: string }

/** What can be looked at and saved. */
export type ShownDocument = DocumentOfInstrument | DocumentOfProcedure

/** Asks for an address of the file; each lives a few minutes. */
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
