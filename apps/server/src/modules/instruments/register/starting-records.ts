import type { Transaction } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import type { AppendedEntry, EntryDraft } from '../../ledger/index.ts'
import type { PlaceParticulars } from '../choose-place.ts'
import type { InstrumentRow } from '../instrument.ts'

/** An instrument that is about to be entered: everything but its place in the ledger. */
export type NewInstrument = Omit<InstrumentRow, 'createdAt' | 'updatedAt' | 'ledgerIndex'>

/** What a starting record is made from. */
export interface NewStartingRecord {
  /** The instrument before the record counts: without a basis. Its row is not written yet. */
  readonly instrument: NewInstrument
  readonly particulars: PlaceParticulars
  /** When the calibration was performed, in the form of the API. */
  readonly performedAt: string
  /** The due date that it states itself; null where it follows from the interval. */
  readonly nextDueDate: string | null
}

/** A starting record that is ready for the ledger. */
export interface StartingRecord {
  readonly calibrationId: string
  /** Entries for the ledger, in order; they follow the entry of the instrument at the same instant. */
  readonly entries: readonly EntryDraft[]
}

/** Starting records of one transaction. */
export interface DraftedRecords {
  /** In the order of their points. */
  readonly records: readonly StartingRecord[]
  /**
   * Writes the approved records. Called once, after the ledger took the entries; travels with the rows of the instruments.
   * @param positions of the entries of each, in their order
   */
  insert(tx: Transaction, positions: readonly (readonly AppendedEntry[])[]): void
}

/**
 * The way to the calibrations, which stand above the register: an instrument that is entered with
 * `last_calibration_date` gets an approved record with the result PASS as its basis (decisions, section 7).
 */
export interface StartingRecords {
  /**
   * Prepares records of different instruments; may read, must not write.
   * @param caller who enters them, with the settings that hold
   */
  draft(tx: Transaction, caller: Caller, points: readonly NewStartingRecord[]): Promise<DraftedRecords>
}
