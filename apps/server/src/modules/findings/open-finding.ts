import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import type { FindingRow } from './finding.ts'
import { findFinding } from './store.ts'
import { touchedBy } from './touched-by.ts'
import { windowOf } from './window-of.ts'

/** An open finding, and the calibrations that it touches now. */
export interface OpenFinding {
  readonly finding: FindingRow
  /** Empty also where they are more than can be followed at once. */
  readonly touchedIds: readonly string[]
}

/** A finding as background work reads it, at every site; undefined where it is closed or none. */
export async function openFinding(
  queries: WorkspaceQueries,
  findingId: string,
): Promise<OpenFinding | undefined> {
  const finding = await findFinding(queries, findingId, null)
  if (!finding || finding.closedAt !== null) return undefined
  try {
    const touched = await touchedBy(queries, finding, await windowOf(queries, finding))
    return { finding, touchedIds: touched.map(({ calibrationId }) => calibrationId) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FILTER_TOO_BROAD') return { finding, touchedIds: [] }
    throw error
  }
}
