import type { Measurement } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import type { Caller } from '../access/index.ts'
import type { InstrumentRow } from '../instruments/index.ts'
import type { CalibrationRow } from './record.ts'

/** What use cases of calibrations work with. */
export interface CalibrationDeps extends RecordingDeps {
  readonly db: Database
}

/** The same within a transaction. */
export interface RecordingDeps {
  readonly clock: Clock
  /** Left out where records are looked at alone, as in tests. */
  readonly followRecords?: FollowRecords | undefined
}

/** A record took effect, or ended, or one took the place of another. */
export interface EffectChange {
  /** The instrument, which the transaction holds locked. */
  readonly instrument: InstrumentRow
  /** The record that took effect, and how its points are read; null where a record ended alone. */
  readonly approved: {
    readonly row: CalibrationRow
    readonly points: () => Promise<readonly Measurement[] | null>
  } | null
  /** The record that is in effect no more; null where none ended. */
  readonly endedId: string | null
}

/** What follows from records, in their transaction and after they were written. Higher modules say what that is. */
export type FollowRecords = (
  tx: Transaction,
  clock: Clock,
  caller: Caller,
  changes: readonly EffectChange[],
) => Promise<void>
