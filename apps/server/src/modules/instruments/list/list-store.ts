import {
  limitTo,
  raw,
  sql,
  type PagePlan,
  type Sql,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import type { InstrumentRow } from '../instrument.ts'
import { isCountable, isOrderOfWords, rowsPlannedFor, sumTraits, type Sums } from './count-store.ts'
import {
  allOf,
  conditionsOf,
  foundOf,
  isComputed,
  leadOf,
  registerOf,
  type ConditionName,
  type Conditions,
  type InstrumentFilter,
  type ListDay,
  type ListOrder,
} from './list-filter.ts'
import { selectColumns } from '../store.ts'
import { hasInstrumentWords } from './word-store.ts'

/** Up to this many skipped rows, fetching them costs less than looking up the rows of the page a second time. */
const FETCHED_SKIP_MAX = 50

/** A page of a list, as planned. */
export interface PageWanted<Column extends keyof InstrumentRow> {
  readonly day: ListDay
  readonly order: ListOrder
  readonly plan: PagePlan
  readonly columns: readonly Column[]
  /** First and last due date of the matches, if known: a range for an index scan. */
  readonly bounds?: { readonly first: string; readonly last: string } | null
}

/** A column of the register itself. */
export type StoredColumn = Exclude<keyof InstrumentRow, 'siteTimeZone'>

/** Returns the rows of a page, in the list's order, using the plan chosen for them. */
export async function pageRows<Column extends StoredColumn>(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  wanted: PageWanted<Column>,
): Promise<Pick<InstrumentRow, Column>[]> {
  if (wanted.plan.take === 0) return []
  const statement = pageStatement(queries, filter, wanted)
  const isGathered = wanted.plan.way === 'gather'
  const rows = isGathered
    ? await rowsPlannedFor<Pick<InstrumentRow, Column>>(queries, filter, statement)
    : await queries.rows<Pick<InstrumentRow, Column>>(statement)
  return wanted.plan.fromEnd ? rows.toReversed() : rows
}

/**
 * Returns the first rows of a list together with its counts, in one round trip: for lists whose order is that of an
 * index, so that no plan needs to be chosen.
 */
export async function countedHead<Column extends StoredColumn>(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  { day, order, columns, skip, take }: Omit<PageWanted<Column>, 'plan'> & { skip: number; take: number },
): Promise<{ rows: Pick<InstrumentRow, Column>[]; total: number }> {
  const plan = { way: 'walk', fromEnd: false, skip, take } as const
  const [rows, [sums]] = (await queries.batch([
    pageStatement(queries, filter, { day, order, plan, columns }),
    sumTraits(queries, filter, day, order),
  ])) as [Pick<InstrumentRow, Column>[], [Sums]]
  return { rows, total: sums.candidates }
}

/** Whether a list is the index of its own order, read from near the front. */
export function isHead(filter: InstrumentFilter, order: ListOrder, offset: number): boolean {
  if (offset > FETCHED_SKIP_MAX || isComputed(filter) || !isCountable(filter)) return false
  const asked = [filter.siteIds, filter.status].filter((value) => value !== null && value !== undefined)
  return asked.length === 0 || (asked.length === 1 && leadOf(filter, order) !== undefined)
}

/** Returns a statement that reads every row of a list in order, for streaming. */
export function wholeList(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  { day, order, columns }: Pick<PageWanted<StoredColumn>, 'day' | 'order' | 'columns'>,
): Sql {
  const column = order.column === 'due_date' ? raw(`due_date_${day.slot}`) : raw(order.column)
  const direction = raw(order.descending ? 'desc' : 'asc')
  return sql`
    select ${selectColumns(columns)}
    from ${registerOf(queries, filter)}
    where i.workspace_id = ${queries.workspaceId} and ${allOf(Object.values(conditionsOf(filter, day)))}
    order by i.${column} ${direction}, i.instrument_id ${direction}`
}

/** Returns some labels of the custom fields of instruments that match a filter, most frequent first. */
export async function customLabels(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  { day, take }: { day: ListDay; take: number },
): Promise<string[]> {
  const rows = await queries.rows<{ label: string }>(sql`
    select label
    from ${registerOf(queries, filter)}
    cross join lateral jsonb_object_keys(i.custom_fields) as label
    where i.workspace_id = ${queries.workspaceId} and ${allOf(Object.values(conditionsOf(filter, day)))}
    group by label
    order by count(*) desc, label
    ${limitTo(take)}`)
  return rows.map(({ label }) => label)
}

/** Returns IDs of instruments that match a filter, in ascending order, starting after the given one. */
export async function idsOf(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  { day, after, take }: { day: ListDay; after: string | undefined; take: number },
): Promise<string[]> {
  const begun = after === undefined ? undefined : sql`i.instrument_id > ${after}`
  const wanted = [...Object.values(conditionsOf(filter, day)), begun]
  const rows = await queries.rows<{ id: string }>(sql`
    select i.instrument_id as id
    from ${registerOf(queries, filter)}
    where i.workspace_id = ${queries.workspaceId} and ${allOf(wanted)}
    order by i.instrument_id
    ${limitTo(take)}`)
  return rows.map(({ id }) => id)
}

function pageStatement(
  queries: WorkspaceQueries,
  filter: InstrumentFilter,
  { day, order, plan, columns, bounds }: PageWanted<StoredColumn>,
): Sql {
  const conditions = conditionsOf(filter, day)
  const due = raw(`due_date_${day.slot}`)
  const range = bounds ? sql`${due} >= ${bounds.first} and ${due} <= ${bounds.last}` : undefined
  const isGathered = plan.way === 'gather'
  const wanted = isGathered ? [...Object.values(conditions), range] : walked(conditions, filter, order)
  const page: PageStatement = {
    columns: selectColumns(columns),
    workspaceId: queries.workspaceId,
    matching: allOf(wanted),
    column: order.column === 'due_date' ? due : raw(order.column),
    direction: raw(order.descending === plan.fromEnd ? 'asc' : 'desc'),
    window: windowOf(plan, conditions),
  }
  if (filter.search && isGathered && isOrderOfWords(filter, order)) {
    return lookedUp(page, foundInOrder(page, foundOf(queries, filter, filter.search)))
  }
  if (isGathered) return lookedUp(page, gathered(page, registerOf(queries, filter)))
  return plan.skip > FETCHED_SKIP_MAX ? lookedUp(page, keysInOrder(page)) : fetchedInOrder(page)
}

/**
 * Selects the rows of the page among the matches. Only the beginning of a complete register has a permanent plan: how
 * best to find the matches of filters depends on their values.
 */
function windowOf({ skip, take }: PagePlan, { active: _active, ...filtering }: Conditions): Sql {
  const isBeginning = skip === 0 && Object.values(filtering).every((condition) => condition === undefined)
  return isBeginning ? limitTo(take) : sql`limit ${take}::bigint offset ${skip}::bigint`
}

/**
 * Separates what a scan gets from the index from what it checks row by row. The latter conditions are written so that
 * no index can serve them; otherwise the planner would abandon the order based on a guess of how many rows match.
 */
function walked(conditions: Conditions, filter: InstrumentFilter, order: ListOrder): Sql[] {
  const lead = leadOf(filter, order)
  const names = Object.keys(conditions) as ConditionName[]
  const others = names.flatMap((name) => {
    const condition = conditions[name]
    if (condition === undefined) return []
    return [name === 'active' || name === lead ? condition : sql`(${condition}) is true`]
  })
  return filter.search ? [...others, hasInstrumentWords(filter.search.words)] : others
}

interface PageStatement {
  readonly columns: Sql
  readonly workspaceId: string
  readonly matching: Sql
  readonly column: Sql
  readonly direction: Sql
  readonly window: Sql
}

function fetchedInOrder({ workspaceId, columns, matching, column, direction, window }: PageStatement): Sql {
  return sql`
    select ${columns}
    from instruments i
    where i.workspace_id = ${workspaceId} and ${matching}
    order by i.${column} ${direction}, i.instrument_id ${direction}
    ${window}`
}

/** Selects only keys, which an index contains along with the filtered columns. */
function keysInOrder({ workspaceId, matching, column, direction, window }: PageStatement): Sql {
  return sql`
    select i.instrument_id, i.${column}
    from instruments i
    where i.workspace_id = ${workspaceId} and ${matching}
    order by i.${column} ${direction}, i.instrument_id ${direction}
    ${window}`
}

/** Selects the matches of a search, without reading the register. */
function foundInOrder({ direction, window }: PageStatement, found: Sql): Sql {
  return sql`
    select instrument_id, created_at
    from (${found}) found
    order by created_at ${direction}, instrument_id ${direction}
    ${window}`
}

function gathered({ workspaceId, matching, column, direction, window }: PageStatement, register: Sql): Sql {
  return sql`
    with matches as materialized (
      select i.instrument_id, i.${column}
      from ${register}
      where i.workspace_id = ${workspaceId} and ${matching}
    )
    select * from matches i
    order by i.${column} ${direction}, i.instrument_id ${direction}
    ${window}`
}

/**
 * Looks rows up by key, one at a time: the limit prevents the planner from reading the whole table for a join. The
 * workspace is stated again, since on a cluster it is not derived from keys that a selection has computed.
 */
function lookedUp({ workspaceId, columns, column, direction }: PageStatement, keys: Sql): Sql {
  return sql`
    select i.*
    from (${keys}) page
    cross join lateral (
      select ${columns}
      from instruments i
      where i.workspace_id = ${workspaceId} and i.instrument_id = page.instrument_id
      limit 1
    ) i
    order by page.${column} ${direction}, page.instrument_id ${direction}`
}
