import type {
  FollowedProcedure,
  ProcedureCreate,
  ProcedureDetail,
  ProcedureRevision,
  RevisionSummary,
} from '@plumbline/contract'
import { contentOf, type RevisionHead, type RevisionRow, type Revisions } from './revision.ts'

/** Returns a revision in API form. */
export function serializeRevision(row: RevisionRow): ProcedureRevision {
  return { procedure_id: row.procedureId, code: row.code, ...stateOf(row), ...contentOf(row) }
}

/** Returns a procedure in API form. */
export function serializeProcedure({ heads, newest, draft, released }: Revisions): ProcedureDetail {
  return {
    id: newest.procedureId,
    code: newest.code,
    status: released ? 'released' : draft ? 'draft' : 'withdrawn',
    released: released ? serializeRevision(released) : null,
    revisions: heads.map((head): RevisionSummary => ({ title: head.title, ...stateOf(head) })),
  }
}

/** Returns the parts of a released revision that a calibration follows. */
export function serializeFollowed(row: RevisionRow): FollowedProcedure {
  const { points: _points, ...followed } = contentOf(row)
  return { id: row.procedureId, code: row.code, revision: row.revision, ...followed }
}

/**
 * Returns a revision as a file from which a new procedure can be created. Documents are omitted because other
 * workspaces do not have them.
 */
export function serializeFile(row: RevisionRow): ProcedureCreate {
  const { documents: _documents, ...content } = contentOf(row)
  return { code: row.code, ...content }
}

function stateOf(row: RevisionHead): Omit<RevisionSummary, 'title'> {
  return {
    revision: row.revision,
    state: row.state,
    released_at: row.releasedAt,
    released_by: row.releasedBy,
    signature_meaning: row.signatureMeaning,
    withdrawn_at: row.withdrawnAt,
    withdrawal_reason: row.withdrawalReason,
  }
}
