import type { CalibrationResult } from '@plumbline/contract'
import { chooseBasis, type BasisCandidate } from '../../compliance/index.ts'
import type {
  BasisChange,
  CalibrationEffects,
  EffectsOnInstrument,
  InstrumentAtEntry,
} from '../../instruments/index.ts'
import type { CollectedEntry } from '../../ledger/index.ts'
import type { RecordedApproval, ReplayedRecord, RecordedVoid } from '../ledger-payload.ts'
import {
  basisChange,
  isConclusive,
  type CountingChange,
  type CountingRecord,
  type QuarantineRule,
} from '../write/effect.ts'

/** A record, reduced to what the choice of the basis requires. */
type Candidate = { -readonly [Member in keyof BasisCandidate]: BasisCandidate[Member] } & {
  readonly result: CalibrationResult
  readonly performedAt: string
  readonly nextDueDate: string | null
  readonly correctsId: string | null
  readonly isStartingRecord: boolean
}

/** How entries about calibrations affect their instruments, by the rules under which they were written. */
export const calibrationEffects: CalibrationEffects = {
  concerns: (entry) => {
    switch (entry.kind) {
      case 'calibration.appended':
      case 'calibration.corrected': {
        const {
          instrument_id: id,
          corrects_id,
          result,
          performed_at,
          next_due_date,
          is_starting_record,
        } = (entry.payload as ReplayedRecord).calibration
        return {
          id,
          payload: {
            corrects_id,
            result,
            performed_at,
            next_due_date,
            is_starting_record,
          } satisfies PayloadOfRecord,
        }
      }
      case 'calibration.approved': {
        const { instrument_id: id, supersedes_id, quarantine_rule } = entry.payload as RecordedApproval
        return { id, payload: { supersedes_id, quarantine_rule } }
      }
      case 'calibration.voided': {
        const { instrument_id: id, quarantine_rule } = entry.payload as RecordedVoid
        return { id, payload: { quarantine_rule } }
      }
      default:
        return undefined
    }
  },
  ofOne: () => new RecordsOfInstrument(),
}

type PayloadOfRecord = Pick<
  ReplayedRecord['calibration'],
  'corrects_id' | 'result' | 'performed_at' | 'next_due_date' | 'is_starting_record'
>

/** The records of one instrument as described by the entries so far, and the record that counts. */
class RecordsOfInstrument implements EffectsOnInstrument {
  readonly #records = new Map<string, Candidate>()
  #basis: Candidate | null = null

  of(entry: CollectedEntry, then: InstrumentAtEntry): BasisChange | undefined {
    switch (entry.kind) {
      case 'calibration.appended':
      case 'calibration.corrected':
        return this.#append(entry)
      case 'calibration.approved':
        return this.#approve(entry, then)
      case 'calibration.voided':
        return this.#void(entry, then)
      default:
        return undefined
    }
  }

  #append({ subject, payload, index }: CollectedEntry): undefined {
    const recorded = payload as PayloadOfRecord
    const { corrects_id: correctsId, result, performed_at, next_due_date: nextDueDate } = recorded
    this.#records.set(subject.id, {
      id: subject.id,
      result,
      performedAt: performed_at,
      nextDueDate,
      ledgerIndex: index,
      chainFirstLedgerIndex: correctsId === null ? index : this.#record(correctsId).chainFirstLedgerIndex,
      correctsId,
      isStartingRecord: recorded.is_starting_record,
      approved: false,
      supersededById: null,
      voided: false,
    })
  }

  #approve({ subject, payload }: CollectedEntry, then: InstrumentAtEntry): BasisChange {
    const record = this.#record(subject.id)
    const { supersedes_id: ended, quarantine_rule: rule } = payload as RecordedApproval
    if (ended !== null) this.#record(ended).supersededById = record.id
    const remaining = this.#remaining()
    record.approved = true
    const approved = { ...record, chainIds: this.#chainOf(record) }
    return this.#effect(record, then, { remaining, approved, ended }, rule)
  }

  #void({ subject, payload }: CollectedEntry, then: InstrumentAtEntry): BasisChange {
    const record = this.#record(subject.id)
    record.voided = true
    const { quarantine_rule: rule } = payload as RecordedVoid
    return this.#effect(record, then, { remaining: this.#remaining(), ended: record.id }, rule)
  }

  #effect(record: Candidate, then: InstrumentAtEntry, counting: CountingChange, rule: QuarantineRule) {
    const change = basisChange(then.instrument, then.timeZone, counting, rule)
    this.#basis = change.basis === null ? null : this.#record(change.basis.calibrationId)
    // A starting record is entered with its instrument, so it only changes the basis.
    const quiet = { quarantine: 'keep', returnsFromSending: false } as const
    return record.isStartingRecord && counting.approved ? { ...change, ...quiet } : change
  }

  /** The record that counts among the others, before one is approved or after one has ended. */
  #remaining(): CountingRecord | undefined {
    const basis = this.#basis
    const stands = basis === null || (basis.supersededById === null && !basis.voided)
    const remaining = stands ? basis : chooseBasis([...this.#records.values()])
    if (!remaining) return undefined
    const lastConclusive = isConclusive(remaining)
      ? remaining
      : chooseBasis([...this.#records.values()].filter(isConclusive))
    return { ...remaining, chainIds: this.#chainOf(remaining), lastConclusive }
  }

  #chainOf({ id, correctsId }: Candidate): string[] {
    return correctsId === null ? [id] : [id, ...this.#chainOf(this.#record(correctsId))]
  }

  #record(id: string): Candidate {
    const record = this.#records.get(id)
    if (!record) throw new Error(`no earlier entry creates calibration ${id}`)
    return record
  }
}
