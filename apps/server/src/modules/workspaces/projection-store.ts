import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type ReadModel, type RowColumns } from '../ledger/index.ts'
import { locationFields, siteFields, workspaceFields } from './recorded-settings.ts'

export const workspaceRows: ReadModel = { table: 'workspaces', id: 'workspace_id', key: ['workspace_id'] }
export const siteRows: ReadModel = { table: 'sites', id: 'site_id', unique: { name: sql`t.site_id::text` } }
export const locationRows: ReadModel = {
  table: 'locations',
  id: 'location_id',
  unique: { name: sql`t.location_id::text` },
}

/** Streams the row of the workspace, under the names of its columns. */
export function streamWorkspaceRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select workspace_id, ${recordedColumns(workspaceFields)}, due_slot, pending_time_zone, created_at, updated_at
    from workspaces
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamSiteRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select site_id, ${recordedColumns(siteFields)}, created_at, updated_at
    from sites
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamLocationRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select location_id, ${recordedColumns(locationFields)}, created_at, updated_at
    from locations
    where workspace_id = ${snapshot.workspaceId}`)
}
