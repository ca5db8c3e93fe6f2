import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A view as stored, and whether it is the default of the requesting person. */
export interface ViewRow {
  viewId: string
  ownerId: string
  name: string
  isShared: boolean
  isDefault: boolean
  state: Record<string, string>
}

/** The requesting person, and the sites that they have access to; null for all. */
export interface Viewer {
  readonly personId: string
  readonly siteIds: readonly string[] | null
}

/** Returns the views visible to a person, sorted by name. */
export function listViews(queries: WorkspaceQueries, viewer: Viewer): Promise<ViewRow[]> {
  return queries.rows<ViewRow>(sql`${seenBy(queries, viewer)} order by lower(v.name), v.view_id`)
}

/** Returns a view visible to a person, locked against other changes until the transaction ends. */
export async function lockView(
  tx: Transaction,
  viewId: string,
  viewer: Viewer,
): Promise<ViewRow | undefined> {
  const [row] = await tx.rows<ViewRow>(sql`${seenBy(tx, viewer)} and v.view_id = ${viewId} for update of v`)
  return row
}

/** Excludes views of a site that the person has no access to, which would reveal only their name and words. */
function seenBy(queries: WorkspaceQueries, { personId, siteIds }: Viewer): Sql {
  const withinReach =
    siteIds === null ? empty : sql`and coalesce(v.state ->> 'site' = any(${siteIds}::text[]), true)`
  return sql`
    select v.view_id as "viewId", v.owner_id as "ownerId", v.name, v.is_shared as "isShared", v.state,
      d.view_id is not null as "isDefault"
    from table_views v
    left join default_views d
      on d.workspace_id = v.workspace_id and d.view_id = v.view_id and d.person_id = ${personId}
    where v.workspace_id = ${queries.workspaceId} and (v.is_shared or v.owner_id = ${personId}) ${withinReach}`
}

/** Returns the number of views that count against the limit for a new one: the shared ones, or those of its person. */
export async function countViews(
  queries: WorkspaceQueries,
  { isShared, ownerId }: Pick<ViewRow, 'isShared' | 'ownerId'>,
): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*) as count
    from table_views
    where workspace_id = ${queries.workspaceId} and is_shared = ${isShared}
      and (is_shared or owner_id = ${ownerId})`)
  return row!.count
}

export async function insertView(tx: Transaction, view: ViewRow, at: string): Promise<void> {
  await tx.rows(sql`
    insert into table_views (workspace_id, view_id, owner_id, name, is_shared, state, created_at, updated_at)
    values (${tx.workspaceId}, ${view.viewId}, ${view.ownerId}, ${view.name}, ${view.isShared},
      ${JSON.stringify(view.state)}::jsonb, ${at}, ${at})`)
}

export async function updateView(tx: Transaction, view: ViewRow, at: string): Promise<void> {
  await tx.rows(sql`
    update table_views
    set owner_id = ${view.ownerId}, name = ${view.name}, is_shared = ${view.isShared},
      state = ${JSON.stringify(view.state)}::jsonb, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and view_id = ${view.viewId}`)
}

export async function removeView(tx: Transaction, viewId: string): Promise<void> {
  await tx.rows(sql`
    delete from table_views where workspace_id = ${tx.workspaceId} and view_id = ${viewId}`)
}

/** Sets a person's default view; null for none. */
export async function beginWith(tx: Transaction, personId: string, viewId: string | null): Promise<void> {
  await tx.rows(sql`
    delete from default_views where workspace_id = ${tx.workspaceId} and person_id = ${personId}`)
  if (viewId === null) return
  await tx.rows(sql`
    insert into default_views (workspace_id, person_id, view_id)
    values (${tx.workspaceId}, ${personId}, ${viewId})
    on conflict (workspace_id, person_id) do update set view_id = excluded.view_id`)
}
