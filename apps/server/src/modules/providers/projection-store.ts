import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type ReadModel, type RowColumns } from '../ledger/index.ts'
import { providerFields } from './provider.ts'

export const providerRows: ReadModel = {
  table: 'providers',
  id: 'provider_id',
  unique: { name: sql`t.provider_id::text` },
}

export function streamProviderRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select provider_id, ${recordedColumns(providerFields)}, created_at, updated_at
    from providers
    where workspace_id = ${snapshot.workspaceId}`)
}
