import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type DigestRow, type ReadModel, type RowColumns } from '../ledger/index.ts'
import { endpointFields } from './ledger-payload.ts'

export const endpointRows: ReadModel = {
  table: 'webhook_endpoints',
  id: 'endpoint_id',
  irreplaceable: ['secret_prefix', 'sealed_secret'],
}

/** Endpoints without their secrets. */
export function streamEndpointRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select endpoint_id, ${recordedColumns(endpointFields)}, disabled_at, created_at, updated_at, ledger_index
    from webhook_endpoints
    where workspace_id = ${snapshot.workspaceId}`)
}

/** Walks the SHA-256 of each endpoint's secret as stored. */
export function streamSecretDigests(snapshot: Snapshot): RowStream<DigestRow> {
  return snapshot.stream(sql`
    select endpoint_id as "rowId",
      encode(sha256(convert_to(secret_prefix, 'UTF8') || sealed_secret), 'hex') as digest
    from webhook_endpoints
    where workspace_id = ${snapshot.workspaceId}`)
}
