import type { ProcedureDocumentAddition } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { addDocument, findDraft, type RevisionRow } from '../procedures/index.ts'
import { requireAllSites } from '../workspaces/index.ts'
import { requireFileName } from './issue-upload.ts'
import type { DocumentParts } from './parts.ts'
import { readUpload, recordOnce } from './take-file.ts'

/**
 * Adds an uploaded file to the documents of the draft of its procedure, as `recordOnce` describes. Does nothing if the
 * draft has the document already.
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
  const upload = readUpload(parts, actor, ownerId, key)
  const { documentId } = upload.grant
  return recordOnce(parts, upload, {
    find: async () => {
      const draft = await findDraft(queries, ownerId)
      return draft.documents.some(({ id }) => id === documentId) ? draft : undefined
    },
    record: (tx, { contentType, sizeBytes, sha256 }) =>
      addDocument({ tx, clock: parts.clock }, actor, ownerId, {
        id: documentId,
        file_name: fileName,
        content_type: contentType,
        size_bytes: sizeBytes,
        sha256: sha256.toString('hex'),
      }),
  })
}
