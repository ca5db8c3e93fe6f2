import type { ApprovalStatus, CalibrationResult } from '@plumbline/contract'
import { empty, join, sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { amongSites } from '../../workspaces/index.ts'
import { withinSites } from '../read-store.ts'

/** Which records a list contains; undefined or null members do not restrict it. */
export interface RecordFilter {
  /** Sites within the caller's reach, restricted to the requested site if there is one. */
  siteIds: readonly string[] | null
  instrumentId: string | undefined
  /** Appended at or after this instant. */
  appendedSince: string | undefined
  /** Performed between these instants, both inclusive. */
  performedAfter: string | undefined
  performedBefore: string | undefined
  /** Performed between these instants, the second exclusive. */
  performedFrom?: string | undefined
  performedUntil?: string | undefined
  /** Measured with this instrument as the reference standard. */
  referenceStandardId?: string | undefined
  results: readonly CalibrationResult[] | undefined
  approvals: readonly ApprovalStatus[] | undefined
  /** Whether the list includes void markers. */
  withMarkers: boolean
}

/** Whether the list is the workspace's complete ledger from some instant on, in which case its positions have no gaps. */
export function isWhole(filter: RecordFilter): boolean {
  const { siteIds, results } = filter
  return siteIds === null && results === undefined && isPlain({ ...filter, appendedSince: undefined })
}

/** Whether counts are maintained for the list: they are for sites and results. */
export function isPlain(filter: RecordFilter): boolean {
  const { siteIds: _sites, results: _results, withMarkers: _markers, ...narrowing } = filter
  return Object.values(narrowing).every((value) => value === undefined)
}

/** Whether void markers are excluded: they have neither result nor approval. */
function leavesMarkersOut({ withMarkers, results, approvals }: RecordFilter): boolean {
  return !withMarkers || results !== undefined || approvals !== undefined
}

/** Restricts the maintained counts to those that make up the total of a plain list. */
export function countConditions(filter: RecordFilter): Sql {
  return sql`
    ${amongSites(filter.siteIds)}
      ${filter.results === undefined ? empty : sql`and result = any(${filter.results}::text[])`}
      ${leavesMarkersOut(filter) ? sql`and result <> 'void'` : empty}`
}

/** Restricts records `c` of the workspace to those in the list. */
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

/** Instants never decrease along the ledger, so records from an instant on are those from a position on. */
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

/** Undecided and rejected records are few; all others are approved. */
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
