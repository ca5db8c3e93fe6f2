import type {
  FollowedProcedure,
  ProcedureCreate,
  ProcedureDetail,
  ProcedureRevision,
  RevisionSummary,
} from '@plumbline/contract'
import { contentOf, type RevisionHead, type RevisionRow, type Revisions } from './revision.ts'

/** A revision as the API shows it. */
export function serializeRevision(row: RevisionRow): ProcedureRevision {
  return { procedure_id: row.procedureId, code: row.code, ...stateOf(row), ...contentOf(row) }
}

/** A procedure as the API shows it. */
export function serializeProcedure({ heads, newest, draft, released }: Revisions): ProcedureDetail {
  return {
    id: newest.procedureId,
    code: newest.code,
    status: released ? 'released' : draft ? 'draft' : 'withdrawn',
    released: released ? serializeRevision(released) : null,
    revisions: heads.map((head): RevisionSummary => ({ title: head.title, ...stateOf(head) })),
  }
}

/** What a calibration follows of a released revision. */
export function serializeFollowed(row: RevisionRow): FollowedProcedure {
  const { points: _points, ...followed } = contentOf(row)
  return { id: row.procedureId, code: row.code, revision: row.revision, ...followed }
}

/** A revision as a file: what a new procedure is made from. Documents stay behind: other workspaces do not have them. */
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
