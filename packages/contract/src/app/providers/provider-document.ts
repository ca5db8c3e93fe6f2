import { Type } from 'typebox'
import {
  DocumentDownloadResponse,
  DocumentRegisterRequest,
  DocumentUploadUrlRequest,
  DocumentUploadUrlResponse,
} from '../../public/document.ts'
import { documentOperations } from '../../public/document-operations.ts'
import { providerParams } from '../../public/providers/provider-operations.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, Nullable, Timestamp, Uuid } from '../../shared/values.ts'

/** An uploaded certificate of a provider's accreditation. */
export const ProviderCertificate = Closed(
  {
    id: Uuid({ description: 'ID of the document.' }),
    file_name: Type.String({ description: 'Name of the file, without directories.' }),
    content_type: Type.String({ description: 'Detected content type.' }),
    size_bytes: Type.Integer({ description: 'Size of the file in bytes.' }),
    sha256: Type.String({ description: 'Hash of the file content, in hexadecimal.' }),
    uploaded_at: Timestamp({ description: 'When the document was registered.' }),
    uploaded_by: Nullable(Uuid({ description: 'The person who registered the document.' })),
    uploaded_by_name: Nullable(Type.String({ description: 'Current name of the person.' })),
  },
  { $id: 'ProviderCertificate' },
)
export type ProviderCertificate = Type.Static<typeof ProviderCertificate>

const ProviderCertificates = Closed(
  {
    data: Type.Array(ProviderCertificate, {
      description:
        'Newest first. `accreditation_document_id` of the provider names the one that shows its current accreditation.',
    }),
  },
  { $id: 'ProviderCertificates' },
)

const { key, file_name } = DocumentRegisterRequest.properties

/** Body of the registration of a certificate of accreditation. */
export const ProviderDocumentRegisterRequest = Closed(
  { key, file_name },
  { $id: 'ProviderDocumentRegisterRequest', description: 'The uploaded file.' },
)
export type ProviderDocumentRegisterRequest = Type.Static<typeof ProviderDocumentRegisterRequest>

const tag = 'Providers'
const writers = ['admin', 'manager'] as const
const exampleCertificates = {
  data: [
    {
      id: '019345ba-2c88-7d10-8a44-93c1e5f0b762',
      file_name: 'swedac-1765.pdf',
      content_type: 'application/pdf',
      size_bytes: 184_320,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      uploaded_at: '2026-03-02T08:15:00.000Z',
      uploaded_by: '019345b1-8e5c-7a90-bd11-3e6f2a4c8d75',
      uploaded_by_name: 'Quinn Manager',
    },
  ],
}

/** Operations on certificates of providers' accreditation. */
export const providerDocumentOperations = defineOperations({
  createProviderDocumentUploadUrl: {
    method: 'POST',
    path: '/providers/{provider_id}/documents/upload-url',
    tag,
    summary: 'Create an upload URL for a certificate of accreditation',
    description: 'Upload the file as a document of an instrument is uploaded, then register it with `key`.',
    scope: 'write',
    roles: writers,
    valueRuleError: 'INVALID_REQUEST',
    params: providerParams,
    body: DocumentUploadUrlRequest,
    reply: {
      status: 201,
      showsSecret: true,
      schema: DocumentUploadUrlResponse,
      description: 'Where and how to upload the file.',
      example: documentOperations.createDocumentUploadUrl.reply.example,
    },
    errors: [
      'INVALID_REQUEST',
      'FORBIDDEN',
      'NOT_FOUND',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'RATE_LIMITED',
    ],
  },
  registerProviderDocument: {
    method: 'POST',
    path: '/providers/{provider_id}/documents',
    tag,
    summary: 'Register an uploaded file as the certificate of accreditation',
    description:
      'The document becomes the one that shows the accreditation of the provider; earlier ones are kept. The content is checked as for documents of instruments.',
    scope: 'write',
    roles: writers,
    valueRuleError: 'INVALID_REQUEST',
    params: providerParams,
    body: ProviderDocumentRegisterRequest,
    reply: {
      status: 201,
      schema: ProviderCertificates,
      description: 'The documents of the provider.',
      example: exampleCertificates,
    },
    errors: [
      'INVALID_REQUEST',
      'FORBIDDEN',
      'NOT_FOUND',
      'OBJECT_NOT_UPLOADED',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
  listProviderDocuments: {
    method: 'GET',
    path: '/providers/{provider_id}/documents',
    tag,
    summary: 'List the certificates of accreditation of a provider',
    scope: 'read',
    params: providerParams,
    reply: {
      status: 200,
      schema: ProviderCertificates,
      description: 'The documents of the provider.',
      example: exampleCertificates,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  downloadProviderDocument: {
    method: 'GET',
    path: '/providers/{provider_id}/documents/{document_id}/download',
    tag,
    summary: 'Create a download URL for a certificate of accreditation',
    description: 'The URL is valid for a few minutes. Request a new one each time you need the file.',
    scope: 'read',
    params: Closed({
      ...providerParams.properties,
      document_id: Uuid({ description: 'ID of the document.' }),
    }),
    reply: {
      status: 200,
      showsSecret: true,
      schema: DocumentDownloadResponse,
      description: 'The URL.',
      example: documentOperations.downloadDocument.reply.example,
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
