import { chooseBasis, type BasisCandidate } from '../compliance/index.ts'
import type {
  BasisChange,
  CalibrationEffects,
  CalibrationResult,
  RegisterThen,
} from '../instruments/index.ts'
import type { ReplayedEntry } from '../ledger/index.ts'
import { basisChange, type CountingChange } from './basis-change.ts'
import type { ToldApproval, ToldRecord, ToldVoid } from './ledger-payload.ts'
import { isConclusive, type QuarantineRule } from './quarantine-change.ts'
import type { CountingRecord } from './read-store.ts'

/** A record as far as the choice of the basis needs to know of it. */
type Candidate = { -readonly [Member in keyof BasisCandidate]: BasisCandidate[Member] } & {
  readonly instrumentId: string
  readonly result: CalibrationResult
  readonly performedAt: string
  readonly correctsId: string | null
  readonly isStartingRecord: boolean
}

/** The records of one instrument, and the one among them that counts. */
interface History {
  readonly records: Candidate[]
  basis: Candidate | null
}

/**
 * The calibrations as the entries so far tell of them, and what each entry means for its instrument: by the
 * rules by which records were approved, corrected and voided.
 */
export class ToldRecords implements CalibrationEffects {
  readonly #records = new Map<string, Candidate>()
  readonly #histories = new Map<string, History>()

  of(entry: ReplayedEntry, then: RegisterThen): { instrumentId: string; change: BasisChange } | undefined {
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

  #append({ subject, payload, index }: ReplayedEntry): undefined {
    const { calibration } = payload as ToldRecord
    const correctsId = calibration.corrects_id
    const record: Candidate = {
      id: subject.id,
      instrumentId: calibration.instrument_id,
      result: calibration.result,
      performedAt: calibration.performed_at,
      ledgerIndex: index,
      chainFirstLedgerIndex: correctsId === null ? index : this.#record(correctsId).chainFirstLedgerIndex,
      correctsId,
      isStartingRecord: calibration.is_starting_record,
      approved: false,
      supersededById: null,
      voided: false,
    }
    this.#records.set(record.id, record)
    this.#historyOf(record).records.push(record)
    return undefined
  }

  #approve({ subject, payload }: ReplayedEntry, then: RegisterThen) {
    const record = this.#record(subject.id)
    const { supersedes_id: ended, quarantine_rule: rule } = payload as ToldApproval
    if (ended !== null) this.#record(ended).supersededById = record.id
    const remaining = this.#remaining(record)
    record.approved = true
    const approved = { ...record, chainIds: this.#chainOf(record) }
    return this.#effect(record, then, { remaining, approved, ended }, rule)
  }

  #void({ subject, payload }: ReplayedEntry, then: RegisterThen) {
    const record = this.#record(subject.id)
    record.voided = true
    const { quarantine_rule: rule } = payload as ToldVoid
    return this.#effect(record, then, { remaining: this.#remaining(record), ended: record.id }, rule)
  }

  #effect(record: Candidate, then: RegisterThen, counting: CountingChange, rule: QuarantineRule) {
    const { instrumentId } = record
    const change = basisChange(then.instrument(instrumentId), then.timeZone(), counting, rule)
    this.#historyOf(record).basis = change.basis === null ? null : this.#record(change.basis.calibrationId)
    // A starting point is entered with its instrument and finds nothing to change but the basis.
    const quiet = { quarantine: 'keep', returnsFromSending: false } as const
    return {
      instrumentId,
      change: record.isStartingRecord && counting.approved ? { ...change, ...quiet } : change,
    }
  }

  /** What counts of an instrument's records, before one is approved and after one ended. */
  #remaining(record: Candidate): CountingRecord | undefined {
    const history = this.#historyOf(record)
    const { basis } = history
    const stands = basis === null || (basis.supersededById === null && !basis.voided)
    const remaining = stands ? basis : chooseBasis(history.records)
    if (!remaining) return undefined
    const lastConclusive = isConclusive(remaining)
      ? remaining
      : chooseBasis(history.records.filter(isConclusive))
    return { ...remaining, chainIds: this.#chainOf(remaining), lastConclusive }
  }

  #chainOf({ id, correctsId }: Candidate): string[] {
    return correctsId === null ? [id] : [id, ...this.#chainOf(this.#record(correctsId))]
  }

  #record(id: string): Candidate {
    const record = this.#records.get(id)
    if (!record) throw new Error(`no earlier entry tells of calibration ${id}`)
    return record
  }

  #historyOf({ instrumentId }: Candidate): History {
    let history = this.#histories.get(instrumentId)
    if (!history) this.#histories.set(instrumentId, (history = { records: [], basis: null }))
    return history
  }
}
