import { join, raw, sql, type Sql, type Transaction } from '../../../platform/db/index.ts'
import type { AppendedEntry } from '../../ledger/index.ts'
import { draftColumns } from '../columns.ts'
import type { CalibrationDraft, Decision } from '../record.ts'

/** The position of an entry. */
export type Position = Pick<AppendedEntry, 'index' | 'at'>

/** A calibration with its position, and the decision made with it, if any. */
export interface NewCalibration {
  readonly draft: CalibrationDraft
  readonly position: Position
  /** Position of the first record of its chain of corrections; its own position if it is not a correction. */
  readonly chainFirstLedgerIndex: number
  /** Null leaves the record pending. */
  readonly decided: { readonly decision: Decision; readonly position: Position } | null
}

/**
 * Writes calibrations whose entries have been appended to the ledger, in the same order. The transaction must hold
 * the lock on the ledger's head.
 */
export function insertCalibrations(tx: Transaction, records: readonly NewCalibration[]): void {
  if (records.length === 0) return
  const decided = records.filter((record) => record.decided !== null)
  const undecided = records.filter((record) => record.decided === null)
  tx.write([
    calibrationsInsert(tx, records),
    ...(decided.length > 0 ? [decisionsInsert(tx, decided)] : []),
    ...(undecided.length > 0 ? [undecidedInsert(tx, undecided)] : []),
  ])
}

type DraftName = keyof CalibrationDraft

const draftNames = Object.keys(draftColumns) as DraftName[]

const columns: Sql = join(draftNames.map((name) => raw(draftColumns[name])))
const newColumns: Sql = join(draftNames.map((name) => raw(`new.${draftColumns[name]}`)))

function calibrationsInsert(tx: Transaction, records: readonly NewCalibration[]): Sql {
  const rows = records.map(({ draft, position, chainFirstLedgerIndex }) => ({
    ledger_index: position.index,
    created_at: position.at,
    chain_first_ledger_index: chainFirstLedgerIndex,
    ...Object.fromEntries(draftNames.map((name) => [draftColumns[name], draft[name]])),
  }))
  return sql`
    insert into calibrations (
      workspace_id, record_type, ledger_index, created_at, chain_first_ledger_index, feed_place,
      calibration_place, ${columns}
    )
    select h.workspace_id, 'calibration', new.ledger_index, new.created_at, new.chain_first_ledger_index,
      ${nextPosition(tx, 'feed_place')} + new.ordinality - 1, ${nextPosition(tx, 'calibration_place')} + new.ordinality - 1,
      ${newColumns}
    from ledger_heads h
    cross join jsonb_populate_recordset(null::calibrations, ${JSON.stringify(rows)}::jsonb) with ordinality as new
    where h.workspace_id = ${tx.workspaceId}`
}

/** Decisions made as the records were appended; none of them is signed. */
function decisionsInsert(tx: Transaction, records: readonly NewCalibration[]): Sql {
  const rows = records.map(({ draft, decided }) => {
    const { decision, position } = decided!
    if (decision.signature !== null) throw new Error('a record is appended without a signature')
    return {
      calibration_id: draft.calibrationId,
      decision: decision.decision,
      ledger_index: position.index,
      decided_at: position.at,
      decided_by: decision.decidedBy,
      decided_by_person_id: decision.decidedByPersonId,
      is_automatic: decision.isAutomatic,
      reason: decision.reason,
      supersedes_id: decision.supersedesId,
    }
  })
  return sql`
    insert into calibration_decisions (
      workspace_id, calibration_id, decision, ledger_index, decided_at, decided_by, decided_by_person_id,
      is_automatic, reason, supersedes_id
    )
    select h.workspace_id, new.calibration_id, new.decision, new.ledger_index, new.decided_at, new.decided_by,
      new.decided_by_person_id, new.is_automatic, new.reason, new.supersedes_id
    from ledger_heads h
    cross join json_to_recordset(${JSON.stringify(rows)}::json) as new (
      calibration_id uuid, decision text, ledger_index bigint, decided_at timestamptz, decided_by text,
      decided_by_person_id uuid, is_automatic boolean, reason text, supersedes_id uuid
    )
    where h.workspace_id = ${tx.workspaceId}`
}

