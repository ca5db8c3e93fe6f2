import { because, type RefusalReason } from '@plumbline/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction, WorkspaceQueries } from '../../../platform/db/index.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import type { RevisionRow, Revisions } from '../revision.ts'
import { findRevisions, lockProcedure } from '../store.ts'

/** Dependencies of procedure operations. */
export interface ProcedureParts {
  readonly db: Database
  readonly clock: Clock
}

/** Locks a procedure and reads its revisions. @throws 404 NOT_FOUND */
export async function lockRevisions(tx: Transaction, procedureId: string): Promise<Revisions> {
  // Read under the lock, because its previous holder may have changed them.
  const revisions = (await lockProcedure(tx, procedureId)) && (await findRevisions(tx, procedureId))
  if (!revisions) throw notFound()
  return revisions
}

/** Returns the current draft of a procedure. @throws 404 NOT_FOUND; 409 CONFLICT if there is none */
export async function findDraft(queries: WorkspaceQueries, procedureId: string): Promise<RevisionRow> {
  const revisions = await findRevisions(queries, procedureId)
  if (!revisions) throw notFound()
  return requireDraft(revisions)
}

/** Returns the draft among revisions. @throws 409 CONFLICT if there is none */
export function requireDraft({ draft }: Revisions): RevisionRow {
  if (!draft) throw conflict(because('procedure.no_draft'))
  return draft
}

/** Returns 409 CONFLICT for a procedure whose revisions do not allow the request. */
export function conflict(reason: RefusalReason): ApiError {
  return new ApiError('CONFLICT', { reason })
}
