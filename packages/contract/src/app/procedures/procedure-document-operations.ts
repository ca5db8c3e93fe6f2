import type { Type } from 'typebox'
import { documentOperations } from '../../public/document-operations.ts'
import { DocumentRegisterRequest, DocumentUploadUrlRequest } from '../../public/document.ts'
import { procedureParams } from '../../public/procedures/procedure-operations.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed } from '../../shared/values.ts'
import { appProcedureOperations } from './procedure.ts'

const { key, file_name: fileName } = DocumentRegisterRequest.properties

/** Body of POST /procedures/{procedure_id}/draft/documents. */
export const ProcedureDocumentAddition = Closed(
  { key, file_name: fileName },
  { $id: 'ProcedureDocumentAddition' },
)
export type ProcedureDocumentAddition = Type.Static<typeof ProcedureDocumentAddition>

const writers = ['admin', 'manager'] as const
const errors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'VALIDATION_ERROR',
  'PAYLOAD_TOO_LARGE',
] as const

/** Operations that add documents to the draft of a procedure. Changing the draft removes them. */
export const procedureDocumentOperations = defineOperations({
  createProcedureUploadUrl: {
    method: 'POST',
    path: '/procedures/{procedure_id}/draft/documents/upload-url',
    tag: 'Procedures',
    summary: 'Create an upload URL for a document of the draft',
    description:
      'Upload the file as for a document of an instrument, then add it with `key`. Uploads that are not added are removed after 24 hours. 409 if there is no draft.',
    scope: 'write',
    roles: writers,
    valueRuleError: 'INVALID_REQUEST',
    params: procedureParams,
    body: DocumentUploadUrlRequest,
    reply: documentOperations.createDocumentUploadUrl.reply,
    errors: [...errors, 'RATE_LIMITED'],
  },
  addProcedureDocument: {
    method: 'POST',
    path: '/procedures/{procedure_id}/draft/documents',
    tag: 'Procedures',
    summary: 'Add an uploaded file to the draft as a document',
    description:
      'The content is checked: a file that does not match its declared type is refused and removed. Adding the same key again changes nothing. 409 if there is no draft.',
    scope: 'write',
    roles: writers,
    valueRuleError: 'INVALID_REQUEST',
    params: procedureParams,
    body: ProcedureDocumentAddition,
    reply: appProcedureOperations.updateProcedureDraft.reply,
    errors: [...errors, 'OBJECT_NOT_UPLOADED'],
  },
})
