import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

/** A view as stored, and whether the asking person's table begins with it. */
export interface ViewRow {
  viewId: string
  ownerId: string
  name: string
  isShared: boolean
  isDefault: boolean
  state: Record<string, string>
}

/** Who asks, and which sites they reach; null: all. */
export interface Viewer {
  readonly personId: string
  readonly siteIds: readonly string[] | null
}

/** Views that a person sees, by name. */
export function listViews(queries: WorkspaceQueries, viewer: Viewer): Promise<ViewRow[]> {
  return queries.rows<ViewRow>(sql`${seenBy(queries, viewer)} order by lower(v.name), v.view_id`)
}

/** A view that a person sees, locked against other changes until the transaction ends. */
export async function lockView(
  tx: Transaction,
  viewId: string,
  viewer: Viewer,
): Promise<ViewRow | undefined> {
  const [row] = await tx.rows<ViewRow>(sql`${seenBy(tx, viewer)} and v.view_id = ${viewId} for update of v`)
  return row
}

/** A view of a site that the person does not reach would show them nothing but its name and words. */
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

/** How many views there are beside which one more would stand: shared ones, or those of its person. */
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

/** Lets a person's table begin with a view; null: with everything. */
export async function beginWith(tx: Transaction, personId: string, viewId: string | null): Promise<void> {
  await tx.rows(sql`
    delete from default_views where workspace_id = ${tx.workspaceId} and person_id = ${personId}`)
  if (viewId === null) return
  await tx.rows(sql`
    insert into default_views (workspace_id, person_id, view_id)
    values (${tx.workspaceId}, ${personId}, ${viewId})
    on conflict (workspace_id, person_id) do update set view_id = excluded.view_id`)
}
