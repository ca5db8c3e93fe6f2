import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { attentionCondition, overdueCondition } from '../../compliance/index.ts'
import type { ComplianceGroup } from '../instrument.ts'
import {
  allOf,
  computedConditions,
  conditionsOf,
  foundCountOf,
  groupOf,
  isComputed,
  leadOf,
  registerOf,
  traitConditions,
  type InstrumentFilter,
  type ListDay,
  type ListOrder,
} from './list-filter.ts'

/** Counts of instruments needed by a list. */
export interface ListCounts {
  /** Rows that match every filter. */
  readonly total: number
  /** Rows that match site, status and retirement: never fewer than the candidates of computed filters. */
  readonly candidatesMost: number
  /** Rows that a scan in the list's order would visit, whether they match or not. */
  readonly walked: number
}

/**
 * Counts a list: from the maintained counts in one round trip, and row by row only if a filter uses something that
 * they lack.
 */
export async function countList(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  day: ListDay,
  order: ListOrder,
): Promise<ListCounts> {
  const { statement, totalOf } = countingOf(queries, filter, day)
  const [[sums], counted] = (await queries.batch([
    sumTraits(queries, filter, day, order),
    ...(statement ? [statement] : []),
  ])) as [[Sums], [{ total: number }] | undefined]
  const total = await totalOf(sums, counted?.[0].total ?? 0)
  return { total, candidatesMost: sums.candidates, walked: streamedRows(filter, order, sums, total) }
}

/** Counts row by row those that match all filters except the computed ones. */
export async function countCandidates(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  day: ListDay,
): Promise<number> {
  return countRows(queries, { ...filter, token: undefined, dueBefore: undefined }, day)
}

/** Whether the maintained counts cover the plain filters. */
export function isCountable(filter: InstrumentFilter): boolean {
  return filter.search === undefined && filter.updatedSince === undefined && hasNoOther(filter)
}

/** Whether the list is a search with no filter that the search words do not cover. */
export function isSearchAlone(filter: InstrumentFilter): boolean {
  if (filter.search === undefined || filter.updatedSince !== undefined) return false
  return hasNoOther(filter) && !isComputed(filter)
}

/** Whether the list is only a search, in an order that the search words cover too. */
export function isOrderOfWords(filter: InstrumentFilter, order: ListOrder): boolean {
  return order.column === 'created_at' && isSearchAlone(filter)
}

/** Whether no filter requires the rows themselves, except for search and times of change. */
function hasNoOther(filter: InstrumentFilter): boolean {
  const { locationId, assetTag, serialNumber, isReferenceStandard, isQuarantined } = filter
  const { category, department, manufacturer, responsibleId, responsible, customField } = filter
  const asked = [locationId, assetTag, serialNumber, isReferenceStandard, isQuarantined]
  const stated = [category, department, manufacturer, responsibleId, responsible, customField]
  return [...asked, ...stated].every((value) => value === undefined)
}

/** A statement that returns a `total`, if one is needed, and how the total of the list is computed from it. */
interface Counting {
  readonly statement: Sql | undefined
  readonly totalOf: (sums: Sums, counted: number) => number | Promise<number>
}

function countingOf(queries: WorkspaceQueries, filter: InstrumentFilter, day: ListDay): Counting {
  if (isCountable(filter)) return countingOfTraits(queries, filter, day)
  if (isSearchAlone(filter)) return countingOfSearch(queries, filter)
  const isOfTime = filter.search === undefined && hasNoOther(filter) && !isComputed(filter)
  if (isOfTime) return countingOfUpdated(queries, filter, day)
  return { statement: undefined, totalOf: () => countRows(queries, filter, day) }
}

function countingOfTraits(queries: WorkspaceQueries, filter: InstrumentFilter, day: ListDay): Counting {
  if (!isComputed(filter)) return { statement: undefined, totalOf: (sums) => sums.candidates }
  const { dated, sign } = countedParts(filter, day)
  return {
    statement: dated && sumDueDates(queries, filter, day, dated),
    totalOf: (sums, counted) => sums.ofGroup + sign * counted,
  }
}

