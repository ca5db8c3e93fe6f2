import {
  because,
  PROCEDURE_DOCUMENTS_MAX,
  type ProcedureContent,
  type ProcedureDocument,
  type ProcedureDraftUpdate,
} from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries } from '../../ledger/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import { contentChanges, draftEntry, revisionEntry } from '../ledger-payload.ts'
import { contentOf, recordContent, type RevisionRow } from '../revision.ts'
import { contentAfter } from '../rules/content-after.ts'
import { deleteProcedure, deleteRevision, insertDraft, touchProcedure, updateContent } from '../store.ts'
import { newDraft, requireSound } from './create-procedure.ts'
import { conflict, lockRevisions, requireDraft, type ProcedureParts } from './lock-revisions.ts'
import { withDocuments } from './named-documents.ts'

/**
 * Creates the next revision with the content of the released one, or of the newest if none is released.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND; 409 CONFLICT if there is already a draft
 */
export async function beginDraft(
  { db, clock }: ProcedureParts,
  actor: Actor,
  procedureId: string,
): Promise<RevisionRow> {
  requireAllSites(actor)
  return db.transaction(actor.workspaceId, async (tx) => {
    const { newest, draft: present, released } = await lockRevisions(tx, procedureId)
    if (present) throw conflict(because('procedure.has_draft', { revision: present.revision }))
    const draft = newDraft(newest, newest.revision + 1, contentOf(released ?? newest))
    const [appended] = await appendEntries(tx, clock, actor, [draftEntry('procedure.drafted', draft)])
    await insertDraft(tx, draft)
    await touchProcedure(tx, procedureId, appended.at)
    return draft
  })
}

/** A change of a draft: the members sent, or a function that derives them from the present content. */
export interface DraftChange {
  readonly stated: ProcedureDraftUpdate | ((present: ProcedureContent) => ProcedureDraftUpdate)
  /** Throws if the draft has changed since the change was written. */
  readonly requireVersion: (present: RevisionRow) => void
}

/**
 * Changes the content of a draft; a change without effect is not logged.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND; 409 CONFLICT without a draft; 422
 * VALIDATION_ERROR with the path of each member that calibrations could not follow
 */
export async function changeDraft(
  { db, clock }: ProcedureParts,
  actor: Actor,
  procedureId: string,
  { stated, requireVersion }: DraftChange,
): Promise<RevisionRow> {
  requireAllSites(actor)
  return db.transaction(actor.workspaceId, async (tx) => {
    const draft = requireDraft(await lockRevisions(tx, procedureId))
    requireVersion(draft)
    const before = contentOf(draft)
    const sent = typeof stated === 'function' ? stated(before) : stated
    const content = contentAfter(before, await withDocuments(tx, sent, draft.documents), newId)
    requireSound(content)
    return writeContent({ tx, clock }, actor, draft, content)
  })
}

/**
 * Adds a document to the draft, in the transaction that registers its file.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND; 409 CONFLICT without a draft; 422
 * INVALID_REQUEST if the draft has the maximum number of documents
 */
export async function addDocument(
  { tx, clock }: DraftWriting,
  actor: Actor,
  procedureId: string,
  document: ProcedureDocument,
): Promise<RevisionRow> {
  requireAllSites(actor)
  const draft = requireDraft(await lockRevisions(tx, procedureId))
  if (draft.documents.length >= PROCEDURE_DOCUMENTS_MAX) {
    throw unusableValue('key', because('procedure.documents_max', { max: PROCEDURE_DOCUMENTS_MAX }))
  }
  const content = contentOf(draft)
  const documents = [...content.documents, document]
  return writeContent({ tx, clock }, actor, draft, { ...content, documents })
}

/** Dependencies of changes of a draft. */
interface DraftWriting {
  readonly tx: Transaction
  readonly clock: Clock
}

async function writeContent(
  { tx, clock }: DraftWriting,
  actor: Actor,
  draft: RevisionRow,
  content: ProcedureContent,
): Promise<RevisionRow> {
  const recorded = recordContent(content)
  const changes = contentChanges(draft, recorded)
  if (Object.keys(changes).length === 0) return draft
  const entry = revisionEntry('procedure.draft_updated', draft, { changes })
  const [appended] = await appendEntries(tx, clock, actor, [entry])
  await updateContent(tx, draft.revisionId, recorded)
  await touchProcedure(tx, draft.procedureId, appended.at)
  return { ...draft, ...recorded }
}

/**
 * Discards a draft, and its procedure if that has no other revision.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND; 409 CONFLICT without a draft
 */
export async function discardDraft(
  { db, clock }: ProcedureParts,
  actor: Actor,
  procedureId: string,
): Promise<void> {
  requireAllSites(actor)
  await db.transaction(actor.workspaceId, async (tx) => {
    const revisions = await lockRevisions(tx, procedureId)
    const draft = requireDraft(revisions)
    const isOnly = revisions.heads.length === 1
    const entry = revisionEntry('procedure.draft_discarded', draft, { is_only_revision: isOnly })
    const [appended] = await appendEntries(tx, clock, actor, [entry])
    await deleteRevision(tx, draft.revisionId)
    await (isOnly ? deleteProcedure(tx, procedureId) : touchProcedure(tx, procedureId, appended.at))
  })
}
