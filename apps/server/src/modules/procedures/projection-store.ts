import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type ReadModel, type RowColumns } from '../ledger/index.ts'
import { classTableFields } from './class-tables/recorded-class-table.ts'
import { modelFields } from './models/recorded-model.ts'
import { revisionFields } from './ledger-payload.ts'

export const procedureRows: ReadModel = {
  table: 'procedures',
  id: 'procedure_id',
  unique: { code: sql`t.procedure_id::text` },
}
export const revisionRows: ReadModel = {
  table: 'procedure_revisions',
  id: 'revision_id',
  // No revision has a number below 1, and two rows hardly ever get the same one.
  unique: {
    revision: sql`-('x' || substr(md5(t.revision_id::text), 1, 7))::bit(28)::integer`,
    state: sql`'withdrawn'`,
  },
}
export const modelRows: ReadModel = {
  table: 'instrument_models',
  id: 'model_id',
  unique: { model: sql`t.model_id::text` },
}
export const classTableRows: ReadModel = {
  table: 'class_tables',
  id: 'table_id',
  unique: { name: sql`t.table_id::text` },
}

export function streamProcedureRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select procedure_id, code, created_at, updated_at
    from procedures
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamRevisionRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select procedure_id, state, ${recordedColumns(revisionFields)}, released_at, released_by, released_by_person_id,
      signature_meaning, withdrawn_at, withdrawal_reason
    from procedure_revisions
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamModelRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select model_id, ${recordedColumns(modelFields)}, created_at, updated_at
    from instrument_models
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamClassTableRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select table_id, ${recordedColumns(classTableFields)}, retired_at, retirement_reason, created_at, updated_at
    from class_tables
    where workspace_id = ${snapshot.workspaceId}`)
}