function countingOfSearch(queries: WorkspaceQueries, filter: InstrumentFilter): Counting {
  return {
    statement: filter.search && foundCountOf(queries, filter, filter.search),
    totalOf: (_sums, counted) => counted,
  }
}

/** Number of rows counted one by one before another approach is tried: a few milliseconds of work. */
const COUNTED_MOST = 20_000

/**
 * The changes since an instant are few for an up-to-date mirror, and nearly everything for a new one: rows changed
 * after the instant are counted up to a limit, and beyond that those changed before it.
 */
function countingOfUpdated(queries: WorkspaceQueries, filter: InstrumentFilter, day: ListDay): Counting {
  const { updated, ...others } = conditionsOf(filter, day)
  const quickly = (side: Sql) => sql`
    select count(*) as total
    from (
      select from instruments i
      where i.workspace_id = ${queries.workspaceId} and ${allOf(Object.values(others))} and ${side}
      limit ${COUNTED_MOST + 1}
    ) quick`
  return {
    statement: quickly(sql`${updated}`),
    totalOf: async (sums, after) => {
      if (after <= COUNTED_MOST) return after
      const earlier = quickly(sql`updated_at < ${filter.updatedSince}`)
      const [before] = await queries.rows<{ total: number }>(earlier)
      if (before && before.total <= COUNTED_MOST) return sums.candidates - before.total
      return countRows(queries, filter, day)
    },
  }
}

async function countRows(queries: WorkspaceQueries, filter: InstrumentFilter, day: ListDay): Promise<number> {
  const conditions = allOf(Object.values(conditionsOf(filter, day)))
  const [row] = await rowsPlannedFor<{ total: number }>(
    queries,
    filter,
    sql`
      select count(*) as total
      from ${registerOf(queries, filter)}
      where i.workspace_id = ${queries.workspaceId} and ${conditions}`,
  )
  return row?.total ?? 0
}

/** Sums of the maintained counts. */
export interface Sums {
  all: number
  /** Within site and status. */
  candidates: number
  /** Of those, the ones in the group that a token covers completely. */
  ofGroup: number
  /** Within the filter that leads a scan. */
  led: number
}

/** Reads the maintained counts for a list. */
export function sumTraits(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  day: ListDay,
  order: ListOrder,
): Sql {
  const { site, status } = traitConditions(filter)
  const lead = leadOf(filter, order)
  const led = { site, status, token: inGroup(groupOf(filter)) }
  const { group } = countedParts(filter, day)
  return sql`
    select ${sumOf()} as "all", ${sumOf(site, status)} as candidates,
      ${sumOf(site, status, inGroup(group) ?? sql`false`)} as "ofGroup",
      ${sumOf(isCounted(lead) ? led[lead] : undefined)} as led
    from instrument_counts
    where workspace_id = ${queries.workspaceId} ${filter.includeRetired ? sql`` : sql`and status <> 'retired'`}`
}

function inGroup(group: string | undefined): Sql | undefined {
  return group === undefined ? undefined : sql`compliance_group = ${group}`
}

function sumOf(...conditions: (Sql | undefined)[]): Sql {
  return sql`coalesce(sum(count) filter (where ${allOf(conditions)}), 0)::bigint`
}

type Lead = ReturnType<typeof leadOf>

function isCounted(lead: Lead): lead is 'site' | 'status' | 'token' {
  return lead === 'site' || lead === 'status' || lead === 'token'
}

/** The counts contain neither locations nor times of change. A scan led by either of them alone visits only matches. */
function streamedRows(filter: InstrumentFilter, order: ListOrder, sums: Sums, total: number): number {
  const lead = leadOf(filter, order)
  if (lead === undefined || isCounted(lead)) return Math.max(sums.led, total)
  const { includeRetired: _retired, ...asked } = filter
  const isAlone = Object.values(asked).filter(Boolean).length === 1
  return isAlone ? total : Math.max(sums.all, total)
}

