import type { TouchedCount } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { findTouchedByEach } from '../traceability/index.ts'
import type { FindingRow } from './finding.ts'
import { findJudged } from './store.ts'
import { windowsOf } from './window-of.ts'

/** Most calibrations that are followed to count what the findings of one page touch. */
const COUNTED_MAX = 100_000

/**
 * How many calibrations each finding touches, at every site, and how many of them have no judgement: with as many statements for
 * a page as for the one that reaches furthest. Null for open ones where they touch more together than a list waits for.
 */
export async function countTouched(
  queries: WorkspaceQueries,
  findings: readonly FindingRow[],
): Promise<(TouchedCount | null)[]> {
  if (findings.length === 0) return []
  const open = findings.filter(({ closedAt }) => closedAt === null)
  const touched = await touchedByEach(queries, open)
  const rows = await findJudged(
    queries,
    findings.map(({ findingId }) => findingId),
  )
  const judged = Map.groupBy(rows, ({ findingId }) => findingId)
  return findings.map(({ findingId, closedAt }) => {
    const done = judged.get(findingId) ?? []
    if (closedAt !== null) return { total: done.length, unjudged: 0 }
    const ids = touched?.get(findingId)
    if (!ids) return null
    const known = new Set(done.map(({ calibrationId }) => calibrationId))
    return { total: ids.length, unjudged: ids.filter((id) => !known.has(id)).length }
  })
}

/** What open findings touch, by finding; null where that is too much. */
async function touchedByEach(
  queries: WorkspaceQueries,
  open: readonly FindingRow[],
): Promise<ReadonlyMap<string, string[]> | null> {
  const windows = await windowsOf(queries, open)
  const reaches = open.map(({ instrumentId }, index) => ({ standardId: instrumentId, ...windows[index]! }))
  try {
    const touched = await findTouchedByEach(queries, reaches, COUNTED_MAX)
    return new Map(
      open.map(({ findingId, calibrationId: own }, index) => [
        findingId,
        touched[index]!.map(({ calibrationId }) => calibrationId).filter((id) => id !== own),
      ]),
    )
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FILTER_TOO_BROAD') return null
    throw error
  }
}
