import type { ProviderDocumentRegisterRequest } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { addProviderDocument, requireProvider } from '../../providers/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import { requireFileName } from '../issue-upload.ts'
import { documentPayload } from '../ledger-payload.ts'
import type { DocumentParts } from '../parts.ts'
import { insertDocument } from '../store.ts'
import { readUpload, recordOnce } from '../take-file.ts'
import { documentsOfProvider, type ProviderDocumentRow, type ShownProviderDocument } from './store.ts'

/**
 * Registers an uploaded file as the certificate of accreditation of a provider, as `recordOnce` describes. It replaces
 * the previous certificate, which is retained; a repeated call with the same key adds nothing.
 * @returns the documents of the provider, newest first
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404; 422 INVALID_REQUEST for a foreign key or refused
 * bytes; 409 OBJECT_NOT_UPLOADED
 */
export async function registerProviderDocument(
  parts: DocumentParts,
  actor: Actor,
  providerId: string,
  { key, file_name: sentName }: ProviderDocumentRegisterRequest,
): Promise<ShownProviderDocument[]> {
  requireAllSites(actor)
  const fileName = requireFileName(sentName)
  const queries = parts.db.in(actor.workspaceId)
  const provider = await requireProvider(queries, providerId, actor.siteIds)
  const upload = readUpload(parts, actor, provider.id, key)
  const { documentId } = upload.grant
  await recordOnce<ProviderDocumentRow>(parts, upload, {
    find: async () =>
      (await documentsOfProvider(queries, provider.id)).find((one) => one.documentId === documentId),
    record: async (tx, content) => {
      const described = {
        ...content,
        instrumentId: null,
        calibrationId: null,
        fileName,
        documentType: 'certificate',
        uploadedBy: actor.userId,
      } as const
      const recorded = documentPayload.write({ ...described, sha256: content.sha256.toString('hex') })
      const added = { documentId, recorded }
      const uploadedAt = await addProviderDocument(tx, parts.clock, actor, provider.id, added)
      const row = { ...described, documentId, providerId: provider.id, uploadedAt }
      await insertDocument(tx, { ...row, isArchived: false })
      return row
    },
  })
  return documentsOfProvider(queries, provider.id)
}