function undecidedInsert(tx: Transaction, records: readonly NewCalibration[]): Sql {
  return sql`
    insert into undecided_calibrations (workspace_id, calibration_id, corrects_id)
    select h.workspace_id, new.calibration_id, new.corrects_id
    from ledger_heads h
    cross join unnest(
      ${records.map(({ draft }) => draft.calibrationId)}::uuid[],
      ${records.map(({ draft }) => draft.correctsId)}::uuid[]
    ) as new (calibration_id, corrects_id)
    where h.workspace_id = ${tx.workspaceId}`
}

/** Positions in lists have no gaps: writers take turns at the ledger's head, and rows are never removed. */
function nextPosition(tx: Transaction, column: 'feed_place' | 'calibration_place'): Sql {
  return sql`
    (select coalesce(max(${raw(column)}) + 1, 0) from calibrations where workspace_id = ${tx.workspaceId})`
}

/** A void marker that is ready for the ledger. */
export interface MarkerDraft {
  readonly voidId: string
  readonly voidsId: string
  readonly instrumentId: string
  readonly voidedBy: string
  readonly voidedByPersonId: string | null
  readonly reason: string
}

/** A void marker with its position. */
export interface NewMarker {
  readonly marker: MarkerDraft
  readonly position: Position
}

/** Writes a void marker and, if the voided record was pending, ends that. */
export function insertMarker(tx: Transaction, { marker, position }: NewMarker): void {
  tx.send([
    sql`
      insert into calibrations (
        workspace_id, calibration_id, instrument_id, record_type, voids_id, ledger_index, created_at,
        performed_at, feed_place, performed_by, performed_by_person_id, notes
      )
      select h.workspace_id, ${marker.voidId}::uuid, ${marker.instrumentId}::uuid, 'void', ${marker.voidsId}::uuid,
        ${position.index}::bigint, ${position.at}::timestamptz, ${position.at}::timestamptz,
        ${nextPosition(tx, 'feed_place')}, ${marker.voidedBy}, ${marker.voidedByPersonId}::uuid, ${marker.reason}
      from ledger_heads h
      where h.workspace_id = ${tx.workspaceId}`,
    sql`
      update undecided_calibrations
      set is_open = false
      where workspace_id = ${tx.workspaceId} and calibration_id = ${marker.voidsId}`,
  ])
}

/** The decision on a pending record, with its position. */
export interface NewDecision {
  readonly calibrationId: string
  readonly decision: Decision
  readonly position: Position
}

/** Writes the decision on a pending record. */
export function insertDecision(tx: Transaction, { calibrationId, decision, position }: NewDecision): void {
  tx.send([
    decisionInsert(tx, { calibrationId, decision, position }),
    sql`
      delete from undecided_calibrations
      where workspace_id = ${tx.workspaceId} and calibration_id = ${calibrationId}`,
  ])
}

function decisionInsert(tx: Transaction, { calibrationId, decision, position }: NewDecision): Sql {
  const { signature } = decision
  const signedLeafHash = signature && Buffer.from(signature.signedLeafHash, 'hex')
  return sql`
    insert into calibration_decisions (
      workspace_id, calibration_id, decision, ledger_index, decided_at, decided_by, decided_by_person_id,
      is_automatic, reason, supersedes_id, signature_meaning, signed_leaf_hash
    ) values (
      ${tx.workspaceId}, ${calibrationId}, ${decision.decision}, ${position.index}, ${position.at},
      ${decision.decidedBy}, ${decision.decidedByPersonId}, ${decision.isAutomatic}, ${decision.reason},
      ${decision.supersedesId}, ${signature?.meaning ?? null}, ${signedLeafHash}
    )`
}
