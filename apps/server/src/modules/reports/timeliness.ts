import {
  REPORT_ROWS_MAX,
  timelinessVerdicts,
  type TimelinessReport,
  type TimelinessVerdict,
} from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { readPeriod, type PeriodQuery, type ReportParts } from './period.ts'
import { readTimeliness } from './timeliness-store.ts'

/**
 * Reports how many calibrations of a period met their due dates, by month, and lists the records behind the figures.
 */
export async function timelinessReport(
  parts: ReportParts,
  caller: Caller,
  query: PeriodQuery & { month?: string; verdict?: TimelinessVerdict },
): Promise<TimelinessReport> {
  const queries = parts.db.in(caller.workspaceId)
  const period = await readPeriod(parts, queries, caller, query)
  const { months, rows } = await readTimeliness(queries, period, {
    month: query.month,
    verdict: query.verdict,
    limit: REPORT_ROWS_MAX,
  })
  const wanted = months.filter(({ month }) => query.month === undefined || month === query.month)
  const verdicts = query.verdict === undefined ? timelinessVerdicts : [query.verdict]
  const counted = wanted.flatMap((month) => verdicts.map((verdict) => month[verdict]))
  return {
    from: period.from,
    to: period.to,
    months,
    rows,
    rows_total: counted.reduce((sum, count) => sum + count, 0),
  }
}
