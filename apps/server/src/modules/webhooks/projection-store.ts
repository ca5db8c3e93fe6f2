import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type RowColumns } from '../ledger/index.ts'
import { endpointFields } from './ledger-payload.ts'

/** Endpoints without their secrets. */
export function walkEndpointRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select endpoint_id, ${recordedColumns(endpointFields)}, disabled_at, created_at, updated_at, ledger_index
    from webhook_endpoints
    where workspace_id = ${snapshot.workspaceId}`)
}
