import { sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import type { RowColumns } from '../ledger/index.ts'

/** Endpoints without their secrets. */
export function walkEndpointRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select endpoint_id, url, event_types, description, site_ids, disabled_at, created_at, updated_at, ledger_index
    from webhook_endpoints
    where workspace_id = ${snapshot.workspaceId}`)
}
