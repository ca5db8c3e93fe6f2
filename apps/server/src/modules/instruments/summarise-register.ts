import { complianceTokens, SUMMARY_WEEKS, type ComplianceToken, type Summary } from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { addDays, tokenDay } from '../compliance/index.ts'
import type { InstrumentDeps } from './change-instrument.ts'
import { readFigures, type RegisterFigures } from './summary-store.ts'

/** What the summary tells of the register. */
export type RegisterSummary = Omit<Summary, 'pending_approvals' | 'recent_activity'>

/** Figures of the register within the caller's reach, by today's date in the workspace's zone. */
export async function summariseRegister(
  { db, clock }: InstrumentDeps,
  caller: Caller,
): Promise<RegisterSummary> {
  const day = { ...tokenDay(caller.workspace, clock.now()), slot: caller.workspace.dueSlot }
  const first = mondayOf(day.today)
  const weeks = { first, count: SUMMARY_WEEKS }
  const figures = await readFigures(db.in(caller.workspaceId), caller.siteIds, day, weeks)
  const compliance = sumOf(figures.bySite)
  return {
    today: day.today,
    compliance,
    sites: figures.bySite.map(({ siteId, ...counts }) => ({ site_id: siteId, compliance: counts })),
    due_by_week: Array.from({ length: SUMMARY_WEEKS }, (_, week) => ({
      week_start: addDays(first, 7 * week),
      count: figures.byWeek.find((each) => each.week === week)?.count ?? 0,
    })),
    overdue: figures.overdue,
    out_for_calibration: compliance.OUT_FOR_CALIBRATION,
    quarantined: figures.quarantined,
  }
}

function mondayOf(date: string): string {
  return addDays(date, 1 - Temporal.PlainDate.from(date).dayOfWeek)
}

function sumOf(bySite: RegisterFigures['bySite']): Record<ComplianceToken, number> {
  const sums = complianceTokens.map((token) => [token, bySite.reduce((sum, site) => sum + site[token], 0)])
  return Object.fromEntries(sums) as Record<ComplianceToken, number>
}
