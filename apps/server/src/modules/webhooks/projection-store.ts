import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type ReadModel, type RowColumns } from '../ledger/index.ts'
import { endpointFields } from './ledger-payload.ts'

export const endpointRows: ReadModel = {
  table: 'webhook_endpoints',
  id: 'endpoint_id',
  irreplaceable: ['secret_prefix', 'sealed_secret'],
}

/** Endpoints without their secrets. */
export function walkEndpointRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select endpoint_id, ${recordedColumns(endpointFields)}, disabled_at, created_at, updated_at, ledger_index
    from webhook_endpoints
    where workspace_id = ${snapshot.workspaceId}`)
}
