import type { EntryKind, SubjectType } from '@plumbline/contract'
import {
  empty,
  sql,
  type RowStream,
  type Snapshot,
  type Sql,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'

/** Which entries the activity log contains. */
export interface ActivityFilter {
  /** The instrument of the entries; includes its records, their certificates and its documents. */
  readonly instrumentId?: string | undefined
  readonly subjectId?: string | undefined
  readonly actorId?: string | undefined
  readonly kind?: EntryKind | undefined
  /** Earliest instant, inclusive. */
  readonly from?: string | undefined
  /** Latest instant, inclusive. */
  readonly to?: string | undefined
}

/** An entry as the activity log reads it. */
export interface ActivityRow {
  index: number
  at: string
  kind: EntryKind
  actorType: string
  actorId: string
  subjectType: SubjectType
  subjectId: string
  payload: string
  leafHash: Buffer
}

/** Returns the entry at an index, without its payload; undefined if the ledger is shorter. */
export async function findEntryAt(
  queries: WorkspaceQueries,
  index: number,
): Promise<Pick<ActivityRow, 'at' | 'kind' | 'subjectType' | 'subjectId'> | undefined> {
  const [row] = await queries.rows<ActivityRow>(sql`
    select at, kind, subject_type as "subjectType", subject_id as "subjectId"
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and index = ${index}`)
  return row
}

/** Range of indexes of the entries in a time range: `at` never decreases as the index increases. */
interface Bounds {
  /** First index, and the index after the last. */
  lower: number
  upper: number
}

/** Returns a page of entries, newest first, and the total number. */
export async function pageOfActivity(
  queries: WorkspaceQueries,
  filter: ActivityFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ActivityRow[]; total: number }> {
  const bounds = await findBounds(queries, filter)
  const { instrumentId, subjectId, actorId, kind } = filter
  const isWhole = [instrumentId, subjectId, actorId, kind].every((value) => value === undefined)
  return isWhole ? pageOfPlaces(queries, bounds, page) : pageOfMatches(queries, filter, bounds, page)
}

async function findBounds(queries: WorkspaceQueries, { from, to }: ActivityFilter): Promise<Bounds> {
  const size = sql`select size from ledger_heads where workspace_id = ${queries.workspaceId}`
  const firstAfter = (condition: Sql) => sql`
    select index from ledger_entries
    where workspace_id = ${queries.workspaceId} and ${condition}
    order by at, index
    limit 1`
  const [row] = await queries.rows<Bounds>(sql`
    select
      ${from === undefined ? sql`0::bigint` : sql`coalesce((${firstAfter(sql`at >= ${from}`)}), (${size}))`} as lower,
      ${to === undefined ? sql`(${size})` : sql`coalesce((${firstAfter(sql`at > ${to}`)}), (${size}))`} as upper`)
  if (!row) throw new Error(`workspace ${queries.workspaceId} has no ledger`)
  return row
}

const columns = sql`
  index, at, kind, actor_type as "actorType", actor_id as "actorId", subject_type as "subjectType",
  subject_id as "subjectId", payload, leaf_hash as "leafHash"`

/** Without a filter other than time, the indexes of a page are known, so a deep page costs no more than the first. */
async function pageOfPlaces(
  queries: WorkspaceQueries,
  { lower, upper }: Bounds,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ActivityRow[]; total: number }> {
  const end = upper - offset
  const rows = await queries.rows<ActivityRow>(sql`
    select ${columns}
    from ledger_entries
    where workspace_id = ${queries.workspaceId} and index >= ${Math.max(lower, end - limit)} and index < ${end}
    order by index desc`)
  return { rows, total: Math.max(0, upper - lower) }
}

/**
 * Returns the IDs of an instrument and of everything that belongs to it. They are few, so each is looked up among the
 * subjects of entries.
 */
function subjectsOf(workspaceId: string, instrumentId: string): Sql {
  return sql`
    select ${instrumentId}::uuid::text
    union all
    select calibration_id::text from calibrations
    where workspace_id = ${workspaceId} and instrument_id = ${instrumentId}
    union all
    select f.certificate_id
    from calibrations c
    join certificates f on f.workspace_id = c.workspace_id and f.calibration_id = c.calibration_id
    where c.workspace_id = ${workspaceId} and c.instrument_id = ${instrumentId}
    union all
    select document_id::text from documents
    where workspace_id = ${workspaceId} and instrument_id = ${instrumentId}`
}

/** Selects the entries of a filter in a range of indexes. */
function matchesOf(
  { workspaceId }: WorkspaceQueries,
  { instrumentId, subjectId, actorId, kind }: ActivityFilter,
  { lower, upper }: Bounds,
): Sql {
  return sql`
    from ledger_entries
    where workspace_id = ${workspaceId}
      ${instrumentId === undefined ? empty : sql`and subject_id = any(array(${subjectsOf(workspaceId, instrumentId)}))`}
      ${subjectId === undefined ? empty : sql`and subject_id = ${subjectId}`}
      ${actorId === undefined ? empty : sql`and actor_id = ${actorId}`}
      ${kind === undefined ? empty : sql`and kind = ${kind}`}
      and index >= ${lower} and index < ${upper}`
}

async function pageOfMatches(
  queries: WorkspaceQueries,
  filter: ActivityFilter,
  bounds: Bounds,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ActivityRow[]; total: number }> {
  const matching = matchesOf(queries, filter, bounds)
  const [rows, counted] = (await queries.batch([
    // Selects only indexes, which the filter's index contains; their entries are then read one by one.
    sql`
      select ${columns}
      from (select index as position ${matching} order by index desc limit ${limit} offset ${offset}) page
      cross join lateral (
        select * from ledger_entries where workspace_id = ${queries.workspaceId} and index = position limit 1
      ) e
      order by index desc`,
    sql`select count(*) as total ${matching}`,
  ])) as [ActivityRow[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/**
 * Returns everyone who has acted. There are few actors in many entries, so the statement skips from one to the next.
 */
export function findActors(queries: WorkspaceQueries): Promise<{ type: string; id: string }[]> {
  const { workspaceId } = queries
  return queries.rows(sql`
    with recursive actors as (
      (select actor_id from ledger_entries where workspace_id = ${workspaceId} order by actor_id limit 1)
      union all
      select (
        select e.actor_id from ledger_entries e
        where e.workspace_id = ${workspaceId} and e.actor_id > a.actor_id
        order by e.actor_id
        limit 1)
      from actors a
      where a.actor_id is not null
    )
    select latest.actor_type as type, latest.actor_id as id
    from actors a
    cross join lateral (
      select e.actor_type, e.actor_id from ledger_entries e
      where e.workspace_id = ${workspaceId} and e.actor_id = a.actor_id
      order by e.index desc
      limit 1) as latest`)
}

/** Walks every entry of a filter, newest first. */
export async function streamActivity(
  snapshot: Snapshot,
  filter: ActivityFilter,
): Promise<RowStream<ActivityRow>> {
  const bounds = await findBounds(snapshot, filter)
  return snapshot.stream(sql`select ${columns} ${matchesOf(snapshot, filter, bounds)} order by index desc`)
}
