import { join, raw, sql, type Sql, type Transaction } from '../../platform/db/index.ts'
import type { AppendedEntry } from '../ledger/index.ts'
import { draftColumns } from './columns.ts'
import type { CalibrationDraft, Decision } from './record.ts'

/** Where an entry stands. */
export type Place = Pick<AppendedEntry, 'index' | 'at'>

/** A calibration with its place, and the decision that was made with it, if any. */
export interface NewCalibration {
  readonly draft: CalibrationDraft
  readonly place: Place
  /** Place of the first record of its chain of corrections; its own when it corrects none. */
  readonly chainFirstLedgerIndex: number
  /** Null leaves the record undecided. */
  readonly decided: { readonly decision: Decision; readonly place: Place } | null
}

/** Writes a calibration whose entry the ledger took; the transaction holds the ledger's head. */
export function insertCalibration(tx: Transaction, record: NewCalibration): void {
  const { draft, decided } = record
  tx.send([
    calibrationInsert(tx, record),
    decided
      ? decisionInsert(tx, draft.calibrationId, decided.decision, decided.place)
      : sql`
          insert into undecided_calibrations (workspace_id, calibration_id, corrects_id)
          values (${tx.workspaceId}, ${draft.calibrationId}, ${draft.correctsId})`,
  ])
}

type DraftName = keyof CalibrationDraft

const draftNames = Object.keys(draftColumns) as DraftName[]

function calibrationInsert(tx: Transaction, { draft, place, chainFirstLedgerIndex }: NewCalibration): Sql {
  return sql`
    insert into calibrations (
      workspace_id, record_type, ledger_index, created_at, chain_first_ledger_index, feed_place,
      calibration_place, ${join(draftNames.map((name) => raw(draftColumns[name])))}
    ) values (
      ${tx.workspaceId}, 'calibration', ${place.index}, ${place.at}, ${chainFirstLedgerIndex},
      ${nextPlace(tx, 'feed_place')}, ${nextPlace(tx, 'calibration_place')},
      ${join(draftNames.map((name) => valueOf(draft, name)))}
    )`
}

function valueOf(draft: CalibrationDraft, name: DraftName): Sql {
  return name === 'snapshot' ? sql`${JSON.stringify(draft.snapshot)}::jsonb` : sql`${draft[name]}`
}

/** Places have no gaps: writers take turns at the ledger's head, and rows are never removed. */
function nextPlace(tx: Transaction, column: 'feed_place' | 'calibration_place'): Sql {
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

/** Writes a void marker; an undecided record that it voids is open no more. */
export function insertMarker(tx: Transaction, marker: MarkerDraft, place: Place): void {
  tx.send([
    sql`
      insert into calibrations (
        workspace_id, calibration_id, instrument_id, record_type, voids_id, ledger_index, created_at,
        performed_at, feed_place, performed_by, performed_by_person_id, notes
      ) values (
        ${tx.workspaceId}, ${marker.voidId}, ${marker.instrumentId}, 'void', ${marker.voidsId},
        ${place.index}, ${place.at}, ${place.at}, ${nextPlace(tx, 'feed_place')}, ${marker.voidedBy},
        ${marker.voidedByPersonId}, ${marker.reason}
      )`,
    sql`
      update undecided_calibrations
      set is_open = false
      where workspace_id = ${tx.workspaceId} and calibration_id = ${marker.voidsId}`,
  ])
}

/** Writes the decision on a record that waited for one. */
export function insertDecision(
  tx: Transaction,
  calibrationId: string,
  decision: Decision,
  place: Place,
): void {
  tx.send([
    decisionInsert(tx, calibrationId, decision, place),
    sql`
      delete from undecided_calibrations
      where workspace_id = ${tx.workspaceId} and calibration_id = ${calibrationId}`,
  ])
}

function decisionInsert(tx: Transaction, calibrationId: string, decision: Decision, place: Place): Sql {
  const { signature } = decision
  const signedLeafHash = signature && Buffer.from(signature.signedLeafHash, 'hex')
  return sql`
    insert into calibration_decisions (
      workspace_id, calibration_id, decision, ledger_index, decided_at, decided_by, decided_by_person_id,
      is_automatic, reason, supersedes_id, signature_meaning, signed_leaf_hash
    ) values (
      ${tx.workspaceId}, ${calibrationId}, ${decision.decision}, ${place.index}, ${place.at},
      ${decision.decidedBy}, ${decision.decidedByPersonId}, ${decision.isAutomatic}, ${decision.reason},
      ${decision.supersedesId}, ${signature?.meaning ?? null}, ${signedLeafHash}
    )`
}
