import { columnsAfter, type ReplayedEntry } from '../ledger/index.ts'
import { ToldPlaces } from '../workspaces/index.ts'
import { afterBasis, type BasisChange } from './apply-basis.ts'
import type { DerivedFields, InstrumentRow, StandingFields } from './instrument.ts'
import { fieldsOfColumns, instrumentPayload, type RecordedFields } from './ledger-payload.ts'

/** What the register looked like when an entry was made. */
export interface RegisterThen {
  /** Raises Error for an instrument that no entry told of. */
  instrument(instrumentId: string): InstrumentRow
  /** The workspace's zone. */
  timeZone(): string
}

/**
 * How entries about calibrations bear on the register, which stands below the calibrations. It follows all of
 * them, from the first on.
 */
export interface CalibrationEffects {
  /** What an entry means for its instrument; undefined where the records that count stay the same. */
  of(entry: ReplayedEntry, then: RegisterThen): { instrumentId: string; change: BasisChange } | undefined
}

/** What an instrument begins with beside what its first entry tells. */
const BEGINNING: DerivedFields & Pick<StandingFields, 'retiredAt' | 'extensionGrantedAt'> = {
  retiredAt: null,
  extensionGrantedAt: null,
  basisCalibrationId: null,
  basisPerformedAt: null,
  basisResult: null,
  extensionHolds: false,
  complianceGroup: 'never',
  dueDate0: null,
  dueDate1: null,
  siteDueDate0: null,
  siteDueDate1: null,
}

/**
 * The instruments as the entries so far tell of them, by the rules that wrote them. Due dates, group and the
 * zone of the site are left open: they follow from the rest at any time.
 */
export class ToldRegister implements RegisterThen {
  readonly places: ToldPlaces = new ToldPlaces()
  readonly rows = new Map<string, InstrumentRow>()
  readonly #effects: CalibrationEffects

  constructor(effects: CalibrationEffects) {
    this.#effects = effects
  }

  instrument(instrumentId: string): InstrumentRow {
    const row = this.rows.get(instrumentId)
    if (!row) throw new Error(`no earlier entry tells of instrument ${instrumentId}`)
    return row
  }

  timeZone(): string {
    return this.places.timeZone()
  }

  take(entry: ReplayedEntry): void {
    this.places.take(entry)
    const { kind, subject } = entry
    if (kind === 'instrument.created') return this.#enter(entry)
    if (subject.type === 'instrument') return this.#change(subject.id, fieldsAfter(entry), entry)
    if (subject.type === 'calibration') return this.#applyEffect(entry)
    if (kind === 'workspace.due_dates_recomputed') {
      const { instrument_ids: ids } = entry.payload as { instrument_ids: string[] }
      for (const id of ids) this.#change(id, {}, entry)
    }
  }

  #enter({ subject, payload, at, index }: ReplayedEntry): void {
    const fields = fieldsOfColumns(instrumentPayload.columns(payload)) as RecordedFields
    const stamps = { createdAt: at, updatedAt: at, ledgerIndex: index, siteTimeZone: null }
    this.rows.set(subject.id, { ...BEGINNING, ...fields, instrumentId: subject.id, ...stamps })
  }

  #change(id: string, fields: Partial<InstrumentRow>, { at, index }: ReplayedEntry): void {
    Object.assign(this.instrument(id), fields, { updatedAt: at, ledgerIndex: index })
  }

  #applyEffect(entry: ReplayedEntry): void {
    const effect = this.#effects.of(entry, this)
    if (!effect) return
    const after = afterBasis(this.instrument(effect.instrumentId), effect.change)
    if (after) this.#change(effect.instrumentId, after, entry)
  }
}

/** The fields that an entry tells, and those that are its own time. */
function fieldsAfter(entry: ReplayedEntry): Partial<InstrumentRow> {
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
