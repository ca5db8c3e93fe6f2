import type { ProcedureContent } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { contentOf, type RevisionRow } from './revision.ts'
import { findReleasedNaming, findReleasedOf, findRevision } from './store.ts'

/** A revision that records follow, with what it says. */
export interface FollowedRevision extends ProcedureContent {
  readonly procedureId: string
  readonly code: string
  readonly revision: number
}

/** The released revisions that have a point or a budget of one of the ids. */
export async function findNaming(
  queries: WorkspaceQueries,
  ids: readonly string[],
): Promise<FollowedRevision[]> {
  return (await findReleasedNaming(queries, ids)).map(followed)
}

/** The released revision of the procedure of each instrument, by the id of the instrument. */
export async function findFollowed(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
): Promise<ReadonlyMap<string, FollowedRevision>> {
  const rows = await findReleasedOf(queries, instrumentIds)
  return new Map(rows.map((row) => [row.instrumentId, followed(row)]))
}

/** The revision that a record followed, whatever became of it since. */
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
