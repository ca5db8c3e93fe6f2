import {
  byLedgerIndex,
  columnsIn,
  RowsInOrder,
  type Findings,
  type PlacedRow,
  type Projection,
  type Replay,
  type ReplayedEntry,
} from '../ledger/index.ts'
import type { Snapshot } from '../../platform/db/index.ts'
import { CorrectionChains } from './correction-chains.ts'
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
  calibrationRows,
  countedRecords,
  decisionRows,
  undecidedRows,
  walkCalibrationRows,
  walkDecisionRows,
} from './projection-store.ts'
import { UndecidedRecords } from './undecided-records.ts'

/** Calibrations, void markers, decisions, and what waits for one, as the ledger tells them. */
export const calibrationProjection: Projection = {
  payloads: [recordPayload, approvalPayload, rejectionPayload, voidPayload],
  tables: [calibrationRows, decisionRows, undecidedRows],
  counts: (workspaceId) => [countedRecords(workspaceId)],
  begin: (snapshot, findings) => new RecordReplay(snapshot, findings),
}

/** Columns that are empty where an entry does not speak of them, as of void markers. */
const NOTHING_STATED = Object.fromEntries(Object.values(draftColumns).map((column) => [column, null]))

/** A correction that was built again but for the first of its chain, and the row that was found in its place. */
interface OpenCorrection {
  readonly id: string
  readonly correctsId: string
  readonly columns: PlacedRow
  readonly index: number
  readonly found: PlacedRow | undefined
}

class RecordReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #undecided: UndecidedRecords
  readonly #chains: CorrectionChains
  #records: RowsInOrder<PlacedRow>
  #decisions: RowsInOrder<PlacedRow>
  /** They wait for the first of their chains, to be looked up together. */
  #corrections: OpenCorrection[] = []
  #feedPlace = 0
  #calibrationPlace = 0
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
        return both(
          this.#records.compare(entry.index, this.#recordRow(entry), entry.index),
          this.#undecided.append(entry),
        )
      case 'calibration.corrected':
        return this.#takeCorrection(entry)
      case 'calibration.voided':
        return both(
          this.#records.compare(entry.index, this.#markerRow(entry), entry.index),
          this.#undecided.void(entry),
        )
      case 'calibration.approved':
      case 'calibration.rejected':
        return both(
          this.#decisions.compare(entry.index, decisionRow(entry), entry.index),
          this.#undecided.decide(entry),
        )
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

  #recordsFrom(index: number): RowsInOrder<PlacedRow> {
    const found = walkCalibrationRows(this.#snapshot, index)
    const table = { table: 'calibrations', idColumn: 'calibration_id', placeOf: byLedgerIndex, found }
    return new RowsInOrder(table, this.#findings)
  }

  #decisionsFrom(index: number): RowsInOrder<PlacedRow> {
    const found = walkDecisionRows(this.#snapshot, index)
    const table = {
      table: 'calibration_decisions',
      idColumn: 'calibration_id',
      placeOf: byLedgerIndex,
      found,
    }
    return new RowsInOrder(table, this.#findings)
  }

  #recordRow({ subject, payload, at, index }: ReplayedEntry): PlacedRow {
    const { reason = null } = payload as ToldRecord
    const columns = recordPayload.columns(payload)
    columns['calibration_id'] = subject.id
    columns['correction_reason'] = reason
    columns['record_type'] = 'calibration'
    columns['voids_id'] = null
    columns['created_at'] = at
    columns['ledger_index'] = index
    columns['chain_first_ledger_index'] = index
    columns['feed_place'] = this.#feedPlace++
    columns['calibration_place'] = this.#calibrationPlace++
    return columns as PlacedRow
  }

  async #takeCorrection(entry: ReplayedEntry): Promise<void> {
    const { subject, payload, index } = entry
    const columns = this.#recordRow(entry)
    const correctsId = String((payload as ToldRecord).calibration.corrects_id)
    const found = await this.#records.take(index)
    this.#corrections.push({ id: subject.id, correctsId, columns, index, found })
    if (this.#corrections.length >= this.#snapshot.heldMax) await this.#compareCorrections()
    await this.#undecided.append(entry)
  }

  async #compareCorrections(): Promise<void> {
    const corrections = this.#corrections
    this.#corrections = []
    const firsts = await this.#chains.firstsOf(corrections)
    for (const [place, { id, columns, index, found }] of corrections.entries()) {
      const recorded = { ...columns, chain_first_ledger_index: firsts[place] }
      this.#records.compareWith(found, id, { columns: recorded, index })
    }
  }

  #markerRow({ subject, payload, at, index }: ReplayedEntry): PlacedRow {
    const told = payload as ToldVoid
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

/** Waits for what there is to wait for. */
function both(one: void | Promise<void>, other: void | Promise<void>): void | Promise<void> {
  return one || other ? Promise.all([one, other]).then(() => undefined) : undefined
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
