import { because, type ProcedureContent, type ProcedureCreate } from '@plumbline/contract'
import { checkProcedure } from '@plumbline/contract/procedure'
import type { Actor } from '../../../platform/actor.ts'
import { violatedUnique } from '../../../platform/db/index.ts'
import { ApiError, issuesRefusal } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries } from '../../ledger/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import { draftEntry } from '../ledger-payload.ts'
import { recordContent, type ProcedureRow, type RevisionRow } from '../revision.ts'
import { contentAfter, EMPTY_CONTENT } from '../rules/content-after.ts'
import { insertDraft, insertProcedure } from '../store.ts'
import type { ProcedureParts } from './lock-revisions.ts'
import { withDocuments } from './named-documents.ts'

/**
 * Adds a procedure with its first draft.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 409 CONFLICT for a taken code; 422 VALIDATION_ERROR with
 * the path of each member that calibrations could not follow
 */
export async function createProcedure(
  { db, clock }: ProcedureParts,
  actor: Actor,
  { code, title, ...stated }: ProcedureCreate,
): Promise<RevisionRow> {
  requireAllSites(actor)
  const named = await withDocuments(db.in(actor.workspaceId), stated, [])
  const content = contentAfter({ ...EMPTY_CONTENT, title }, named, newId)
  requireSound(content)
  const draft = newDraft({ procedureId: newId(), code }, 1, content)
  try {
    await db.transaction(actor.workspaceId, async (tx) => {
      const [appended] = await appendEntries(tx, clock, actor, [draftEntry('procedure.created', draft)])
      await insertProcedure(tx, draft, appended.at)
      await insertDraft(tx, draft)
    })
  } catch (error) {
    if (violatedUnique(error) !== 'procedure_code_key') throw error
    throw new ApiError('CONFLICT', {
      reason: because('procedure.code_taken'),
      details: { field: 'code' },
      cause: error,
    })
  }
  return draft
}

/** Returns a draft with content, before it is stored. */
export function newDraft(procedure: ProcedureRow, revision: number, content: ProcedureContent): RevisionRow {
  return {
    ...recordContent(content),
    procedureId: procedure.procedureId,
    code: procedure.code,
    revisionId: newId(),
    revision,
    state: 'draft',
    releasedAt: null,
    releasedBy: null,
    releasedByPersonId: null,
    signatureMeaning: null,
    withdrawnAt: null,
    withdrawalReason: null,
  }
}

/** @throws 422 VALIDATION_ERROR with the path of each member that calibrations could not follow */
export function requireSound(content: ProcedureContent): void {
  const issues = checkProcedure(content)
  if (issues.length > 0) throw issuesRefusal(issues)
}
