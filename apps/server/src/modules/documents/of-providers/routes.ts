import type { ProviderCertificate, providerDocumentOperations } from '@plumbline/contract'
import { notFound } from '../../../platform/errors.ts'
import type { Handlers } from '../../../platform/http/index.ts'
import type { Caller } from '../../access/index.ts'
import { requireProvider } from '../../providers/index.ts'
import { addressOf } from '../download-address.ts'
import { issueUploadOfProvider } from '../issue-upload.ts'
import type { DocumentParts } from '../parts.ts'
import { registerProviderDocument } from './register-provider-document.ts'
import { documentsOfProvider, type ShownProviderDocument } from './store.ts'

/** Handlers of the accreditation documents of providers. */
export function providerDocumentRoutes(
  parts: DocumentParts,
): Handlers<typeof providerDocumentOperations, Caller> {
  const documentsFor = async (caller: Caller, providerId: string) => {
    const queries = parts.db.in(caller.workspaceId)
    const provider = await requireProvider(queries, providerId, caller.siteIds)
    return documentsOfProvider(queries, provider.id)
  }
  return {
    createProviderDocumentUploadUrl: async ({ caller, params, body }) => ({
      body: await issueUploadOfProvider(parts, caller, params.provider_id, body),
    }),
    registerProviderDocument: async ({ caller, params, body }) => {
      const documents = await registerProviderDocument(parts, caller, params.provider_id, body)
      return { body: { data: documents.map(serializeCertificate) } }
    },
    listProviderDocuments: async ({ caller, params }) => {
      const documents = await documentsFor(caller, params.provider_id)
      return { body: { data: documents.map(serializeCertificate) } }
    },
    downloadProviderDocument: async ({ caller, params }) => {
      const documents = await documentsFor(caller, params.provider_id)
      const document = documents.find(({ documentId }) => documentId === params.document_id.toLowerCase())
      if (!document) throw notFound()
      return { body: await addressOf(parts, caller, document) }
    },
  }
}

function serializeCertificate(row: ShownProviderDocument): ProviderCertificate {
  return {
    id: row.documentId,
    file_name: row.fileName,
    content_type: row.contentType,
    size_bytes: row.sizeBytes,
    sha256: row.sha256.toString('hex'),
    uploaded_at: row.uploadedAt,
    uploaded_by: row.uploadedBy,
    uploaded_by_name: row.uploadedByName,
  }
}
