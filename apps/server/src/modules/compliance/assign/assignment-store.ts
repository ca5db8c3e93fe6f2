import { sql, type Sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** The person to whom the next calibration of an instrument is assigned. */
export interface Assignment {
  readonly instrumentId: string
  readonly assigneeId: string
  readonly assigneeName: string
  readonly plannedFor: string | null
}

/** An instrument to be assigned, with its current assignee. */
export interface Assignable {
  readonly instrumentId: string
  readonly siteId: string
  readonly assetTag: string
  readonly name: string
  readonly assigneeId: string | null
}

/** Whether an assignment `a` of an instrument `i` has not ended, because no later calibration counts. */
export const assignmentHolds = sql`coalesce(i.basis_performed_at, '-infinity') <= a.basis_performed_at`

/**
 * Locks instruments that are not retired, in the same order for all callers, and then reads their assignees, so that
 * a caller who waited for another assignment sees it. Retired instruments are omitted.
 */
export async function lockAssignable(
  tx: Transaction,
  instrumentIds: readonly string[],
): Promise<Assignable[]> {
  const locked = await tx.rows<Omit<Assignable, 'assigneeId'>>(sql`
    select i.instrument_id as "instrumentId", i.site_id as "siteId", i.asset_tag as "assetTag", i.name
    from instruments i
    where i.workspace_id = ${tx.workspaceId} and i.instrument_id = any(${instrumentIds}::uuid[])
      and i.retired_at is null
    order by i.instrument_id
    for no key update`)
  const assigned = await findAssignments(tx, instrumentIds)
  return locked.map((each) => ({
    ...each,
    assigneeId: assigned.get(each.instrumentId)?.assigneeId ?? null,
  }))
}

/** Assigns instruments, replacing earlier assignments. */
export async function putAssignments(
  tx: Transaction,
  instrumentIds: readonly string[],
  {
    assigneeId,
    plannedFor,
    by,
    at,
  }: { assigneeId: string; plannedFor: string | null; by: string; at: string },
): Promise<void> {
  await tx.rows(sql`
    insert into assignments (
      workspace_id, instrument_id, assignee_id, planned_for, assigned_by, assigned_at, basis_performed_at
    )
    select workspace_id, instrument_id, ${assigneeId}, ${plannedFor}::date, ${by}, ${at},
      coalesce(basis_performed_at, '-infinity')
    from instruments
    where workspace_id = ${tx.workspaceId} and instrument_id = any(${instrumentIds}::uuid[])
    on conflict (workspace_id, instrument_id) do update
    set assignee_id = excluded.assignee_id, planned_for = excluded.planned_for,
      assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at,
      basis_performed_at = excluded.basis_performed_at`)
}

/** Deletes the assignments of instruments. */
export async function deleteAssignments(tx: Transaction, instrumentIds: readonly string[]): Promise<void> {
  await tx.rows(sql`
    delete from assignments
    where workspace_id = ${tx.workspaceId} and instrument_id = any(${instrumentIds}::uuid[])`)
}

/** Returns the assignments of instruments that have one, by instrument. */
export async function findAssignments(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
): Promise<Map<string, Assignment>> {
  if (instrumentIds.length === 0) return new Map()
  const rows = await queries.rows<Assignment>(sql`
    select a.instrument_id as "instrumentId", a.assignee_id as "assigneeId", p.name as "assigneeName",
      a.planned_for as "plannedFor"
    from assignments a
    join instruments i on i.workspace_id = a.workspace_id and i.instrument_id = a.instrument_id
    join people p on p.id = a.assignee_id
    where a.workspace_id = ${queries.workspaceId} and a.instrument_id = any(${instrumentIds}::uuid[]) and ${assignmentHolds}`)
  return new Map(rows.map((row) => [row.instrumentId, row]))
}

/**
 * Condition that instruments `i` of a workspace are assigned to a person, or to no one. It names the workspace itself: a
 * cluster does not derive it from that of the instruments where another condition is an alternative.
 */
export function assignedCondition(workspaceId: string, assigned: { readonly to: string | null }): Sql {
  const one = sql`
    select from assignments a
    where a.workspace_id = ${workspaceId} and a.instrument_id = i.instrument_id and ${assignmentHolds}`
  return assigned.to === null
    ? sql`not exists (${one})`
    : sql`exists (${one} and a.assignee_id = ${assigned.to})`
}
