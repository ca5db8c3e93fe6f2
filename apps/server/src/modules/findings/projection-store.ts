import { sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import { recordedColumns, type ReadModel, type RowColumns } from '../ledger/index.ts'
import { closedFields, findingFields } from './ledger-payload.ts'

export const findingRows: ReadModel = {
  table: 'findings',
  id: 'finding_id',
  unique: { calibration_id: sql`t.calibration_id` },
}
export const judgementRows: ReadModel = { table: 'finding_judgements', id: 'judgement_id' }
export const noteRows: ReadModel = { table: 'finding_notes', id: 'note_id' }

export function streamFindingRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select finding_id, ${recordedColumns(findingFields)}, opened_at, owner_person_id, due_date, closed_at,
      ${recordedColumns(closedFields)}, signature_meaning
    from findings
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamJudgementRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select judgement_id, finding_id, calibration_id, level, via_id, judgement, reason, judged_at, judged_by
    from finding_judgements
    where workspace_id = ${snapshot.workspaceId}`)
}

export function streamNoteRows(snapshot: Snapshot): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select note_id, finding_id, written_at, written_by, text, ledger_index
    from finding_notes
    where workspace_id = ${snapshot.workspaceId}`)
}
