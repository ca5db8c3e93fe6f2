import type { Measurement } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import type { Caller } from '../access/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import type { CalibrationRow } from './record.ts'

/** Dependencies of the calibration use cases. */
export interface CalibrationDeps extends RecordingDeps {
  readonly db: Database
}

/** Dependencies within a transaction. */
export interface RecordingDeps {
  readonly clock: Clock
  /** Omitted in isolated tests of records. */
  readonly followRecords?: FollowRecords | undefined
}

/** A record took effect or ended, or one replaced another. */
export interface EffectChange {
  /** The instrument, which the transaction has locked. */
  readonly instrument: InstrumentRow
  /** The record that took effect, and how to read its points; null if a record only ended. */
  readonly approved: {
    readonly row: CalibrationRow
    readonly points: () => Promise<readonly Measurement[] | null>
  } | null
  /** The record that is no longer in effect; null if none ended. */
  readonly endedId: string | null
}

/**
 * Applies the consequences of records, in the same transaction and after the records are written. Higher modules
 * define them.
 */
export type FollowRecords = (
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  changes: readonly EffectChange[],
) => Promise<void>
