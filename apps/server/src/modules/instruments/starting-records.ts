import type { Actor } from '../../platform/actor.ts'
import type { Transaction } from '../../platform/db/index.ts'
import type { AppendedEntry, EntryDraft } from '../ledger/index.ts'
import type { WorkspaceSettings } from '../workspaces/index.ts'
import type { InstrumentRow } from './instrument.ts'

/** An instrument that is about to be entered: everything but its place in the ledger. */
export type NewInstrument = Omit<InstrumentRow, 'createdAt' | 'updatedAt' | 'ledgerIndex'>

/** What a starting record is made from. */
export interface StartingPoint {
  /** The instrument before the record counts: without a basis. Its row is not written yet. */
  readonly instrument: NewInstrument
  /** When the calibration was performed, in the form of the API. */
  readonly performedAt: string
  readonly actor: Actor
  readonly workspace: WorkspaceSettings
}

/** A starting record that is ready for the ledger. */
export interface StartingRecord {
  readonly calibrationId: string
  /** Entries for the ledger, in order; they follow the entry of the instrument at the same instant. */
  readonly entries: readonly EntryDraft[]
  /**
   * Writes the approved record. Called once, in the transaction of the draft, after the ledger took
   * the entries and the row of the instrument was written.
   * @param places where the entries stand, in their order
   */
  insert(tx: Transaction, places: readonly AppendedEntry[]): void
}

/**
 * The way to the calibrations, which stand above the register: an instrument that is entered with
 * `last_calibration_date` gets an approved record with the result PASS as its basis (decisions, section 7).
 */
export interface StartingRecords {
  /** Prepares the record; may read, must not write or lock. */
  draft(tx: Transaction, point: StartingPoint): Promise<StartingRecord>
}
