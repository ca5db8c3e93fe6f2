import { because, REPORT_RECORDS_MAX } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError, validationError } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { addDays, startOfDay, today } from '../compliance/index.ts'
import { countPerformed, type CountedPeriod } from './counted-store.ts'

/** Dependencies of reports. */
export interface ReportParts {
  readonly db: Database
  readonly clock: Clock
  /** Maximum number of records in the period of a report. */
  readonly recordsMax?: number
}

/** The query of a report over a period. */
export interface PeriodQuery {
  readonly from?: string
  readonly to?: string
  readonly site_id?: string
}

/** A period with its days, and the selection of its records. */
export interface Period extends CountedPeriod {
  readonly from: string
  readonly to: string
}

/**
 * Returns the requested period, by default the last twelve months.
 * @throws 422 VALIDATION_ERROR if it ends before it begins; 422 FILTER_TOO_BROAD if it contains more records than a
 * report may read
 */
export async function readPeriod(
  { clock, recordsMax = REPORT_RECORDS_MAX }: ReportParts,
  queries: WorkspaceQueries,
  caller: Caller,
  query: PeriodQuery,
): Promise<Period> {
  const period = periodOf(clock, caller, query)
  await requireNarrow(queries, period, recordsMax)
  return period
}

/** Like `readPeriod`, for any number of records. @throws 422 VALIDATION_ERROR if it ends before it begins */
export function periodOf(clock: Clock, caller: Caller, query: PeriodQuery): Period {
  const timeZone = caller.workspace.timeZone
  const to = query.to ?? today(clock.now(), timeZone)
  const from = query.from ?? Temporal.PlainDate.from(to).subtract({ years: 1 }).add({ days: 1 }).toString()
  if (from > to) {
    throw validationError([
      { loc: ['query', 'to'], reason: because('field.from_after_to'), type: 'value_error' },
    ])
  }
  return {
    from,
    to,
    timeZone,
    since: startOfDay(from, timeZone),
    until: startOfDay(addDays(to, 1), timeZone),
    siteIds: sitesOf(caller, query.site_id),
  }
}

/** Returns the sites to read; empty for a site that the caller has no access to. */
export function sitesOf({ siteIds }: Caller, siteId: string | undefined): readonly string[] | null {
  if (siteId === undefined) return siteIds
  return siteIds === null || siteIds.includes(siteId) ? [siteId] : []
}

async function requireNarrow(queries: WorkspaceQueries, period: Period, maximum: number): Promise<void> {
  const candidates = await countPerformed(queries, period, maximum + 1)
  if (candidates <= maximum) return
  throw new ApiError('FILTER_TOO_BROAD', {
    reason: because('report.too_long', { count: maximum }),
    details: { candidates, maximum, narrow_with: ['from', 'to'] },
  })
}
