import {
  appInstrumentSorts,
  instrumentSorts,
  pageOf,
  type AppInstrument,
  type AppInstrumentListQuery,
  type AppInstrumentSort,
  type InstrumentIdQuery,
  type InstrumentIds,
  type InstrumentListQuery,
  type InstrumentSummary,
  type Page,
} from '@plumbline/contract'
import { ApiError } from '../../../platform/errors.ts'
import { LOOKED_UP_STEP_COST, planPage, type WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { tokenDay } from '../../compliance/index.ts'
import type { InstrumentDeps } from '../register/change-instrument.ts'
import { instrumentColumns } from '../columns.ts'
import {
  countCandidates,
  countList,
  findDueBounds,
  isCountable,
  isOrderOfWords,
  isSearchAlone,
} from './count-store.ts'
import type { InstrumentRow } from '../instrument.ts'
import {
  isComputed,
  isDated,
  orderOf,
  readListQuery,
  type InstrumentFilter,
  type ListDay,
} from './list-filter.ts'
import { countedHead, idsOf, isHead, pageRows, type StoredColumn } from './list-store.ts'
import { serializeAppInstrument, serializeSummaries, summaryFields } from '../serialize.ts'
import { readInstrumentSearch } from './word-store.ts'

/** Dependencies of listing instruments. */
export interface ListDeps extends InstrumentDeps {
  /** The deployment's COMPUTED_FILTER_MAX_CANDIDATES. */
  readonly computedFilterMaxCandidates: number
}

/**
 * Returns a page of instruments within the caller's reach.
 * @param queries of a single snapshot: a page is counted before it is read, and may be read from its end
 * @throws 422 INVALID_REQUEST for an unknown word; 422 FILTER_TOO_BROAD if a computed filter would examine more
 * instruments than the deployment allows
 */
export async function listInstruments(
  deps: ListDeps,
  queries: WorkspaceQueries,
  caller: Caller,
  query: InstrumentListQuery,
): Promise<Page<InstrumentSummary>> {
  const now = deps.clock.now()
  const { rows, total } = await pageOfRegister(deps, queries, caller, query, {
    columns: summaryFields,
    sorts: instrumentSorts,
  })
  return pageOf(serializeSummaries(rows, caller.workspace, now), total, query)
}

/** Like `listInstruments`, for the app: with search by words, and everything that it shows about an instrument. */
export async function listAppInstruments(
  deps: ListDeps,
  caller: Caller,
  query: AppInstrumentListQuery,
): Promise<Page<AppInstrument>> {
  const now = deps.clock.now()
  const { rows, total } = await pageOfRegister(deps, deps.db.in(caller.workspaceId), caller, query, {
    columns: storedColumns,
    sorts: appInstrumentSorts,
  })
  return pageOf(
    rows.map((row) => serializeAppInstrument(row, caller.workspace, now)),
    total,
    query,
  )
}

/**
 * Returns a part of the IDs of a filter within the caller's reach, ordered by ID, so that instruments added or
 * removed in the meantime do not shift the others.
 * @throws 422 INVALID_REQUEST for an unknown word
 */
export async function listInstrumentIds(
  { db, clock }: ListDeps,
  caller: Caller,
  { after, limit, ...query }: InstrumentIdQuery,
): Promise<InstrumentIds> {
  const queries = db.in(caller.workspaceId)
  const search = await readInstrumentSearch(queries, query.q)
  const { filter } = readListQuery(query, caller.siteIds, search, appInstrumentSorts)
  if (filter === null) return { ids: [], has_more: false }
  const day = { ...tokenDay(caller.workspace, clock.now()), slot: caller.workspace.dueSlot }
  const ids = await idsOf(queries, filter, { day, after, take: limit + 1 })
  return { ids: ids.slice(0, limit), has_more: ids.length > limit }
}

/** Returns the first instruments that match a text; none for a text without letters and digits. */
export async function listFound(
  deps: ListDeps,
  caller: Caller,
  q: string,
  limit: number,
): Promise<InstrumentSummary[]> {
  if (!/[\p{L}\p{N}]/u.test(q)) return []
  const asked = { columns: summaryFields, sorts: appInstrumentSorts }
  const queries = deps.db.in(caller.workspaceId)
  const { rows } = await pageOfRegister(deps, queries, caller, { q, limit, offset: 0 }, asked)
  return serializeSummaries(rows, caller.workspace, deps.clock.now())
}

async function pageOfRegister<Column extends StoredColumn>(
  deps: ListDeps,
  queries: WorkspaceQueries,
  caller: Caller,
  query: AppInstrumentListQuery,
  { columns, sorts }: { columns: readonly Column[]; sorts: readonly AppInstrumentSort[] },
): Promise<{ rows: Pick<InstrumentRow, Column>[]; total: number }> {
  const search = await readInstrumentSearch(queries, query.q)
  const { filter: asked, sort } = readListQuery(query, caller.siteIds, search, sorts)
  if (asked === null) return { rows: [], total: 0 }
  const day = { ...tokenDay(caller.workspace, deps.clock.now()), slot: caller.workspace.dueSlot }
  const order = orderOf(sort)
  const wanted = { day, order, columns }
  if (isHead(asked, order, query.offset)) {
    return countedHead(queries, asked, { ...wanted, skip: query.offset, take: query.limit })
  }
  const counts = await countList(queries, asked, day, order)
  await requireNarrow(queries, deps, { filter: asked, day, candidatesMost: counts.candidatesMost })
  // Words that every candidate has do not restrict the list.
  const isInAll = isSearchAlone(asked) && counts.total === counts.candidatesMost
  const filter = isInAll ? { ...asked, search: undefined } : asked
  const plan = planPage({
    ...query,
    ...counts,
    liesTogether: filter.search !== undefined,
    ...(isOrderOfWords(filter, order) && { stepCost: LOOKED_UP_STEP_COST }),
  })
  const isRange = plan.way === 'gather' && isDated(filter)
  const bounds = isRange ? await findDueBounds(queries, filter, day) : null
  return { rows: await pageRows(queries, filter, { ...wanted, plan, bounds }), total: counts.total }
}

/** All columns of the register for an instrument. */
const storedColumns = Object.keys(instrumentColumns) as StoredColumn[]

/** Filters that the contract suggests for narrowing a list. */
const NARROWING_FILTERS = ['status', 'location_id', 'site_id', 'updated_since']

interface Breadth {
  readonly filter: InstrumentFilter
  readonly day: ListDay
  readonly candidatesMost: number
}

async function requireNarrow(
  queries: WorkspaceQueries,
  { computedFilterMaxCandidates: maximum }: ListDeps,
  { filter, day, candidatesMost }: Breadth,
): Promise<void> {
  if (!isComputed(filter) || candidatesMost <= maximum) return
  const candidates = isCountable(filter) ? candidatesMost : await countCandidates(queries, filter, day)
  if (candidates <= maximum) return
  throw new ApiError('FILTER_TOO_BROAD', {
    details: { candidates, maximum, narrow_with: NARROWING_FILTERS },
  })
}
