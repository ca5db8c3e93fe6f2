import { chooseBasis, localDate } from '../../compliance/index.ts'
import type { BasisChange, InstrumentRow } from '../../instruments/index.ts'
import { quarantineChange, QUARANTINE_RULE, type QuarantineRule } from './quarantine-change.ts'
import type { CountingRecord } from '../read-store.ts'

/** What happened to the records of an instrument. */
export interface CountingChange {
  /** The record that counts among those from before, the one that ends left out. */
  readonly remaining: CountingRecord | undefined
  /** The record that was approved. */
  readonly approved?: Omit<CountingRecord, 'lastConclusive'>
  /** The record that counts no more, as it was voided or superseded. */
  readonly ended?: string | null
}

/** What the change depends on of the instrument as it was before. */
export type InstrumentBefore = Pick<
  InstrumentRow,
  'basisCalibrationId' | 'basisResult' | 'isQuarantined' | 'quarantineCalibrationId' | 'sentOutOn'
>

/**
 * What a decided, corrected or voided record means for its instrument (decisions, sections 5 and 6): which
 * record is the basis, and what that does to quarantine and sending out. Only a record that becomes the basis
 * by its approval ends a sending out: nothing comes back because another record is voided.
 * @param timeZone the workspace's
 * @param rule the one that held when the change was made
 */
export function basisChange(
  instrument: InstrumentBefore,
  timeZone: string,
  { remaining, approved, ended = null }: CountingChange,
  rule: QuarantineRule = QUARANTINE_RULE,
): BasisChange {
  const basis = chooseBasis([remaining, approved].filter((each) => each !== undefined))
  const lastConclusive = remaining?.lastConclusive ?? null
  return {
    basis: basis && {
      calibrationId: basis.id,
      performedAt: basis.performedAt,
      result: basis.result,
      chainIds: basis.chainIds,
    },
    quarantine: quarantineChange(rule, { instrument, basis, approved, lastConclusive, ended }),
    returnsFromSending:
      approved !== undefined &&
      basis === approved &&
      instrument.sentOutOn !== null &&
      localDate(approved.performedAt, timeZone) >= instrument.sentOutOn,
  }
}
