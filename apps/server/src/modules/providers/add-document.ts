import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { appendEntries, type EntryDraft } from '../ledger/index.ts'
import { providerEntry } from './provider.ts'
import { lockProvider, updateProviderRow } from './store.ts'

/** A file that shows the accreditation of a provider, as its entry records it. */
export interface AddedDocument {
  readonly documentId: string
  readonly recorded: EntryDraft['payload']
}

/**
 * Makes a document the one that shows the accreditation of a provider, in place of the one before, and records both in
 * one entry. The caller writes the row of the document.
 * @returns when it was added
 * @throws 404 NOT_FOUND for an unknown provider
 */
export async function addProviderDocument(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  providerId: string,
  { documentId, recorded }: AddedDocument,
): Promise<string> {
  const before = await lockProvider(tx, providerId)
  if (!before) throw notFound()
  const changes = {
    accreditation_document_id: { before: before.accreditation_document_id, after: documentId },
  }
  const payload = { document: { ...recorded, document_id: documentId }, changes }
  const [{ at }] = await appendEntries(tx, clock, actor, [
    providerEntry('provider.document_added', providerId, payload),
  ])
  await updateProviderRow(tx, providerId, { ...before, accreditation_document_id: documentId }, at)
  return at
}