/** The column of the counts that holds the workspace's due date. */
const DUE = sql`due_date`

/** How computed filters are counted: from whole groups, and from due dates added to or subtracted from them. */
interface CountedParts {
  readonly group: ComplianceGroup | undefined
  /** A condition on counts by due date. */
  readonly dated: Sql | undefined
  readonly sign: 1 | -1
}

/**
 * The few counts by due date that a token needs. Most of a register is COMPLIANT, which is counted as everything that
 * has a schedule minus what needs attention.
 */
function countedParts(filter: InstrumentFilter, day: ListDay): CountedParts {
  const { token, due } = computedConditions(filter, day, DUE)
  if (due !== undefined) return { group: undefined, dated: allOf([token, due]), sign: 1 }
  switch (filter.token) {
    case 'NOT_CALIBRATED':
      return { group: 'never', dated: undefined, sign: 1 }
    case 'OUT_FOR_CALIBRATION':
      return { group: 'out', dated: undefined, sign: 1 }
    case 'NON_COMPLIANT':
      return { group: 'failed', dated: overdueCondition(day, DUE), sign: 1 }
    case 'COMPLIANT':
      return { group: 'scheduled', dated: attentionCondition(day, DUE), sign: -1 }
    default:
      return { group: undefined, dated: token, sign: 1 }
  }
}

/** Sums the counts by due date that meet a condition, within site and status. */
function sumDueDates(queries: WorkspaceQueries, filter: InstrumentFilter, day: ListDay, dated: Sql): Sql {
  return sql`
    select coalesce(sum(count), 0)::bigint as total
    from instrument_due_counts
    where ${countsOf(queries, filter, day)} and ${dated}`
}

/** Returns the first and last due date of what computed filters match; null if nothing matches. */
export async function findDueBounds(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  day: ListDay,
): Promise<{ first: string; last: string } | null> {
  const { token, due } = computedConditions(filter, day, DUE)
  const [row] = await queries.rows<{ first: string | null; last: string | null }>(sql`
    select min(due_date) as first, max(due_date) as last
    from instrument_due_counts
    where ${countsOf(queries, filter, day)} and count > 0 and ${allOf([token, due])}`)
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}

function countsOf(queries: WorkspaceQueries, filter: InstrumentFilter, day: ListDay): Sql {
  const { site, status } = traitConditions(filter)
  return sql`workspace_id = ${queries.workspaceId} and slot = ${day.slot} and ${allOf([site, status])}`
}

/**
 * Deletes counts of zero. Rows locked by a writer are left for later: waiting for one while holding others could
 * cause a deadlock between writers.
 */
export async function deleteEmptyCounts(queries: WorkspaceQueries): Promise<void> {
  await queries.batch(
    [sql`instrument_due_counts`, sql`instrument_worklist_counts`].map(
      (table) => sql`
        delete from ${table} c
        using (
          select ctid from ${table}
          where workspace_id = ${queries.workspaceId} and count = 0
          for update skip locked
        ) empty
        where c.workspace_id = ${queries.workspaceId} and c.ctid = empty.ctid`,
    ),
  )
}

/**
 * Runs a statement of a list with a plan made for its actual values. The generic plan of a prepared statement does
 * not know them: it assumes that one day's changes are a third of the register, and reads all of that. Only a tag or
 * serial number always leads to one row through its own index.
 */
export async function rowsPlannedFor<Row>(
  queries: WorkspaceQueries,
  { assetTag, serialNumber }: InstrumentFilter,
  statement: Sql,
): Promise<Row[]> {
  if (assetTag !== undefined || serialNumber !== undefined) return queries.rows<Row>(statement)
  const [, rows] = await queries.batch([sql`set local plan_cache_mode = force_custom_plan`, statement])
  return rows as Row[]
}
