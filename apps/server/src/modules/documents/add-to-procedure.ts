import type { ProcedureDocumentAddition } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { makeOnce } from '../../platform/claims/index.ts'
import { addDocument, findDraft, type RevisionRow } from '../procedures/index.ts'
import { requireAllSites } from '../workspaces/index.ts'
import { requireFileName } from './issue-upload.ts'
import { uploadKeySecrets, type DocumentParts } from './parts.ts'
import { readUploadKey } from './rules/upload-key.ts'
import { documentClaim, foreignKey, takeFile } from './take-file.ts'

/**
 * Makes an uploaded file a document of the draft of its procedure, in the way of those of instruments: moved, looked at
 * and hashed before it is recorded. A draft that has the document already stays as it is.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404; 409 CONFLICT without a draft, OBJECT_NOT_UPLOADED;
 * 422 INVALID_REQUEST for a foreign key, refused bytes, or one document too many
 */
export async function addToProcedure(
  parts: DocumentParts,
  actor: Actor,
  procedureId: string,
  { key, file_name: sent }: ProcedureDocumentAddition,
): Promise<RevisionRow> {
  requireAllSites(actor)
  const fileName = requireFileName(sent)
  const queries = parts.db.in(actor.workspaceId)
  const { procedureId: ownerId } = await findDraft(queries, procedureId)
  const grant = readUploadKey(uploadKeySecrets(parts.secrets), key)
  if (grant?.workspaceId !== actor.workspaceId || grant.ownerId !== ownerId) throw foreignKey()
  return makeOnce(parts.db, actor.workspaceId, documentClaim(grant.documentId), {
    find: async () => {
      const draft = await findDraft(queries, ownerId)
      return draft.documents.some(({ id }) => id === grant.documentId) ? draft : undefined
    },
    make: async (claim) => {
      const { contentType, sizeBytes, sha256 } = await takeFile(parts, key, grant)
      const document = {
        id: grant.documentId,
        file_name: fileName,
        content_type: contentType,
        size_bytes: sizeBytes,
        sha256: sha256.toString('hex'),
      }
      return parts.db.transaction(actor.workspaceId, async (tx) => {
        if (!(await claim.finish(tx))) return undefined
        return addDocument({ tx, clock: parts.clock }, actor, ownerId, document)
      })
    },
  })
}
