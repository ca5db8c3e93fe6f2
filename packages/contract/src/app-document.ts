import { documentOperations } from './document-operations.ts'
import { DocumentRecord } from './document.ts'
import { defineOperations } from './operation.ts'
import { Closed, Uuid } from './values.ts'

/** What the app does with documents beyond the public API. */
export const appDocumentOperations = defineOperations({
  archiveDocument: {
    method: 'POST',
    path: '/documents/{document_id}/archive',
    tag: 'Documents',
    summary: 'Take a document out of the lists',
    description: 'The file stays, and `include=archived` still lists it. A repeated call changes nothing.',
    scope: 'write',
    roles: ['admin', 'manager', 'technician'],
    params: Closed({ document_id: Uuid() }),
    reply: {
      status: 200,
      schema: DocumentRecord,
      description: 'The archived document.',
      example: { ...documentOperations.registerDocument.reply.example, is_archived: true },
    },
    errors: ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
