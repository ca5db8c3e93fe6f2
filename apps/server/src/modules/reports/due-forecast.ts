import { FORECAST_MONTHS, type DueForecast } from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { today } from '../compliance/index.ts'
import { listSites, zoneOfSite } from '../workspaces/index.ts'
import { readForecast } from './forecast-store.ts'
import { sitesOf, type ReportParts } from './period.ts'

/**
 * Returns the number of instruments that fall due in each of the coming months, by site, as sums of the maintained
 * counts.
 */
export async function dueForecast(
  { db, clock }: ReportParts,
  caller: Caller,
  query: { months?: number; site_id?: string },
): Promise<DueForecast> {
  const { workspace } = caller
  const now = clock.now()
  const queries = db.in(caller.workspaceId)
  const sites = (await listSites(queries, sitesOf(caller, query.site_id))).map((site) => ({
    siteId: site.siteId,
    today: today(now, zoneOfSite(workspace, site)),
  }))
  const days = [today(now, workspace.timeZone), ...sites.map((site) => site.today)]
  const from = days.reduce((earliest, day) => (day < earliest ? day : earliest))
  const months = monthsFrom(from, query.months ?? FORECAST_MONTHS)
  const until = months.at(-1)!.to
  const rows = await readForecast(queries, sites, { from, until, slot: workspace.dueSlot })
  const coming = rows.filter(({ month }) => month !== null)
  return {
    from,
    overdue: rows.filter(({ month }) => month === null).map(countOf),
    months: months.map((one) => {
      const ofMonth = coming.filter(({ month }) => month === one.month).map(countOf)
      return { ...one, count: ofMonth.reduce((sum, { count }) => sum + count, 0), sites: ofMonth }
    }),
  }
}

const countOf = ({ siteId, count }: { siteId: string; count: number }) => ({ site_id: siteId, count })

/** Returns the rest of this month, and the whole months after it. */
function monthsFrom(date: string, count: number): { month: string; from: string; to: string }[] {
  const first = Temporal.PlainYearMonth.from(date)
  return Array.from({ length: count }, (_, index) => {
    const month = first.add({ months: index })
    return {
      month: month.toString(),
      from: index === 0 ? date : month.toPlainDate({ day: 1 }).toString(),
      to: month.toPlainDate({ day: month.daysInMonth }).toString(),
    }
  })
}
