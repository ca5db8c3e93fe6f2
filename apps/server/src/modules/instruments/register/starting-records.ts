import type { Transaction } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import type { AppendedEntry, EntryDraft } from '../../ledger/index.ts'
import type { SiteDetails } from '../choose-site.ts'
import type { InstrumentRow } from '../instrument.ts'

/** An instrument about to be entered, complete except for its position in the ledger. */
export type NewInstrument = Omit<InstrumentRow, 'createdAt' | 'updatedAt' | 'ledgerIndex'>

/** The data of a starting record. */
export interface NewStartingRecord {
  /** The instrument before the record counts, without a basis. Its row has not been written yet. */
  readonly instrument: NewInstrument
  readonly siteDetails: SiteDetails
  /** When the calibration was performed, in API format. */
  readonly performedAt: string
  /** The due date that it states; null if it follows from the interval. */
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
   * Writes the approved records. Called once, after the entries have been appended to the ledger; sent together with
   * the rows of the instruments.
   * @param positions of the entries of each, in order
   */
  insert(tx: Transaction, positions: readonly (readonly AppendedEntry[])[]): void
}

/**
 * Access to calibrations, which are in a higher module: an instrument entered with `last_calibration_date` gets an
 * approved record with the result PASS as its basis (decisions, section 7).
 */
export interface StartingRecords {
  /**
   * Prepares records of different instruments; may read, must not write.
   * @param caller who enters them, with the settings in force
   */
  draft(tx: Transaction, caller: Caller, points: readonly NewStartingRecord[]): Promise<DraftedRecords>
}
