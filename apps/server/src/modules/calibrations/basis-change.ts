import { chooseBasis, isFailing, localDate } from '../compliance/index.ts'
import type { BasisChange, InstrumentRow } from '../instruments/index.ts'
import type { CountingRecord } from './read-store.ts'

/** What happened to the records of an instrument. */
export interface CountingChange {
  /** The record that counts among those from before, the one that ends left out. */
  readonly remaining: CountingRecord | undefined
  /** The record that was approved. */
  readonly approved?: CountingRecord
  /** The record that counts no more, as it was voided or superseded. */
  readonly ended?: string | null
}

/**
 * What a decided, corrected or voided record means for its instrument (decisions, sections 5 and 6): which
 * record is the basis, and what that does to quarantine and sending out. Only a record that becomes the basis
 * by its approval sets or clears a quarantine; one whose cause ends is lifted.
 * @param timeZone the workspace's
 */
export function basisChange(
  instrument: Pick<InstrumentRow, 'quarantineCalibrationId' | 'sentOutOn'>,
  timeZone: string,
  { remaining, approved, ended }: CountingChange,
): BasisChange {
  const basis = chooseBasis([remaining, approved].filter((each) => each !== undefined))
  const becomesBasis = approved !== undefined && basis === approved
  const causeEnds = ended != null && instrument.quarantineCalibrationId === ended
  return {
    basis: basis && {
      calibrationId: basis.id,
      performedAt: basis.performedAt,
      result: basis.result,
      chainIds: basis.chainIds,
    },
    quarantine: (becomesBasis && quarantineBy(approved)) || (causeEnds ? 'lift' : 'keep'),
    returnsFromSending:
      becomesBasis &&
      instrument.sentOutOn !== null &&
      localDate(approved.performedAt, timeZone) >= instrument.sentOutOn,
  }
}

/** A limited calibration neither sets nor clears one. */
function quarantineBy({ id, result }: CountingRecord): BasisChange['quarantine'] | undefined {
  if (isFailing(result)) return { causedBy: id }
  return result === 'LIMITED_CALIBRATION' ? undefined : 'lift'
}
