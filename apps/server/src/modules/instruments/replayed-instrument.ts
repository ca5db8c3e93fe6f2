import { columnsAfter, type CollectedEntry, type ReplayedEntry } from '../ledger/index.ts'
import { afterBasis, type BasisChange } from './schedule/apply-basis.ts'
import type { DerivedFields, InstrumentRow, LifecycleFields } from './instrument.ts'
import { fieldsOfColumns, instrumentPayload, type RecordedFields } from './ledger-payload.ts'

/** An instrument as it was when an entry was made. */
export interface InstrumentAtEntry {
  readonly instrument: InstrumentRow
  /** The workspace's time zone. */
  readonly timeZone: string
}

/** The effects of entries about the calibrations of one instrument, replayed from the first on. */
export interface EffectsOnInstrument {
  /** Returns undefined if the records that count stay the same. */
  of(entry: CollectedEntry, then: InstrumentAtEntry): BasisChange | undefined
}

/** How entries about calibrations affect the register, which is in a lower module than the calibrations. */
export interface CalibrationEffects {
  /**
   * Returns the instrument that an entry concerns, with the part of the payload that determines the effects;
   * otherwise undefined.
   */
  concerns(entry: ReplayedEntry): { id: string; payload: unknown } | undefined
  /** Starts following one instrument. */
  ofOne(): EffectsOnInstrument
}

/** Initial values of an instrument in addition to those recorded by its first entry. */
const BEGINNING: DerivedFields & Pick<LifecycleFields, 'retiredAt' | 'extensionGrantedAt'> = {
  retiredAt: null,
  extensionGrantedAt: null,
  basisCalibrationId: null,
  basisPerformedAt: null,
  basisResult: null,
  basisNextDueDate: null,
  extensionHolds: false,
  complianceGroup: 'never',
  dueDate0: null,
  dueDate1: null,
  siteDueDate0: null,
  siteDueDate1: null,
}

/**
 * One instrument as described by the entries so far, by the rules under which they were written. Due dates, group and
 * the time zone of the site are left open: they can be derived from the rest at any time.
 */
export class ReplayedInstrument {
  readonly #id: string
  readonly #effects: EffectsOnInstrument
  #row: InstrumentRow | undefined

  constructor(id: string, effects: EffectsOnInstrument) {
    this.#id = id
    this.#effects = effects
  }

  /** Throws Error for an instrument that no entry creates. */
  get row(): InstrumentRow {
    if (!this.#row) throw new Error(`no earlier entry creates instrument ${this.#id}`)
    return this.#row
  }

  /** @param timeZone the workspace's when the entry was made */
  take(entry: CollectedEntry, timeZone: string): void {
    const { kind, subject } = entry
    if (kind === 'instrument.created') return this.#enter(entry)
    if (subject.type === 'instrument') return this.#change(fieldsAfter(entry), entry)
    if (kind === 'workspace.due_dates_recomputed') return this.#change({}, entry)
    const change = this.#effects.of(entry, { instrument: this.row, timeZone })
    const after = change && afterBasis(this.row, change)
    if (!after) return undefined
    this.#row = after
    return this.#change({}, entry)
  }

  #enter({ payload, at, index }: CollectedEntry): void {
    const fields = fieldsOfColumns(instrumentPayload.columns(payload)) as RecordedFields
    const stamps = { createdAt: at, updatedAt: at, ledgerIndex: index, siteTimeZone: null }
    this.#row = { ...BEGINNING, ...fields, instrumentId: this.#id, ...stamps }
  }

  #change(fields: Partial<InstrumentRow>, { at, index }: CollectedEntry): void {
    Object.assign(this.row, fields, { updatedAt: at, ledgerIndex: index })
  }
}

/** Returns the fields of an entry, and those that are its own time. */
function fieldsAfter(entry: CollectedEntry): Partial<InstrumentRow> {
  const fields = fieldsOfColumns(columnsAfter(entry))
  switch (entry.kind) {
    case 'instrument.retired':
      return { ...fields, retiredAt: entry.at }
    case 'instrument.due_extended':
      return { ...fields, extensionGrantedAt: entry.at, extensionHolds: true }
    case 'instrument.due_extension_removed':
      return { ...fields, extensionGrantedAt: null, extensionHolds: false }
    default:
      return fields
  }
}
