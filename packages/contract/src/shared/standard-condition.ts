/** The condition of a reference standard when it was used, from good to worst. */
export const standardConditions = [
  'valid',
  'overdue',
  'never_calibrated',
  'failed',
  'quarantined',
  'out_of_service',
  'retired',
] as const
export type StandardCondition = (typeof standardConditions)[number]

/** The properties of a reference standard that determine its fitness for use. */
export interface StandardInUse {
  /** Whether it requires calibration: neither reference-only nor retired. */
  readonly inPlan: boolean
  /** When its effective calibration was performed, in API format; null without one. */
  readonly lastCalibrationAt: string | null
  /** Whether that calibration found it unfit. */
  readonly isUnfit: boolean
  /** Its due date, `YYYY-MM-DD`. */
  readonly dueDate: string | null
  readonly isQuarantined: boolean
  readonly isOutOfService: boolean
  /** In API format; null while it is in use. */
  readonly retiredAt: string | null
}

/**
 * Whether a reference standard was itself due when it was used: never calibrated, found unfit by then, or used after
 * its due date. A warning that blocks nothing.
 * @param usedAt when it was used, in API format
 * @param usedOn the same as a date in the workspace's time zone
 */
export function standardOverdue(standard: StandardInUse, usedAt: string, usedOn: string): boolean {
  const { inPlan, lastCalibrationAt, isUnfit, dueDate } = standard
  if (!inPlan) return false
  if (lastCalibrationAt === null) return true
  if (isUnfit) return hadFailed(standard, usedAt)
  return dueDate !== null && usedOn > dueDate
}

/**
 * Returns the condition of a reference standard when it was used; the most serious one if several apply. A failure
 * takes precedence over the quarantine that results from it, because it is more informative. Conditions that began
 * after the use do not count, as far as the register knows when they began.
 * @param usedAt when it was used, in API format
 * @param usedOn the same as a date in the workspace's time zone
 */
export function standardCondition(
  standard: StandardInUse,
  usedAt: string,
  usedOn: string,
): StandardCondition {
  const { retiredAt, lastCalibrationAt, isUnfit } = standard
  if (retiredAt !== null && usedAt >= retiredAt) return 'retired'
  if (standard.isOutOfService) return 'out_of_service'
  if (hadFailed(standard, usedAt)) return 'failed'
  const failedSince = isUnfit && lastCalibrationAt !== null
  if (standard.isQuarantined && !failedSince) return 'quarantined'
  if (!standardOverdue(standard, usedAt, usedOn)) return 'valid'
  return lastCalibrationAt === null ? 'never_calibrated' : 'overdue'
}

function hadFailed({ isUnfit, lastCalibrationAt }: StandardInUse, usedAt: string): boolean {
  return isUnfit && lastCalibrationAt !== null && usedAt >= lastCalibrationAt
}
