import {
  byLedgerIndex,
  recordedRow,
  rowOf,
  RowsInOrder,
  type Findings,
  type EntryRow,
  type Projection,
  type RecordedRow,
  type Replay,
  type ReplayedEntry,
  type RowColumns,
} from '../../ledger/index.ts'
import type { Snapshot } from '../../../platform/db/index.ts'
import { CorrectionChains } from './correction-chains.ts'
import { draftColumns } from '../columns.ts'
import {
  approvalPayload,
  decisionPayload,
  recordPayload,
  rejectionPayload,
  voidPayload,
  type RecordedDecision,
  type ReplayedRecord,
  type RecordedVoid,
} from '../ledger-payload.ts'
import {
  calibrationRows,
  countedRecords,
  decisionRows,
  standardsOfPoints,
  undecidedRows,
  streamCalibrationRows,
  streamDecisionRows,
} from './projection-store.ts'
import { UndecidedRecords } from './undecided-records.ts'

/** Calibrations, void markers, decisions, and pending records, as recorded in the ledger. */
export const calibrationProjection: Projection = {
  payloads: [recordPayload, approvalPayload, rejectionPayload, voidPayload],
  tables: [calibrationRows, decisionRows, undecidedRows],
  counts: (workspaceId) => [countedRecords(workspaceId)],
  following: (workspaceId) => [standardsOfPoints(workspaceId)],
  begin: (snapshot, findings) => new RecordReplay(snapshot, findings),
}

/** Columns that are null if an entry does not state them, as with void markers. */
const NOTHING_STATED = Object.fromEntries(Object.values(draftColumns).map((column) => [column, null]))

/** A rebuilt correction that still lacks the first record of its chain, and the row found in its place. */
interface OpenCorrection {
  readonly id: string
  readonly correctsId: string
  readonly columns: RowColumns
  readonly index: number
  readonly found: EntryRow | undefined
}

class RecordReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #undecided: UndecidedRecords
  readonly #chains: CorrectionChains
  #records: RowsInOrder<EntryRow>
  #decisions: RowsInOrder<EntryRow>
  /** These wait for the first records of their chains, which are looked up together. */
  #corrections: OpenCorrection[] = []
  #feedPosition = 0
  #calibrationPosition = 0
  #size = 0

  constructor(snapshot: Snapshot, findings: Findings) {
    this.#snapshot = snapshot
    this.#findings = findings
    this.#undecided = new UndecidedRecords(snapshot, findings)
    this.#chains = new CorrectionChains(snapshot)
    this.#records = this.#recordsFrom(0)
    this.#decisions = this.#decisionsFrom(0)
  }

  take(entry: ReplayedEntry): void | Promise<void> {
    this.#size = entry.index + 1
    switch (entry.kind) {
      case 'calibration.appended':
        return both(this.#records.compare(entry.index, this.#recordRow(entry)), this.#undecided.append(entry))
      case 'calibration.corrected':
        return this.#takeCorrection(entry)
      case 'calibration.voided':
        return both(
          this.#records.compare(entry.index, rowOf(this.#markerRow(entry), entry.index)),
          this.#undecided.void(entry),
        )
      case 'calibration.approved':
      case 'calibration.rejected':
        return both(this.#decisions.compare(entry.index, decisionRow(entry)), this.#undecided.decide(entry))
      default:
        return undefined
    }
  }

  async compare(since: number): Promise<void> {
    await this.#compareCorrections()
    await this.#records.end()
    await this.#decisions.end()
    this.#records = this.#recordsFrom(this.#size)
    this.#decisions = this.#decisionsFrom(this.#size)
    await this.#undecided.compare(since)
  }

  #recordsFrom(index: number): RowsInOrder<EntryRow> {
    const found = streamCalibrationRows(this.#snapshot, index)
    const table = { table: 'calibrations', idColumn: 'calibration_id', rowKeyOf: byLedgerIndex, found }
    return new RowsInOrder(table, this.#findings)
  }

  #decisionsFrom(index: number): RowsInOrder<EntryRow> {
    const found = streamDecisionRows(this.#snapshot, index)
    const table = {
      table: 'calibration_decisions',
      idColumn: 'calibration_id',
      rowKeyOf: byLedgerIndex,
      found,
    }
    return new RowsInOrder(table, this.#findings)
  }

  #recordRow(entry: ReplayedEntry): RecordedRow {
    const { subject, payload, at, index } = entry
    const { reason = null } = payload as ReplayedRecord
    return recordedRow(entry, recordPayload, {
      calibration_id: subject.id,
      correction_reason: reason,
      record_type: 'calibration',
      voids_id: null,
      created_at: at,
      ledger_index: index,
      chain_first_ledger_index: index,
      feed_place: this.#feedPosition++,
      calibration_place: this.#calibrationPosition++,
    })
  }

  async #takeCorrection(entry: ReplayedEntry): Promise<void> {
    const { subject, payload, index } = entry
    const columns = this.#recordRow(entry).columns()
    const correctsId = String((payload as ReplayedRecord).calibration.corrects_id)
    const found = await this.#records.take(index)
    this.#corrections.push({ id: subject.id, correctsId, columns, index, found })
    if (this.#corrections.length >= this.#snapshot.heldMax) await this.#compareCorrections()
    await this.#undecided.append(entry)
  }

  async #compareCorrections(): Promise<void> {
    const corrections = this.#corrections
    this.#corrections = []
    const firsts = await this.#chains.firstsOf(corrections)
    for (const [position, { id, columns, index, found }] of corrections.entries()) {
      const recorded = { ...columns, chain_first_ledger_index: firsts[position] }
      this.#records.compareWith(found, id, { columns: recorded, index })
    }
  }

  #markerRow({ subject, payload, at, index }: ReplayedEntry): RowColumns {
    const recorded = payload as RecordedVoid
    return {
      ...NOTHING_STATED,
      calibration_id: recorded.void_id,
      instrument_id: recorded.instrument_id,
      performed_by: recorded.voided_by,
      performed_by_person_id: recorded.voided_by_person_id,
      performed_at: at,
      notes: recorded.reason,
      record_type: 'void',
      voids_id: subject.id,
      created_at: at,
      ledger_index: index,
      chain_first_ledger_index: null,
      feed_place: this.#feedPosition++,
      calibration_place: null,
    }
  }
}

/** Waits for both results if they are promises. */
function both(one: void | Promise<void>, other: void | Promise<void>): void | Promise<void> {
  return one || other ? Promise.all([one, other]).then(() => undefined) : undefined
}

function decisionRow(entry: ReplayedEntry): RecordedRow {
  const { kind, subject, payload, at, index } = entry
  const recorded = payload as RecordedDecision
  return recordedRow(entry, decisionPayload, {
    calibration_id: subject.id,
    decision: kind === 'calibration.approved' ? 'approved' : 'rejected',
    ledger_index: index,
    decided_at: at,
    reason: recorded.reason ?? null,
    signature_meaning: recorded.signature?.meaning ?? null,
    signed_leaf_hash: recorded.signature?.signed_leaf_hash ?? null,
  })
}
