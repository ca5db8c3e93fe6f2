import { isPassing, REPORT_ROWS_MAX, type TurnaroundReport, type TurnaroundRow } from '@plumbline/contract'
import type { Caller } from '../access/index.ts'
import { readPeriod, type PeriodQuery, type ReportParts } from './period.ts'
import { median } from './rules/median.ts'
import { sumCosts, type Cost } from './rules/sum-costs.ts'
import { readTurnarounds } from './turnaround-store.ts'

/** Reports how long each provider kept instruments, for calibrations of a period. */
export async function turnaroundReport(
  parts: ReportParts,
  caller: Caller,
  query: PeriodQuery & { provider?: string; days?: number },
): Promise<TurnaroundReport> {
  const queries = parts.db.in(caller.workspaceId)
  const period = await readPeriod(parts, queries, caller, query)
  const turnarounds = await readTurnarounds(queries, period)
  const listed = turnarounds.filter(
    ({ provider, days }) =>
      (query.provider === undefined || provider === query.provider) &&
      (query.days === undefined || days === query.days),
  )
  return {
    from: period.from,
    to: period.to,
    providers: providersOf(turnarounds),
    rows: listed.slice(0, REPORT_ROWS_MAX),
    rows_total: listed.length,
  }
}

function costOf({ cost, currency }: TurnaroundRow): Cost[] {
  return cost === null || currency === null ? [] : [{ amount: cost, currency }]
}

function providersOf(turnarounds: readonly TurnaroundRow[]): TurnaroundReport['providers'] {
  const byProvider = Map.groupBy(turnarounds, ({ provider, provider_id: id }) => id ?? provider)
  return [...byProvider]
    .map(([, rows]) => {
      const { provider, provider_id } = rows[0]!
      const days = rows.map((row) => row.days)
      return {
        provider,
        provider_id,
        count: rows.length,
        median_days: median(days),
        longest_days: days.reduce((most, each) => Math.max(most, each), 0),
        passed: rows.filter(({ result }) => isPassing(result)).length,
        costs: sumCosts(rows.flatMap(costOf)),
      }
    })
    .toSorted((a, b) => b.count - a.count || (a.provider < b.provider ? -1 : 1))
}
