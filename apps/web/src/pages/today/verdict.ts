import type { Summary } from '@plumbline/contract'

/** Whether an auditor may come: `bad` not yet, `soon` with work waiting, `good` without. */
export type VerdictLevel = 'bad' | 'soon' | 'good'

/** What speaks for the verdict. */
export type VerdictPoint =
  | 'overdue'
  | 'overduePending'
  | 'failed'
  | 'notCalibrated'
  | 'notCalibratedPending'
  | 'unfitStandards'
  | 'waiting'
  | 'dueThisWeek'

/** The verdict with its points, most serious first; points with a count of zero are omitted. */
export interface Verdict {
  level: VerdictLevel
  points: { point: VerdictPoint; count: number }[]
}

/** Points that an auditor must not find. */
const grave: ReadonlySet<VerdictPoint> = new Set([
  'overdue',
  'overduePending',
  'failed',
  'notCalibrated',
  'notCalibratedPending',
])

/** Returns the audit readiness: no instrument in use may lack a valid calibration. */
export function verdictOf(summary: Summary): Verdict {
  const { in_use: inUse, unfit_standards: standards, pending_approvals: waiting } = summary
  const all: Verdict['points'] = [
    // Calibrations pending approval do not need to be performed.
    { point: 'overdue', count: inUse.overdue - inUse.overdue_pending },
    { point: 'overduePending', count: inUse.overdue_pending },
    { point: 'failed', count: inUse.failed },
    { point: 'notCalibrated', count: inUse.not_calibrated - inUse.not_calibrated_pending },
    { point: 'notCalibratedPending', count: inUse.not_calibrated_pending },
    // They are not in use, but calibrations performed with them must be reviewed.
    { point: 'unfitStandards', count: standards.failed + standards.quarantined },
    { point: 'waiting', count: waiting },
    { point: 'dueThisWeek', count: summary.due_by_week[0]?.count ?? 0 },
  ]
  const points = all.filter(({ count }) => count > 0)
  if (points.some(({ point }) => grave.has(point))) {
    const shown = points.filter(({ point }) => grave.has(point) || point === 'unfitStandards')
    return { level: 'bad', points: shown }
  }
  return { level: points.length > 0 ? 'soon' : 'good', points }
}

/** Whether no instrument is in the calibration plan. */
export function isPlanEmpty({ compliance }: Summary): boolean {
  return Object.values(compliance).every((count) => count === 0)
}
