import type { DocumentRecord } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import { appendEntries } from '../ledger/index.ts'
import type { DocumentParts } from './parts.ts'
import { serializeDocument } from './serialize.ts'
import { lockDocument, markArchived } from './store.ts'

/**
 * Removes a document from the lists; the file is retained. A repeated call changes nothing.
 * @throws 404 NOT_FOUND
 */
export async function archiveDocument(
  { db, clock }: Pick<DocumentParts, 'db' | 'clock'>,
  actor: Actor,
  documentId: string,
): Promise<DocumentRecord> {
  return db.transaction(actor.workspaceId, async (tx) => {
    const document = await lockDocument(tx, documentId, actor.siteIds)
    if (!document) throw notFound()
    if (!document.isArchived) {
      await appendEntries(tx, clock, actor, [
        { kind: 'document.archived', subject: { type: 'document', id: documentId }, payload: {} },
      ])
      await markArchived(tx, documentId)
    }
    return serializeDocument({ ...document, isArchived: true })
  })
}
