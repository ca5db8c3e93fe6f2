import { isPassing } from '../shared/calibration-result.ts'
import type { ComparedTexts } from './interpretation.ts'
import { isBlank } from './normalise-text.ts'
import { outOfTolerance } from './out-of-tolerance.ts'

/** The parts of a calibration record that the out-of-tolerance pass rule uses. */
export interface JudgedRecord extends ComparedTexts {
  readonly result: string | null | undefined
  /** The written justification; white space alone does not count. */
  readonly outOfToleranceImpact?: string | null | undefined
}

/**
 * Whether the record is refused with PASS_OVER_TOLERANCE_REASON_REQUIRED: it passes the instrument although its final
 * reading is out of tolerance, without a justification. The type of calibration makes no difference. Source: contract,
 * "Out-of-tolerance pass rule".
 */
export function passNeedsJustification(record: JudgedRecord): boolean {
  if (!isPassing(record.result) || !isBlank(record.outOfToleranceImpact)) return false
  return outOfTolerance(record).verdict === 'outside'
}
