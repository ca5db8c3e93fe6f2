import type { SiteSchedulePreview } from '@plumbline/contract'
import { notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { today } from '../../compliance/index.ts'
import type { InstrumentDeps } from '../register/change-instrument.ts'
import type { PreviewedRow } from './preview-store.ts'
import { tallyPlan } from './preview-tally.ts'
import { scheduleOf } from '../schedule/schedule.ts'
import { findSite, zoneOfSite } from '../../workspaces/index.ts'

type Reading = SiteSchedulePreview['examples'][number]['current']

/**
 * Returns the worklist of a site as it would be in another time zone, computed by the current rules. Tokens depend on
 * the workspace's time zone and do not change. Writes nothing.
 * @param timeZone null: the workspace's time zone
 * @throws 404 NOT_FOUND for a site outside the caller's reach
 */
export async function previewSiteSchedule(
  { db, clock }: InstrumentDeps,
  { workspace, workspaceId, siteIds }: Caller,
  siteId: string,
  timeZone: string | null,
): Promise<SiteSchedulePreview> {
  const queries = db.in(workspaceId)
  const site = siteIds === null || siteIds.includes(siteId) ? await findSite(queries, siteId) : undefined
  if (!site) throw notFound()
  const now = clock.now()
  /** Returns the state of instruments if this were the site's time zone. */
  const scheduleIn = (siteTimeZone: string | null) => {
    const zones = { timeZone: workspace.timeZone, dueSlot: 0, pendingTimeZone: null, siteTimeZone } as const
    const date = today(now, zoneOfSite(workspace, { timeZone: siteTimeZone }))
    const read = (row: PreviewedRow): Reading => {
      const due = scheduleOf(row, zones).siteDueDate0
      return { due_date: due, is_overdue: due !== null && due < date }
    }
    return { date, read }
  }
  const [current, then] = [scheduleIn(site.timeZone), scheduleIn(timeZone)]
  const { examined, isComplete, datesMoved, turned, examples } = await tallyPlan(
    queries,
    siteId,
    (row) => ({
      id: row.instrumentId,
      asset_tag: row.assetTag,
      name: row.name,
      current: current.read(row),
      after: then.read(row),
    }),
    (example) => example.current.is_overdue !== example.after.is_overdue,
  )
  return {
    timezone: zoneOfSite(workspace, { timeZone }),
    today: current.date,
    today_after: then.date,
    examined,
    is_complete: isComplete,
    due_dates_moved: datesMoved,
    overdue_changed: turned,
    examples,
  }
}
