import { complianceTokens, SUMMARY_WEEKS, type ComplianceToken, type Summary } from '@plumbline/contract'
import type { Caller } from '../../access/index.ts'
import {
  addDays,
  readDueLoad,
  today,
  tokenDay,
  type DueLoad,
  type SiteToday,
} from '../../compliance/index.ts'
import { listSites, zoneOfSite } from '../../workspaces/index.ts'
import type { InstrumentDeps } from '../register/change-instrument.ts'
import { readFigures, type RegisterFigures } from './summary-store.ts'

/** The register in the summary. */
export type RegisterSummary = Omit<Summary, 'pending_approvals' | 'recent_activity'>

/**
 * Returns figures of the register within sites (null: all): tokens by today's date in the workspace's time zone, due
 * dates as days of the sites.
 */
export async function summariseRegister(
  { db, clock }: InstrumentDeps,
  { workspace, workspaceId }: Caller,
  siteIds: readonly string[] | null,
): Promise<RegisterSummary> {
  const now = clock.now()
  const queries = db.in(workspaceId)
  const day = { ...tokenDay(workspace, now), slot: workspace.dueSlot }
  const sites = (await listSites(queries, siteIds)).map((site) => ({
    siteId: site.siteId,
    today: today(now, zoneOfSite(workspace, site)),
  }))
  const due = spanOf(day.today, sites)
  const [figures, load] = await Promise.all([
    readFigures(queries, siteIds, day),
    readDueLoad(queries, sites, { ...due, weeks: SUMMARY_WEEKS, slot: workspace.dueSlot }),
  ])
  return {
    today: day.today,
    due_from: due.from,
    ...serializeFigures(figures),
    ...serializeLoad(load, due.firstWeek),
  }
}

/** Upcoming due dates start from the earliest "today", so that none is missed between two time zones. */
function spanOf(
  date: string,
  sites: readonly SiteToday[],
): { from: string; firstWeek: string; monthEnds: string } {
  const plain = Temporal.PlainDate.from(date)
  const from = sites.reduce((earliest, site) => (site.today < earliest ? site.today : earliest), date)
  return {
    from,
    firstWeek: addDays(date, 1 - plain.dayOfWeek),
    monthEnds: addDays(date, plain.daysInMonth - plain.day + 1),
  }
}

function serializeFigures({ bySite, inUse, pending, quarantined, standards }: RegisterFigures) {
  const compliance = sumOf(bySite)
  return {
    in_use: {
      overdue: inUse.overdue,
      failed: inUse.failed,
      not_calibrated: inUse.never,
      overdue_pending: pending.overdue,
      not_calibrated_pending: pending.never,
    },
    compliance,
    sites: bySite.map(({ siteId, ...counts }) => ({ site_id: siteId, compliance: counts })),
    out_for_calibration: compliance.OUT_FOR_CALIBRATION,
    quarantined,
    unfit_standards: standards,
  }
}

function serializeLoad({ overdue, thisMonth, byWeek }: DueLoad, firstWeek: string) {
  return {
    overdue,
    due_this_month: thisMonth,
    due_by_week: byWeek.map((count, week) => ({ week_start: addDays(firstWeek, 7 * week), count })),
  }
}

function sumOf(bySite: RegisterFigures['bySite']): Record<ComplianceToken, number> {
  const sums = complianceTokens.map((token) => [token, bySite.reduce((sum, site) => sum + site[token], 0)])
  return Object.fromEntries(sums) as Record<ComplianceToken, number>
}
