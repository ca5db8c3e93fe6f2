import type { CalibrationResult, ExclusionReason } from '@plumbline/contract'

/** What one record says of the interval that ended with it. */
export interface RecordAsFound {
  readonly result: CalibrationResult
  /** Whether any reading as found was out of tolerance; null where none could be compared. */
  readonly asFoundOut: boolean | null
}

/** Whether the instrument was in tolerance at the end of an interval, or why that is not known. */
export type IntervalEvent = { readonly inTolerance: boolean } | { readonly excluded: ExclusionReason }

const EXCLUDED: Readonly<Record<Exclude<CalibrationResult, 'PASS'>, ExclusionReason>> = {
  PASS_WITH_ADJUSTMENT: 'adjusted',
  LIMITED_CALIBRATION: 'limited',
  FAIL: 'failed',
  DAMAGED: 'damaged',
}

/**
 * As found decides. Where nothing as found can be compared, an instrument that passed as it was found was in tolerance;
 * of one that was adjusted, limited, failed or damaged the state before is not known.
 */
export function intervalEvent({ result, asFoundOut }: RecordAsFound): IntervalEvent {
  if (asFoundOut !== null) return { inTolerance: !asFoundOut }
  return result === 'PASS' ? { inTolerance: true } : { excluded: EXCLUDED[result] }
}
