import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'

/** Whether a person has dismissed the first steps. */
export async function areDismissed(queries: WorkspaceQueries, personId: string): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from dismissed_first_steps
    where workspace_id = ${queries.workspaceId} and person_id = ${personId}`)
  return rows.length > 0
}

/** Stores that a person has dismissed the first steps. */
export async function dismiss(queries: WorkspaceQueries, personId: string, at: string): Promise<void> {
  await queries.rows(sql`
    insert into dismissed_first_steps (workspace_id, person_id, dismissed_at)
    values (${queries.workspaceId}, ${personId}, ${at})
    on conflict do nothing`)
}

/** Shows the first steps to a person again. */
export async function showAgain(queries: WorkspaceQueries, personId: string): Promise<void> {
  await queries.rows(sql`
    delete from dismissed_first_steps
    where workspace_id = ${queries.workspaceId} and person_id = ${personId}`)
}

/** Returns whether a person declared that nobody else will approve in the workspace. */
export async function isSingleApprover(queries: WorkspaceQueries): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from single_approver_workspaces where workspace_id = ${queries.workspaceId}`)
  return rows.length > 0
}

/** Stores the declaration of a single approver. */
export async function declareSingleApprover(
  queries: WorkspaceQueries,
  personId: string,
  at: string,
): Promise<void> {
  await queries.rows(sql`
    insert into single_approver_workspaces (workspace_id, declared_by, declared_at)
    values (${queries.workspaceId}, ${personId}, ${at})
    on conflict do nothing`)
}

/** Withdraws the declaration of a single approver. */
export async function withdrawSingleApprover(queries: WorkspaceQueries): Promise<void> {
  await queries.rows(sql`delete from single_approver_workspaces where workspace_id = ${queries.workspaceId}`)
}
