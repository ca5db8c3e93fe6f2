import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import type { RowColumns } from '../ledger/index.ts'

/** The row of the workspace, under the names of its columns. */
export function walkWorkspaceRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select workspace_id, name, plan, time_zone, due_slot, pending_time_zone, default_site_id, warning_days,
      approval_policy, requires_electronic_signature, default_decision_rule, standards, laboratory, created_at,
      updated_at
    from workspaces
    where workspace_id = ${snapshot.workspaceId}`)
}

export function walkSiteRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select site_id, name, time_zone, laboratory, created_at, updated_at
    from sites
    where workspace_id = ${snapshot.workspaceId}`)
}

export function walkLocationRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select location_id, site_id, name, created_at, updated_at
    from locations
    where workspace_id = ${snapshot.workspaceId}`)
}
