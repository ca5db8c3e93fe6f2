import { failingCondition, warningBegins } from '../../compliance/index.ts'
import { raw, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'

/** The kinds of notices of a due date, as in event types. */
export type DueNoticeKind = 'due_soon' | 'overdue'

/** A due date without an event yet. */
export interface DueNotice {
  instrumentId: string
  siteId: string
  basisCalibrationId: string
  dueDate: string
  kind: DueNoticeKind
}

/** Where and when due dates are examined. */
export interface DueScan {
  /** Which of the two due-date columns is in force. */
  dueSlot: 0 | 1
  /** Warning days of instruments that have none of their own. */
  warningDays: number
  /** Due dates further in the past are no longer reported. */
  overdueDaysMax: number
  /** Each site with the current date in its time zone, as YYYY-MM-DD. */
  sites: readonly { siteId: string; today: string }[]
  limit: number
}

/** Column names cannot be parameters; there are only these two. */
const DUE_DATES: readonly [Sql, Sql] = [raw('i.site_due_date_0'), raw('i.site_due_date_1')]

/**
 * Returns due dates that entered their warning days, or passed, and have no event yet. For each site it scans a range
 * of the worklist's index, from the oldest that is still reported to the end of the default warning days, and a range
 * of the index over instruments with their own warning days, for those with an earlier warning.
 */
export async function unnoticedDueDates(queries: WorkspaceQueries, scan: DueScan): Promise<DueNotice[]> {
  const dueDate = DUE_DATES[scan.dueSlot]
  const lastUsual = sql`site_day.today + ${scan.warningDays}::integer`
  const inSite = sql`
    select i.instrument_id, i.site_id, i.basis_calibration_id, ${dueDate} as due_date,
      case when ${dueDate} < site_day.today then 'overdue' else 'due_soon' end as kind
    from instruments i
    where i.workspace_id = ${queries.workspaceId}
      and i.site_id = site_day.site_id
      and i.compliance_group in ('scheduled', 'out')
      and not ${failingCondition(sql`i.basis_result`)}`
  return queries.rows<DueNotice>(sql`
    select news.instrument_id as "instrumentId", news.site_id as "siteId",
      news.basis_calibration_id as "basisCalibrationId", news.due_date as "dueDate", news.kind
    from unnest(
      ${scan.sites.map((site) => site.siteId)}::uuid[],
      ${scan.sites.map((site) => site.today)}::date[]
    ) as site_day (site_id, today)
    cross join lateral (
      (${inSite}
        and ${dueDate} between site_day.today - ${scan.overdueDaysMax}::integer and ${lastUsual}
        and (${dueDate} < site_day.today
          or ${warningBegins(dueDate, sql`i.warning_days`, scan.warningDays)} <= site_day.today))
      union all
      (${inSite}
        and i.warning_days is not null
        and ${dueDate} - i.warning_days <= site_day.today
        and ${dueDate} > ${lastUsual})
    ) news
    where not exists (
      select from due_notices d
      where d.workspace_id = ${queries.workspaceId} and d.instrument_id = news.instrument_id
        and d.basis_calibration_id = news.basis_calibration_id and d.due_date = news.due_date
        and d.kind = news.kind)
    order by news.due_date, news.instrument_id
    limit ${scan.limit}`)
}

/** Stores notices; returns those that were not stored before. */
export async function noteDueDates(
  tx: Transaction,
  notices: readonly DueNotice[],
  at: string,
): Promise<DueNotice[]> {
  const noted = await tx.rows<{ instrumentId: string; kind: DueNoticeKind }>(sql`
    insert into due_notices (workspace_id, instrument_id, basis_calibration_id, due_date, kind, noticed_at)
    select i.workspace_id, i.instrument_id, new.basis_calibration_id, new.due_date, new.kind, ${at}::timestamptz
    from instruments i
    join unnest(
      ${notices.map((notice) => notice.instrumentId)}::uuid[],
      ${notices.map((notice) => notice.basisCalibrationId)}::uuid[],
      ${notices.map((notice) => notice.dueDate)}::date[],
      ${notices.map((notice) => notice.kind)}::text[]
    ) as new (instrument_id, basis_calibration_id, due_date, kind) on new.instrument_id = i.instrument_id
    where i.workspace_id = ${tx.workspaceId}
    order by i.instrument_id, new.kind
    on conflict do nothing
    returning instrument_id as "instrumentId", kind`)
  const isNew = new Set(noted.map(({ instrumentId, kind }) => `${instrumentId} ${kind}`))
  return notices.filter(({ instrumentId, kind }) => isNew.has(`${instrumentId} ${kind}`))
}
