import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type RowColumns } from '../ledger/index.ts'
import { locationFields, siteFields, workspaceFields } from './recorded-settings.ts'

/** The row of the workspace, under the names of its columns. */
export function walkWorkspaceRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select workspace_id, ${recordedColumns(workspaceFields)}, due_slot, pending_time_zone, created_at, updated_at
    from workspaces
    where workspace_id = ${snapshot.workspaceId}`)
}

export function walkSiteRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select site_id, ${recordedColumns(siteFields)}, created_at, updated_at
    from sites
    where workspace_id = ${snapshot.workspaceId}`)
}

export function walkLocationRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select location_id, ${recordedColumns(locationFields)}, created_at, updated_at
    from locations
    where workspace_id = ${snapshot.workspaceId}`)
}
