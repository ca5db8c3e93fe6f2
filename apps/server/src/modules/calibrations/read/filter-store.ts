import type { ApprovalStatus, CalibrationResult } from '@plumbline/contract'
import { empty, join, sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { amongSites } from '../../workspaces/index.ts'
import { withinSites } from '../read-store.ts'

/** Which records a list holds; members that are undefined or null narrow nothing. */
export interface RecordFilter {
  /** Sites that the caller reaches, narrowed to the one asked for. */
  siteIds: readonly string[] | null
  instrumentId: string | undefined
  /** Appended at or after this instant. */
  appendedSince: string | undefined
  /** Performed at or after, and at or before, these instants. */
  performedAfter: string | undefined
  performedBefore: string | undefined
  /** Performed at or after, and before, these instants. */
  performedFrom?: string | undefined
  performedUntil?: string | undefined
  /** Measured with this instrument as the reference standard. */
  referenceStandardId?: string | undefined
  results: readonly CalibrationResult[] | undefined
  approvals: readonly ApprovalStatus[] | undefined
  /** Whether void markers are listed too. */
  withMarkers: boolean
}

/** Whether the list is the ledger of the workspace from some instant on: then its places have no gaps. */
export function isWhole(filter: RecordFilter): boolean {
  const { siteIds, results } = filter
  return siteIds === null && results === undefined && isPlain({ ...filter, appendedSince: undefined })
}

/** Whether counts are kept for what the list holds: for sites and results they are. */
export function isPlain(filter: RecordFilter): boolean {
  const { siteIds: _sites, results: _results, withMarkers: _markers, ...narrowing } = filter
  return Object.values(narrowing).every((value) => value === undefined)
}

/** Whether void markers stay out: they have neither result nor approval. */
function leavesMarkersOut({ withMarkers, results, approvals }: RecordFilter): boolean {
  return !withMarkers || results !== undefined || approvals !== undefined
}

/** Narrows the kept counts to those that make up the total of a plain list. */
export function countConditions(filter: RecordFilter): Sql {
  return sql`
    ${amongSites(filter.siteIds)}
      ${filter.results === undefined ? empty : sql`and result = any(${filter.results}::text[])`}
      ${leavesMarkersOut(filter) ? sql`and result <> 'void'` : empty}`
}

/** Narrows records `c` of the workspace to those that the list holds. */
export function recordConditions(queries: WorkspaceQueries, filter: RecordFilter): Sql {
  const { instrumentId, referenceStandardId, results, approvals } = filter
  const { performedAfter, performedBefore, performedFrom, performedUntil } = filter
  return sql`
    ${withinSites(filter.siteIds)} ${sinceCondition(queries, filter)}
      ${instrumentId === undefined ? empty : sql`and c.instrument_id = ${instrumentId}`}
      ${referenceStandardId === undefined ? empty : sql`and c.reference_standard_asset_id = ${referenceStandardId}`}
      ${performedFrom === undefined ? empty : sql`and c.performed_at >= ${performedFrom}`}
      ${performedUntil === undefined ? empty : sql`and c.performed_at < ${performedUntil}`}
      ${performedAfter === undefined ? empty : sql`and c.performed_at >= ${performedAfter}`}
      ${performedBefore === undefined ? empty : sql`and c.performed_at <= ${performedBefore}`}
      ${results === undefined ? empty : sql`and c.result = any(${results}::text[])`}
      ${approvals === undefined ? empty : decidedAs(queries, approvals)}
      ${leavesMarkersOut(filter) ? sql`and c.record_type = 'calibration'` : empty}`
}

/** Instants never fall along the ledger, so that those from one on are the places from one on. */
function sinceCondition(queries: WorkspaceQueries, filter: RecordFilter): Sql {
  if (filter.appendedSince === undefined) return empty
  return sql`
    and c.ledger_index >= (
      select e.index
      from ledger_entries e
      where e.workspace_id = ${queries.workspaceId} and e.at >= ${filter.appendedSince}
      order by e.at, e.index
      limit 1)`
}

/** Undecided and rejected records are few; approved ones are all the others. */
function decidedAs(queries: WorkspaceQueries, approvals: readonly ApprovalStatus[]): Sql {
  const few = [
    {
      status: 'pending' as const,
      ids: sql`select f.calibration_id from undecided_calibrations f where f.workspace_id = ${queries.workspaceId}`,
    },
    {
      status: 'rejected' as const,
      ids: sql`
        select f.calibration_id
        from calibration_decisions f
        where f.workspace_id = ${queries.workspaceId} and f.decision = 'rejected'`,
    },
  ]
  const wanted = few.filter(({ status }) => approvals.includes(status)).map(({ ids }) => ids)
  const unwanted = few.filter(({ status }) => !approvals.includes(status)).map(({ ids }) => ids)
  if (!approvals.includes('approved')) return sql`and c.calibration_id in (${join(wanted, ' union all ')})`
  return unwanted.length === 0 ? empty : join(unwanted.map(without), ' ')
}

function without(ids: Sql): Sql {
  return sql`and not exists (${ids} and f.calibration_id = c.calibration_id)`
}
