import {
  DocumentDownloadResponse,
  DocumentListQuery,
  DocumentPage,
  DocumentRecord,
  DocumentRegisterRequest,
  DocumentUploadUrlRequest,
  DocumentUploadUrlResponse,
  DOCUMENT_BYTES_MAX,
} from './document.ts'
import { calibrationParams } from './calibration-operations.ts'
import { instrumentParams } from './instrument-operations.ts'
import { defineOperations } from '../shared/operation.ts'
import { Closed, Uuid } from '../shared/values.ts'

const exampleDocument: DocumentRecord = {
  id: '019345c8-51d0-7b1e-8f52-7c2a9d3e4f60',
  instrument_id: '019345b4-11f2-7c55-a0de-5f3b7a9c2e47',
  file_name: 'Certificate 2026-0193.pdf',
  document_type: 'certificate',
  calibration_id: null,
  uploaded_at: '2026-11-21T04:56:39.123Z',
  uploaded_by: '019345b1-8e5c-7a90-bd11-3e6f2a4c8d75',
  is_archived: false,
}

const exampleUpload: DocumentUploadUrlResponse = {
  method: 'POST',
  upload_url: 'https://calibration.example.com/storage/upload',
  fields: {
    key: 'uploads/…',
    'Content-Type': 'application/pdf',
    max_bytes: '26214400',
    expires: '1795238199',
    signature: '…',
  },
  key: 'uploads/…',
  expires_in: 900,
  max_size_bytes: DOCUMENT_BYTES_MAX,
}

const examplePage = {
  data: [exampleDocument],
  pagination: { limit: 50, offset: 0, total: 1, has_more: false },
}

const writers = ['admin', 'manager', 'technician'] as const

export const documentOperations = defineOperations({
  createDocumentUploadUrl: {
    method: 'POST',
    path: '/instruments/{instrument_id}/documents/upload-url',
    tag: 'Documents',
    summary: 'Create an upload URL for a document',
    description:
      'Send a multipart/form-data POST to `upload_url` with every entry of `fields`, followed by the file in a part named `file`, which must be last. Then register the document with `key`. Uploads that are not registered are removed after 24 hours.',
    scope: 'write',
    roles: writers,
    valueRuleError: 'INVALID_REQUEST',
    params: instrumentParams,
    body: DocumentUploadUrlRequest,
    reply: {
      status: 201,
      showsSecret: true,
      schema: DocumentUploadUrlResponse,
      description: 'Where and how to upload the file.',
      example: exampleUpload,
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'NOT_FOUND',
      'ASSET_RETIRED',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'RATE_LIMITED',
    ],
  },
  registerDocument: {
    method: 'POST',
    path: '/instruments/{instrument_id}/documents',
    tag: 'Documents',
    summary: 'Register an uploaded file as a document',
    description:
      'The content is checked: a file that does not match its declared type is refused and removed. Registering the same key again with the same values returns the existing document.',
    scope: 'write',
    roles: writers,
    valueRuleError: 'INVALID_REQUEST',
    params: instrumentParams,
    body: DocumentRegisterRequest,
    reply: {
      status: 201,
      location: '/instruments/{instrument_id}/documents/{id}/download',
      schema: DocumentRecord,
      description: 'The document.',
      example: exampleDocument,
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'FORBIDDEN',
      'NOT_FOUND',
      'ASSET_RETIRED',
      'OBJECT_NOT_UPLOADED',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
  listInstrumentDocuments: {
    method: 'GET',
    path: '/instruments/{instrument_id}/documents',
    tag: 'Documents',
    summary: 'List documents of an instrument',
    description: 'Newest first. Archived documents are omitted unless `include=archived` is sent.',
    scope: 'read',
    params: instrumentParams,
    query: DocumentListQuery,
    reply: { status: 200, schema: DocumentPage, description: 'A page of documents.', example: examplePage },
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  listCalibrationDocuments: {
    method: 'GET',
    path: '/calibrations/{calibration_id}/documents',
    tag: 'Documents',
    summary: 'List documents of a calibration',
    scope: 'read',
    params: calibrationParams,
    query: DocumentListQuery,
    reply: { status: 200, schema: DocumentPage, description: 'A page of documents.', example: examplePage },
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'],
  },
  downloadDocument: {
    method: 'GET',
    path: '/instruments/{instrument_id}/documents/{document_id}/download',
    tag: 'Documents',
    summary: 'Create a download URL for a document',
    description: 'The URL is valid for a few minutes. Request a new one each time you need the file.',
    scope: 'read',
    params: Closed({
      ...instrumentParams.properties,
      document_id: Uuid({ description: 'ID of the document.' }),
    }),
    reply: {
      status: 200,
      showsSecret: true,
      schema: DocumentDownloadResponse,
      description: 'The URL.',
      example: {
        download_url: 'https://calibration.example.com/storage/download?key=…&signature=…',
        expires_in: 300,
        expires_at: '2026-11-21T05:01:39.123Z',
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
