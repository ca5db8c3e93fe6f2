import type { appDocumentOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { archiveDocument } from './archive-document.ts'
import { listAppDocuments } from './list-documents.ts'
import type { DocumentParts } from './parts.ts'

/** Handlers of the document operations that only the app has. */
export function appDocumentRoutes(
  parts: Pick<DocumentParts, 'db' | 'clock'>,
): Handlers<typeof appDocumentOperations, Actor> {
  return {
    listDocuments: async ({ caller, query }) => ({ body: await listAppDocuments(parts, caller, query) }),
    archiveDocument: async ({ caller, params }) => ({
      body: await archiveDocument(parts, caller, params.document_id),
    }),
  }
}
