import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import type { FindingRow } from './finding.ts'
import { findFinding } from './store.ts'
import { touchedBy } from './touched-by.ts'
import { windowOf } from './window-of.ts'

/** An open finding, and the calibrations that it affects now. */
export interface OpenFinding {
  readonly finding: FindingRow
  /** Also empty if there are more than can be followed in one request. */
  readonly touchedIds: readonly string[]
}

/** Returns a finding for background work, at any site; undefined if it is closed or does not exist. */
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
