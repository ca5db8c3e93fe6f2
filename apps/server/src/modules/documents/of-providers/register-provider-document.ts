import type { ProviderDocumentRegisterRequest } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { makeOnce } from '../../../platform/claims/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { addProviderDocument, findProvider } from '../../providers/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import { requireFileName } from '../issue-upload.ts'
import { documentPayload } from '../ledger-payload.ts'
import { uploadKeySecrets, type DocumentParts } from '../parts.ts'
import { readUploadKey } from '../rules/upload-key.ts'
import { documentClaim, foreignKey, takeFile } from '../take-file.ts'
import {
  documentsOfProvider,
  insertProviderDocument,
  type ProviderDocumentRow,
  type ShownProviderDocument,
} from './store.ts'

/**
 * Makes an uploaded file the document that shows the accreditation of a provider, in place of the one before, which is
 * kept. The file is taken as that of an instrument is; a repeated call with the same key adds nothing.
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
  const provider = await findProvider(queries, providerId, actor.siteIds)
  if (!provider) throw notFound()
  const grant = readUploadKey(uploadKeySecrets(parts.secrets), key)
  if (grant?.workspaceId !== actor.workspaceId || grant.ownerId !== provider.id) throw foreignKey()
  const { documentId } = grant
  await makeOnce<ProviderDocumentRow>(parts.db, actor.workspaceId, documentClaim(documentId), {
    find: async () =>
      (await documentsOfProvider(queries, provider.id)).find((one) => one.documentId === documentId),
    make: async (claim) => {
      const content = await takeFile(parts, key, grant)
      const described = {
        ...content,
        fileName,
        documentType: 'certificate',
        uploadedBy: actor.userId,
      } as const
      const recorded = documentPayload.write({
        ...described,
        instrumentId: null,
        calibrationId: null,
        sha256: content.sha256.toString('hex'),
      })
      return parts.db.transaction(actor.workspaceId, async (tx) => {
        if (!(await claim.finish(tx))) return undefined
        const added = { documentId, recorded }
        const uploadedAt = await addProviderDocument(tx, parts.clock, actor, provider.id, added)
        const row = { ...described, documentId, providerId: provider.id, uploadedAt }
        await insertProviderDocument(tx, row)
        return row
      })
    },
  })
  return documentsOfProvider(queries, provider.id)
}
