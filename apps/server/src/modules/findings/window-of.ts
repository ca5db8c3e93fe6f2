import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { FindingRow, FindingWindow } from './finding.ts'
import { leftInTolerance } from './rules/out-of-record.ts'
import { findEarlier } from './store.ts'

/** Number of records read at a time; the first one is nearly always in tolerance. */
const EARLIER_AT_ONCE = 20

/**
 * Returns the window of a finding: from the last earlier record in effect that left the instrument in tolerance, to its
 * own record. For an open finding it depends on the current records; for a closed one it is the signed window.
 */
export async function windowOf(queries: WorkspaceQueries, finding: FindingRow): Promise<FindingWindow> {
  const [window] = await windowsOf(queries, [finding])
  return window!
}

/** Returns the windows of several findings, in order, usually with one statement. */
export async function windowsOf(
  queries: WorkspaceQueries,
  findings: readonly FindingRow[],
): Promise<FindingWindow[]> {
  const from = new Map<string, string>()
  let open = findings.filter(({ windowTo }) => windowTo === null).map(({ calibrationId }) => calibrationId)
  for (let offset = 0; open.length > 0; offset += EARLIER_AT_ONCE) {
    const rows = await findEarlier(queries, open, { limit: EARLIER_AT_ONCE, offset })
    const earlier = Map.groupBy(rows, ({ beforeId }) => beforeId)
    for (const [id, records] of earlier) {
      const last = records.find((record) => leftInTolerance(record, record.pointsOut))
      if (last) from.set(id, last.performedAt)
    }
    open = open.filter((id) => !from.has(id) && earlier.get(id)?.length === EARLIER_AT_ONCE)
  }
  return findings.map(({ calibrationId, performedAt, windowFrom, windowTo }) =>
    windowTo === null
      ? { from: from.get(calibrationId) ?? null, to: performedAt }
      : { from: windowFrom, to: windowTo },
  )
}
