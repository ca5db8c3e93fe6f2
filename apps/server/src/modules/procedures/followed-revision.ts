import type { ProcedureContent } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { contentOf, type RevisionRow } from './revision.ts'
import { findReleasedNaming, findReleasedOf, findRevision } from './store.ts'

/** A revision that records follow, with its content. */
export interface FollowedRevision extends ProcedureContent {
  readonly procedureId: string
  readonly code: string
  readonly revision: number
}

/** Returns the released revisions that have a point or a budget with one of the IDs. */
export async function findNaming(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<FollowedRevision[]> {
  return (await findReleasedNaming(queries, ids)).map(followed)
}

/** Returns the released revision of each instrument's procedure, by the ID of the instrument. */
export async function findFollowed(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
): Promise<ReadonlyMap<string, FollowedRevision>> {
  const rows = await findReleasedOf(queries, instrumentIds)
  return new Map(rows.map((row) => [row.instrumentId, followed(row)]))
}

/** Returns the revision that the record followed, whatever its state is now. */
export async function findFollowedRevision(
  queries: WorkspaceQueries,
  procedureId: string,
  revision: number,
): Promise<FollowedRevision | undefined> {
  const row = await findRevision(queries, procedureId, revision)
  return row && followed(row)
}

function followed(row: RevisionRow): FollowedRevision {
  const { procedureId, code, revision } = row
  return { procedureId, code, revision, ...contentOf(row) }
}
