import { Type } from 'typebox'
import { documentOperations } from '../public/document-operations.ts'
import { documentFilters } from '../public/exports/export-operations.ts'
import { DocumentListQuery, DocumentRecord } from '../public/document.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf } from '../shared/page.ts'
import { Closed, Nullable, Uuid } from '../shared/values.ts'

/** A document with the members that the app API adds to the public ones. */
export const AppDocument = Closed(
  {
    ...DocumentRecord.properties,
    content_type: Type.String({ description: 'Detected content type.' }),
    size_bytes: Type.Integer(),
    sha256: Type.String({ description: 'Hash of the file content, in hexadecimal.' }),
    uploaded_by_name: Nullable(
      Type.String({ description: 'Current name of the person; null if no person uploaded it.' }),
    ),
    instrument: Closed({
      id: Uuid(),
      asset_tag: Nullable(Type.String()),
      name: Nullable(Type.String()),
    }),
  },
  { $id: 'AppDocument' },
)
export type AppDocument = Type.Static<typeof AppDocument>

/** Query of GET /documents; filters combine. */
export const AppDocumentListQuery = Closed({
  ...DocumentListQuery.properties,
  ...documentFilters,
})
export type AppDocumentListQuery = Type.Static<typeof AppDocumentListQuery>

/** Operations on documents that the app has in addition to the public API. */
export const appDocumentOperations = defineOperations({
  listDocuments: {
    method: 'GET',
    path: '/documents',
    tag: 'Documents',
    summary: 'List documents of all instruments',
    description:
      'Newest first, limited to the sites that the user can access. Archived documents are omitted unless `include=archived` is sent.',
    scope: 'read',
    query: AppDocumentListQuery,
    reply: {
      status: 200,
      schema: PageOf(AppDocument, 'AppDocumentPage'),
      description: 'A page of documents.',
      example: {
        data: [
          {
            ...documentOperations.registerDocument.reply.example,
            content_type: 'application/pdf',
            size_bytes: 184_320,
            sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            uploaded_by_name: 'Quinn Manager',
            instrument: {
              id: documentOperations.registerDocument.reply.example.instrument_id,
              asset_tag: 'CAL-0042',
              name: 'Digital caliper 150 mm',
            },
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['INVALID_REQUEST', 'VALIDATION_ERROR'],
  },
  archiveDocument: {
    method: 'POST',
    path: '/documents/{document_id}/archive',
    tag: 'Documents',
    summary: 'Archive a document',
    description:
      'The file is kept, and `include=archived` still lists it. Repeating the call changes nothing.',
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
