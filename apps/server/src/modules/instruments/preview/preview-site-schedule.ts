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
 * What the worklist of a site would look like in another zone. Tokens go by days of the workspace's zone and
 * stay; computed by the rules that hold, never written.
 * @param timeZone null: the workspace's zone
 * @throws 404 NOT_FOUND for a site that the caller does not reach
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
  /** How instruments stand where the site's zone is this one. */
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
