import {
  columnsIn,
  compareCounts,
  RowsInOrder,
  ToldRows,
  type Findings,
  type PlacedRow,
  type Projection,
  type Replay,
  type ReplayedEntry,
} from '../ledger/index.ts'
import type { Snapshot } from '../../platform/db/index.ts'
import { draftColumns } from './columns.ts'
import {
  approvalPayload,
  decisionFields,
  recordPayload,
  rejectionPayload,
  voidPayload,
  type ToldDecision,
  type ToldRecord,
  type ToldVoid,
} from './ledger-payload.ts'
import {
  countedRecords,
  walkCalibrationRows,
  walkDecisionRows,
  walkUndecidedRows,
} from './projection-store.ts'

/** Calibrations, void markers, decisions, and what waits for one, as the ledger tells them. */
export const calibrationProjection: Projection = {
  payloads: [recordPayload, approvalPayload, rejectionPayload, voidPayload],
  begin: (snapshot, findings) => new RecordReplay(snapshot, findings),
}

/** Columns that are empty where an entry does not speak of them, as of void markers. */
const NOTHING_STATED = Object.fromEntries(Object.values(draftColumns).map((column) => [column, null]))

class RecordReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #records: RowsInOrder
  readonly #decisions: RowsInOrder
  readonly #undecided = new ToldRows('undecided_calibrations')
  /** Places of the first record of each chain of corrections, by record. */
  readonly #chainFirst = new Map<string, number>()
  #feedPlace = 0
  #calibrationPlace = 0

  constructor(snapshot: Snapshot, findings: Findings) {
    this.#snapshot = snapshot
    this.#findings = findings
    const records = walkCalibrationRows(snapshot)
    this.#records = new RowsInOrder('calibrations', 'calibration_id', records, findings)
    const decisions = walkDecisionRows(snapshot)
    this.#decisions = new RowsInOrder('calibration_decisions', 'calibration_id', decisions, findings)
  }

  take(entry: ReplayedEntry): void | Promise<void> {
    switch (entry.kind) {
      case 'calibration.appended':
      case 'calibration.corrected':
        return this.#records.compare(this.#recordRow(entry), entry.index)
      case 'calibration.voided':
        return this.#records.compare(this.#markerRow(entry), entry.index)
      case 'calibration.approved':
      case 'calibration.rejected':
        this.#undecided.forget(entry.subject.id)
        return this.#decisions.compare(decisionRow(entry), entry.index)
      default:
        return undefined
    }
  }

  async compare(): Promise<void> {
    await this.#records.end()
    await this.#decisions.end()
    const undecided = walkUndecidedRows(this.#snapshot)
    await this.#undecided.compare(undecided, 'calibration_id', this.#findings)
    await compareCounts(this.#snapshot, countedRecords(this.#snapshot), this.#findings)
  }

  #recordRow({ subject, payload, at, index }: ReplayedEntry): PlacedRow {
    const { calibration, reason = null } = payload as ToldRecord
    const { corrects_id } = calibration
    const chainFirst = corrects_id === null ? index : (this.#chainFirst.get(corrects_id) ?? null)
    if (chainFirst === null) throw new Error(`no earlier entry tells of calibration ${corrects_id}`)
    this.#chainFirst.set(subject.id, chainFirst)
    this.#undecided.tell(subject.id, { corrects_id, is_open: true }, index)
    return {
      ...recordPayload.columns(payload),
      calibration_id: subject.id,
      correction_reason: reason,
      record_type: 'calibration',
      voids_id: null,
      created_at: at,
      ledger_index: index,
      chain_first_ledger_index: chainFirst,
      feed_place: this.#feedPlace++,
      calibration_place: this.#calibrationPlace++,
    }
  }

  #markerRow({ subject, payload, at, index }: ReplayedEntry): PlacedRow {
    const told = payload as ToldVoid
    if (this.#undecided.has(subject.id)) this.#undecided.change(subject.id, { is_open: false }, index)
    return {
      ...NOTHING_STATED,
      calibration_id: told.void_id,
      instrument_id: told.instrument_id,
      performed_by: told.voided_by,
      performed_by_person_id: told.voided_by_person_id,
      performed_at: at,
      notes: told.reason,
      record_type: 'void',
      voids_id: subject.id,
      created_at: at,
      ledger_index: index,
      chain_first_ledger_index: null,
      feed_place: this.#feedPlace++,
      calibration_place: null,
    }
  }
}

function decisionRow({ kind, subject, payload, at, index }: ReplayedEntry): PlacedRow {
  const isApproval = kind === 'calibration.approved'
  const told = payload as ToldDecision
  const recorded = (isApproval ? approvalPayload : rejectionPayload).columns(payload)
  return {
    ...columnsIn(decisionFields, recorded),
    calibration_id: subject.id,
    decision: isApproval ? 'approved' : 'rejected',
    ledger_index: index,
    decided_at: at,
    reason: told.reason ?? null,
    signature_meaning: told.signature?.meaning ?? null,
    signed_leaf_hash: told.signature?.signed_leaf_hash ?? null,
  }
}
