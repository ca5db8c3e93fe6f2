import type { procedureDocumentOperations, procedureOperations } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/index.ts'
import { findDocumentOfProcedure, respondWithRevision } from '../procedures/index.ts'
import { addToProcedure } from './add-to-procedure.ts'
import { addressOf } from './download-address.ts'
import { issueUploadOfProcedure } from './issue-upload.ts'
import type { DocumentParts } from './parts.ts'

/** Handler of the public API's procedure documents. */
export function procedureDocumentRoutes(
  parts: DocumentParts,
): Handlers<Pick<typeof procedureOperations, 'downloadProcedureDocument'>, Actor> {
  return {
    downloadProcedureDocument: async ({ caller, params }) => {
      const { procedure_id: procedureId, document_id: documentId } = params
      const queries = parts.db.in(caller.workspaceId)
      const document = await findDocumentOfProcedure(queries, procedureId, documentId)
      if (!document) throw notFound()
      const { id, file_name: fileName, content_type: contentType, sha256 } = document
      const file = { documentId: id, fileName, contentType, sha256: Buffer.from(sha256, 'hex') }
      return { body: await addressOf(parts, caller, file) }
    },
  }
}

/** Handlers of the procedure document operations that only the app has. */
export function appProcedureDocumentRoutes(
  parts: DocumentParts,
): Handlers<typeof procedureDocumentOperations, Actor> {
  return {
    createProcedureUploadUrl: async ({ caller, params, body }) => ({
      body: await issueUploadOfProcedure(parts, caller, params.procedure_id, body),
    }),
    addProcedureDocument: async ({ caller, params, body }) =>
      respondWithRevision(await addToProcedure(parts, caller, params.procedure_id, body)),
  }
}
