import type { CalibrationResult, ExclusionReason } from '@plumbline/contract'

/** What one record shows about the interval that it ended. */
export interface RecordAsFound {
  readonly result: CalibrationResult
  /** Whether any as-found reading was out of tolerance; null if none could be compared. */
  readonly asFoundOut: boolean | null
}

/** Whether the instrument was in tolerance at the end of an interval, or why that is unknown. */
export type IntervalEvent = { readonly inTolerance: boolean } | { readonly excluded: ExclusionReason }

const EXCLUDED: Readonly<Record<Exclude<CalibrationResult, 'PASS'>, ExclusionReason>> = {
  PASS_WITH_ADJUSTMENT: 'adjusted',
  LIMITED_CALIBRATION: 'limited',
  FAIL: 'failed',
  DAMAGED: 'damaged',
}

/**
 * Returns the event of a record. Only the as-found state counts. If no as-found reading can be compared, an instrument
 * that passed as found was in tolerance; if it was adjusted, limited, failed or damaged, its earlier state is unknown.
 */
export function intervalEvent({ result, asFoundOut }: RecordAsFound): IntervalEvent {
  if (asFoundOut !== null) return { inTolerance: !asFoundOut }
  return result === 'PASS' ? { inTolerance: true } : { excluded: EXCLUDED[result] }
}
