import { join, limitTo, raw, sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { countConditions, isPlain, isWhole, recordConditions, type RecordFilter } from './filter-store.ts'
import { recordColumns, decisionJoins } from '../read-store.ts'
import type { RecordRow } from '../record.ts'

/** A slice of a list, and the order of the whole list; ties are broken by position in the ledger. */
export interface RecordPage {
  by: 'performed_at' | 'ledger_index'
  descending: boolean
  limit: number
  offset: number
}

/** Returns a page of records and the total number in the list. */
export async function pageOfRecords(
  queries: WorkspaceQueries,
  filter: RecordFilter,
  page: RecordPage,
): Promise<{ rows: RecordRow[]; total: number }> {
  if (!isWhole(filter)) return countedPage(queries, filter, page)
  const positions = await findPositions(queries, filter)
  const total = positions.end - positions.first
  if (page.by === 'ledger_index') return { rows: await seekPage(queries, filter, page, positions), total }
  return { rows: await queries.rows<RecordRow>(skippingSelect(queries, filter, page)), total }
}

/** Positions from `first` up to but not including `end`. */
interface PositionRange {
  first: number
  end: number
}

/** Returns the positions of all records appended since an instant. */
async function findPositions(queries: WorkspaceQueries, filter: RecordFilter): Promise<PositionRange> {
  const first = filter.appendedSince === undefined ? sql`0` : firstPositionSince(queries, filter)
  const [positions] = await queries.rows<PositionRange>(sql`
    select coalesce(${first}, "end") as first, "end"
    from (
      select coalesce(max(${positionColumn(filter)}) + 1, 0) as "end"
      from calibrations
      where workspace_id = ${queries.workspaceId}) as whole`)
  if (!positions) throw new Error('an aggregate has one row')
  return positions
}

function firstPositionSince(queries: WorkspaceQueries, filter: RecordFilter): Sql {
  return sql`(
      select c.${positionColumn(filter)}
      from calibrations c
      where c.workspace_id = ${queries.workspaceId} ${recordConditions(queries, filter)}
      order by c.ledger_index
      limit 1)`
}

function positionColumn({ withMarkers }: RecordFilter): Sql {
  return raw(withMarkers ? 'feed_place' : 'calibration_place')
}

/** Seeks directly to the beginning of the page, however deep it is. */
async function seekPage(
  queries: WorkspaceQueries,
  filter: RecordFilter,
  { limit, offset, descending }: RecordPage,
  { first, end }: PositionRange,
): Promise<RecordRow[]> {
  const position = positionColumn(filter)
  const from = descending ? Math.max(first, end - offset - limit) : first + offset
  const until = descending ? end - offset : Math.min(end, first + offset + limit)
  if (from >= until) return []
  // The range already determines the number of rows; stating it as a limit lets the database reuse its plan.
  return queries.rows<RecordRow>(sql`
    select ${recordColumns}
    from calibrations c ${decisionJoins}
    where c.workspace_id = ${queries.workspaceId} and c.${position} >= ${from} and c.${position} < ${until}
    order by c.${position} ${direction(descending)}
    ${limitTo(limit)}`)
}

async function countedPage(
  queries: WorkspaceQueries,
  filter: RecordFilter,
  page: RecordPage,
): Promise<{ rows: RecordRow[]; total: number }> {
  const [rows, counted] = (await queries.batch([
    skippingSelect(queries, filter, page),
    totalSelect(queries, filter),
  ])) as [RecordRow[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** Uses the maintained counts if they suffice, which avoids a scan. */
function totalSelect(queries: WorkspaceQueries, filter: RecordFilter): Sql {
  if (!isPlain(filter)) {
    return sql`
      select count(*) as total
      from calibrations c
      where c.workspace_id = ${queries.workspaceId} ${recordConditions(queries, filter)}`
  }
  return sql`
    select coalesce(sum(count), 0)::bigint as total
    from calibration_counts
    where workspace_id = ${queries.workspaceId} ${countConditions(filter)}`
}

/** Skips the rows before the page in an index and fetches only those of the page. */
function skippingSelect(
  queries: WorkspaceQueries,
  filter: RecordFilter,
  { limit, offset, ...order }: RecordPage,
): Sql {
  const orderBy = orderColumns(order)
  return sql`
    select ${recordColumns}
    from (
      select c.ledger_index
      from calibrations c
      where c.workspace_id = ${queries.workspaceId} ${recordConditions(queries, filter)}
      order by ${orderBy}
      limit ${limit} offset ${offset}) as page
    join calibrations c on c.workspace_id = ${queries.workspaceId} and c.ledger_index = page.ledger_index
    ${decisionJoins}
    order by ${orderBy}`
}

/** A complete list and its order. */
export interface WholeList {
  readonly queries: WorkspaceQueries
  readonly filter: RecordFilter
  readonly order: Pick<RecordPage, 'by' | 'descending'>
}

/** Returns a statement that reads every row of a list in order, for streaming. */
export function wholeList({ queries, filter, order }: WholeList): Sql {
  return sql`
    select ${recordColumns}
    from calibrations c ${decisionJoins}
    where c.workspace_id = ${queries.workspaceId} ${recordConditions(queries, filter)}
    order by ${orderColumns(order)}`
}

function orderColumns({ by, descending }: Pick<RecordPage, 'by' | 'descending'>): Sql {
  const order = by === 'ledger_index' ? ['ledger_index'] : ['performed_at', 'ledger_index']
  return join(order.map((column) => sql`c.${raw(column)} ${direction(descending)}`))
}

function direction(descending: boolean): Sql {
  return raw(descending ? 'desc' : 'asc')
}
