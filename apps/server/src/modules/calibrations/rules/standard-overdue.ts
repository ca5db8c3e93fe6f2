/** A reference standard as far as its own calibration goes. */
export interface StandardInUse {
  /** Whether it has to be calibrated at all: neither reference-only nor retired. */
  readonly inPlan: boolean
  /** When the calibration that counts was performed, in the form of the API; null without one. */
  readonly lastCalibrationAt: string | null
  /** Whether that calibration found it unfit. */
  readonly isUnfit: boolean
  /** Its due date, `YYYY-MM-DD`. */
  readonly dueDate: string | null
}

/**
 * Whether a reference standard was itself due when it was used: never calibrated, found unfit by then, or
 * used after its due date. A warning that blocks nothing.
 * @param usedAt when it was used, in the form of the API
 * @param usedOn the same as a date in the workspace's zone
 */
export function standardOverdue(standard: StandardInUse, usedAt: string, usedOn: string): boolean {
  const { inPlan, lastCalibrationAt, isUnfit, dueDate } = standard
  if (!inPlan) return false
  if (lastCalibrationAt === null) return true
  if (isUnfit) return usedAt >= lastCalibrationAt
  return dueDate !== null && usedOn > dueDate
}
