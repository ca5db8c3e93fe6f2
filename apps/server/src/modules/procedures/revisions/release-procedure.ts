import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { appendEntries } from '../../ledger/index.ts'
import { requireAllSites } from '../../workspaces/index.ts'
import { contentHash, revisionEntry } from '../ledger-payload.ts'
import type { RevisionRow } from '../revision.ts'
import { touchProcedure, updateState } from '../store.ts'
import { conflict, lockRevisions, requireDraft, type ProcedureParts } from './lock-revisions.ts'

/** A signature whose password was correct. The caller must have checked it. */
export interface Release {
  /** The declared meaning of the signature. */
  readonly meaning: string
  /** Throws if the draft is not the version that the signer saw. */
  readonly requireVersion: (present: RevisionRow) => void
}

/**
 * Releases the draft: calibrations follow it from now on, and the previously released revision is withdrawn. The
 * signature is bound to the hash of the revision's content.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND; 409 CONFLICT without a draft
 */
export async function releaseProcedure(
  { db, clock }: ProcedureParts,
  actor: Actor,
  procedureId: string,
  { meaning, requireVersion }: Release,
): Promise<RevisionRow> {
  requireAllSites(actor)
  return db.transaction(actor.workspaceId, async (tx) => {
    const revisions = await lockRevisions(tx, procedureId)
    const draft = requireDraft(revisions)
    requireVersion(draft)
    const { released: replaced } = revisions
    const signed = { releasedBy: actor.name, releasedByPersonId: actor.userId, signatureMeaning: meaning }
    const entry = revisionEntry('procedure.released', draft, {
      released_by: signed.releasedBy,
      released_by_person_id: signed.releasedByPersonId,
      signature: { meaning, content_sha256: contentHash(draft) },
      withdrawn_revision_id: replaced?.revisionId ?? null,
    })
    const [appended] = await appendEntries(tx, clock, actor, [entry])
    // The replaced revision first, so that never two of them are released.
    if (replaced) await updateState(tx, { ...replaced, state: 'withdrawn', withdrawnAt: appended.at })
    const released: RevisionRow = { ...draft, ...signed, state: 'released', releasedAt: appended.at }
    await updateState(tx, released)
    await touchProcedure(tx, procedureId, appended.at)
    return released
  })
}

/**
 * Withdraws the released revision; calibrations follow none until another one is released.
 * @throws 403 FORBIDDEN for an actor who is limited to sites; 404 NOT_FOUND; 409 CONFLICT if none is released
 */
export async function withdrawProcedure(
  { db, clock }: ProcedureParts,
  actor: Actor,
  procedureId: string,
  reason: string,
): Promise<RevisionRow> {
  requireAllSites(actor)
  return db.transaction(actor.workspaceId, async (tx) => {
    const { released } = await lockRevisions(tx, procedureId)
    if (!released) throw conflict(because('procedure.none_released'))
    const entry = revisionEntry('procedure.withdrawn', released, { reason })
    const [appended] = await appendEntries(tx, clock, actor, [entry])
    const withdrawn: RevisionRow = {
      ...released,
      state: 'withdrawn',
      withdrawnAt: appended.at,
      withdrawalReason: reason,
    }
    await updateState(tx, withdrawn)
    await touchProcedure(tx, procedureId, appended.at)
    return withdrawn
  })
}
