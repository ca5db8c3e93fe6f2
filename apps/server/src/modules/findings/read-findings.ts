import {
  type AppFinding,
  type AppFindingListQuery,
  type FindingDetail,
  findingIncludes,
  type FindingListQuery,
  findingStatuses,
  pageOf,
  type TouchedCount,
  type TouchedItem,
} from '@plumbline/contract'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { readTokens } from '../../platform/http/index.ts'
import type { Caller } from '../access/index.ts'
import { findTouchedByEach } from '../traceability/index.ts'
import type { FindingRow, FindingWindow, TouchedRow } from './finding.ts'
import { serializeFinding, serializeTouched } from './serialize.ts'
import {
  calibrationsWithin,
  findFinding,
  type FindingFilter,
  findJudged,
  findNotes,
  nameCalibrations,
  pageOfFindings,
} from './store.ts'
import { touchedBy } from './touched-by.ts'
import { windowOf, windowsOf } from './window-of.ts'

/** Maximum number of calibrations followed to count what the findings of one page affect. */
const COUNTED_MAX = 100_000

type Reader = Pick<Caller, 'workspaceId' | 'siteIds'>

/** Returns a page of findings of instruments within the caller's sites. @throws 422 for an unknown status */
export async function listFindings(db: Database, caller: Reader, query: FindingListQuery) {
  const { rows, total } = await findPage(db.in(caller.workspaceId), caller, query)
  return pageOf(rows.map(serializeFinding), total, query)
}

/**
 * Like `listFindings`, with the judgement counts of each finding if requested, from a single snapshot.
 * @throws 422 for an unknown status, and for any value of `include` other than `touched`
 */
export async function listAppFindings(db: Database, caller: Reader, query: AppFindingListQuery) {
  const included = readTokens('include', query.include, findingIncludes) ?? []
  return db.snapshot(caller.workspaceId, async (queries) => {
    const { rows, total } = await findPage(queries, caller, query)
    const findings = rows.map(serializeFinding)
    if (!included.includes('touched')) return pageOf<AppFinding>(findings, total, query)
    const counts = await countTouched(queries, rows)
    return pageOf<AppFinding>(
      findings.map((finding, index) => ({ ...finding, touched: counts[index] ?? null })),
      total,
      query,
    )
  })
}

function findPage(queries: WorkspaceQueries, caller: Reader, query: FindingListQuery) {
  return pageOfFindings(queries, filterOf(caller, query), query)
}

/** Returns the filter of a query, within the caller's sites. @throws 422 for an unknown status */
export function filterOf(
  { siteIds }: Pick<Reader, 'siteIds'>,
  query: Omit<FindingListQuery, 'limit' | 'offset'>,
): FindingFilter {
  const { status, instrument_id: instrumentId = null, calibration_id: calibrationId = null } = query
  const statuses = readTokens('status', status, findingStatuses) ?? []
  return { statuses, instrumentId, calibrationId, siteIds }
}

/** Returns a finding with all its details, from a single snapshot. @throws 404 NOT_FOUND */
export async function readFinding(db: Database, caller: Reader, findingId: string): Promise<FindingDetail> {
  return db.snapshot(caller.workspaceId, async (queries) =>
    detailOf(queries, caller, await requireFinding(queries, caller, findingId)),
  )
}

/** Like `readFinding`, within a transaction. */
export async function detailOf(
  queries: WorkspaceQueries,
  caller: Reader,
  finding: FindingRow,
): Promise<FindingDetail> {
  const window = await windowOf(queries, finding)
  const touched = await touchedBy(queries, finding, window)
  const reached = await withinReach(queries, caller, touched)
  const byLevel = [...Map.groupBy(reached, ({ level }) => level)].toSorted(([a], [b]) => a - b)
  return {
    ...serializeFinding(finding),
    window,
    notes: await findNotes(queries, finding.findingId),
    touched: {
      total: touched.length,
      unjudged: countUnjudged(touched),
      elsewhere: touched.length - reached.length,
      levels: byLevel.map(([level, rows]) => ({
        level,
        total: rows.length,
        unjudged: countUnjudged(rows),
      })),
    },
  }
}

/** Returns a page of the calibrations that a finding affects, within the caller's sites. @throws 404 NOT_FOUND */
export async function listTouched(
  db: Database,
  caller: Reader,
  findingId: string,
  query: { level?: number; judged?: 'true' | 'false'; limit: number; offset: number },
) {
  return db.snapshot(caller.workspaceId, async (queries) => {
    const finding = await requireFinding(queries, caller, findingId)
    const window: FindingWindow = await windowOf(queries, finding)
    const reached = await withinReach(queries, caller, await touchedBy(queries, finding, window))
    const { level, judged } = query
    const wanted = reached.filter(
      (row) =>
        (level === undefined || row.level === level) &&
        (judged === undefined || (row.judgement !== null) === (judged === 'true')),
    )
    const page = wanted.slice(query.offset, query.offset + query.limit)
    const named = new Map(
      (await nameCalibrations(queries, page)).map((each) => [each.calibrationId, each] as const),
    )
    const rows = page.map((row): TouchedItem => serializeTouched(row, named.get(row.calibrationId)!))
    return pageOf(rows, wanted.length, query)
  })
}

/** Returns the affected calibrations that the caller has access to. */
export async function withinReach(
  queries: WorkspaceQueries,
  { siteIds }: Reader,
  touched: readonly TouchedRow[],
): Promise<readonly TouchedRow[]> {
  if (siteIds === null || touched.length === 0) return touched
  const ids = touched.map(({ calibrationId }) => calibrationId)
  const within = await calibrationsWithin(queries, ids, siteIds)
  return touched.filter(({ calibrationId }) => within.has(calibrationId))
}

/** Returns the number of affected calibrations without a judgement. */
export function countUnjudged(touched: readonly TouchedRow[]): number {
  return touched.filter(({ judgement }) => judgement === null).length
}

/** @throws 404 NOT_FOUND for an instrument outside the caller's sites */
export async function requireFinding(
  queries: WorkspaceQueries,
  caller: Reader,
  findingId: string,
): Promise<FindingRow> {
  const finding = await findFinding(queries, findingId, caller.siteIds)
  if (!finding) throw notFound()
  return finding
}

/**
 * Returns the number of calibrations that each finding affects, at any site, and how many of them have no judgement. A
 * page takes only as many statements as its widest-reaching finding. Null for open findings that together affect more
 * than a list can count.
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

/** Returns what open findings affect, by finding; null if there are too many calibrations. */
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
