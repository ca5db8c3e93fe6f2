import type { Summary } from '@plumbline/contract'

/** Whether an auditor may come: `bad` not yet, `soon` with work waiting, `good` without. */
export type VerdictLevel = 'bad' | 'soon' | 'good'

/** What speaks for the verdict. */
export type VerdictPoint = 'overdue' | 'failed' | 'notCalibrated' | 'waiting' | 'dueThisWeek'

/** The verdict with its points, the gravest first; those of nothing are left out. */
export interface Verdict {
  level: VerdictLevel
  points: { point: VerdictPoint; count: number }[]
}

/** Points that an auditor must not find. */
const grave: ReadonlySet<VerdictPoint> = new Set(['overdue', 'failed', 'notCalibrated'])

/** Says from the figures whether an auditor may come: nobody may work with what has no valid calibration. */
export function verdictOf(summary: Summary): Verdict {
  const { in_use: inUse, pending_approvals: waiting, due_by_week: weeks } = summary
  const all: Verdict['points'] = [
    { point: 'overdue', count: inUse.overdue },
    { point: 'failed', count: inUse.failed },
    { point: 'notCalibrated', count: inUse.not_calibrated },
    { point: 'waiting', count: waiting },
    { point: 'dueThisWeek', count: weeks[0]?.count ?? 0 },
  ]
  const points = all.filter(({ count }) => count > 0)
  if (points.some(({ point }) => grave.has(point))) {
    return { level: 'bad', points: points.filter(({ point }) => grave.has(point)) }
  }
  return { level: points.length > 0 ? 'soon' : 'good', points }
}

/** Whether the calibration plan holds any instrument. */
export function isPlanEmpty({ compliance }: Summary): boolean {
  return Object.values(compliance).every((count) => count === 0)
}
