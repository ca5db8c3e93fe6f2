import { raw, sql, type Sql, type Transaction } from '../../platform/db/index.ts'
import type { AppendedEntry } from '../ledger/index.ts'
import {
  judgementIdOf,
  type Ending,
  type FindingChanges,
  type FoundOut,
  type Judged,
  type RecordedNote,
} from './ledger-payload.ts'

type Place = Pick<AppendedEntry, 'index' | 'at'>

/** Writes a new finding. Statements are sent in order without waiting for them. */
export function insertFinding(
  tx: Transaction,
  findingId: string,
  finding: FoundOut & { readonly instrumentId: string; readonly openedBy: string },
  { at }: Place,
): void {
  tx.send([
    sql`
      insert into findings (
        workspace_id, finding_id, instrument_id, calibration_id, opened_at, opened_by, points, size_percent
      ) values (
        ${tx.workspaceId}, ${findingId}, ${finding.instrumentId}, ${finding.calibrationId}, ${at}, ${finding.openedBy},
        ${JSON.stringify(finding.points)}::jsonb, ${finding.sizePercent}
      )`,
  ])
}

/** Replaces the record of a finding with a correction. */
export function moveFinding(tx: Transaction, findingId: string, found: FoundOut): void {
  tx.send([
    update(
      tx,
      findingId,
      sql`
        calibration_id = ${found.calibrationId}, points = ${JSON.stringify(found.points)}::jsonb,
        size_percent = ${found.sizePercent}`,
    ),
  ])
}

/** Sets owner and due date. */
export function changeFinding(tx: Transaction, findingId: string, changes: FindingChanges): void {
  const casts = { owner_person_id: 'uuid', due_date: 'date' } as const
  tx.send(
    (Object.keys(changes) as (keyof FindingChanges)[]).map((column) =>
      update(tx, findingId, sql`${raw(column)} = ${changes[column]!.after}::${raw(casts[column])}`),
    ),
  )
}

/** Writes the end of a finding. */
export function endFinding(tx: Transaction, findingId: string, ending: Ending, { at }: Place): void {
  tx.send([
    update(
      tx,
      findingId,
      sql`
        closed_at = ${at}, closed_by = ${ending.closedBy}, closed_by_person_id = ${ending.closedByPersonId},
        closed_because = ${ending.closedBecause}, conclusion = ${ending.conclusion},
        signature_meaning = ${ending.signature?.meaning ?? null}, window_from = ${ending.windowFrom},
        window_to = ${ending.windowTo}`,
    ),
  ])
}

function update(tx: Transaction, findingId: string, changes: Sql): Sql {
  return sql`
    update findings
    set ${changes}
    where workspace_id = ${tx.workspaceId} and finding_id = ${findingId}`
}

export function insertNote(
  tx: Transaction,
  findingId: string,
  note: RecordedNote,
  writtenBy: string,
  { at, index }: Place,
): void {
  tx.send([
    sql`
      insert into finding_notes (workspace_id, note_id, finding_id, written_at, written_by, text, ledger_index)
      values (${tx.workspaceId}, ${note.note_id}, ${findingId}, ${at}, ${writtenBy}, ${note.text}, ${index})`,
  ])
}

/** Writes the same judgement for several calibrations; it replaces earlier ones. */
export function writeJudgements(
  tx: Transaction,
  findingId: string,
  { judgement, reason, items }: Judged,
  judgedBy: string,
  { at }: Place,
): void {
  tx.send([
    sql`
      insert into finding_judgements (
        workspace_id, judgement_id, finding_id, calibration_id, level, via_id, judgement, reason, judged_at, judged_by
      )
      select f.workspace_id, new.id, f.finding_id, new.calibration_id, new.level, new.via_id, ${judgement}, ${reason},
        ${at}::timestamptz, ${judgedBy}
      from findings f
      cross join unnest(
        ${items.map(({ calibrationId }) => judgementIdOf(findingId, calibrationId))}::uuid[],
        ${items.map(({ calibrationId }) => calibrationId)}::uuid[],
        ${items.map(({ level }) => level)}::integer[],
        ${items.map(({ viaId }) => viaId)}::uuid[]
      ) as new (id, calibration_id, level, via_id)
      where f.workspace_id = ${tx.workspaceId} and f.finding_id = ${findingId}
      on conflict (workspace_id, judgement_id) do update
      set level = excluded.level, via_id = excluded.via_id, judgement = excluded.judgement, reason = excluded.reason,
        judged_at = excluded.judged_at, judged_by = excluded.judged_by`,
  ])
}
