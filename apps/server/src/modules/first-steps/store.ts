import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** Whether a person does not want to see the first steps any more. */
export async function areDismissed(queries: WorkspaceQueries, personId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from dismissed_first_steps
    where workspace_id = ${queries.workspaceId} and person_id = ${personId}`)
  return rows.length > 0
}

/** Keeps that a person does not want to see them. */
export async function dismiss(queries: WorkspaceQueries, personId: string, at: string): Promise<void> {
  await queries.rows(sql`
    insert into dismissed_first_steps (workspace_id, person_id, dismissed_at)
    values (${queries.workspaceId}, ${personId}, ${at})
    on conflict do nothing`)
}

/** Shows them to a person again. */
export async function showAgain(queries: WorkspaceQueries, personId: string): Promise<void> {
  await queries.rows(sql`
    delete from dismissed_first_steps
    where workspace_id = ${queries.workspaceId} and person_id = ${personId}`)
}

/** Whether somebody said that they work alone in a workspace. */
export async function isSaidAlone(queries: WorkspaceQueries): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from lone_workspaces where workspace_id = ${queries.workspaceId}`)
  return rows.length > 0
}

/** Keeps that a person works alone. */
export async function sayAlone(queries: WorkspaceQueries, personId: string, at: string): Promise<void> {
  await queries.rows(sql`
    insert into lone_workspaces (workspace_id, said_by, said_at)
    values (${queries.workspaceId}, ${personId}, ${at})
    on conflict do nothing`)
}

/** Takes it back. */
export async function sayNotAlone(queries: WorkspaceQueries): Promise<void> {
  await queries.rows(sql`delete from lone_workspaces where workspace_id = ${queries.workspaceId}`)
}
