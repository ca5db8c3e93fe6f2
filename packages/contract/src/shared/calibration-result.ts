/** Results of a calibration (contract, "CalibrationRecord"). */
export const calibrationResults = [
  'PASS',
  'PASS_WITH_ADJUSTMENT',
  'LIMITED_CALIBRATION',
  'FAIL',
  'DAMAGED',
] as const
export type CalibrationResult = (typeof calibrationResults)[number]

/**
 * Results that leave an instrument unfit: with one of them as its basis, the instrument is due immediately
 * and not compliant, regardless of its interval. Source: decisions, "Due dates and compliance".
 */
export const failingResults: readonly CalibrationResult[] = ['FAIL', 'DAMAGED']

/** Results that pass an instrument without a restriction. */
const passingResults: readonly CalibrationResult[] = ['PASS', 'PASS_WITH_ADJUSTMENT']

/** The result of an instrument that passes as it was found. */
export const PASSED_AS_FOUND: CalibrationResult = 'PASS'

/** Whether a result leaves an instrument unfit. */
export function isFailing(result: string | null | undefined): boolean {
  return failingResults.some((failing) => failing === result)
}

/** Whether a result passes an instrument without a restriction. */
export function isPassing(result: string | null | undefined): boolean {
  return passingResults.some((passing) => passing === result)
}
