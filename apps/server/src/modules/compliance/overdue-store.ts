import { raw, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { assignmentHolds } from './assign/assignment-store.ts'
import { failingCondition } from './due-rule-store.ts'

/** An instrument that has become overdue, and a person whom it concerns. */
export interface OverdueOfPerson {
  readonly instrumentId: string
  readonly siteId: string
  readonly assetTag: string
  readonly name: string
  /** A day of the site, as YYYY-MM-DD. */
  readonly dueDate: string
  readonly personId: string
}

/** Where and when due dates are examined. */
export interface OverdueScan {
  /** Which of the two due-date columns is in force. */
  readonly slot: 0 | 1
  /** Each site with the current date in its time zone, as YYYY-MM-DD. */
  readonly sites: readonly { siteId: string; today: string; timeZone: string }[]
  /** Due dates further in the past are no longer reported. */
  readonly daysMax: number
}

/** Column names cannot be parameters; there are only these two. */
const DUE_DATES: readonly [Sql, Sql] = [raw('i.site_due_date_0'), raw('i.site_due_date_1')]

/**
 * Returns instruments that have become overdue, once for each person who is responsible for them or to whom their work
 * was assigned by their due date. Like the events of due dates, it leaves out instruments whose calibration failed. For
 * each site it reads a range of the worklist's index.
 */
export function overdueOfPeople(
  queries: WorkspaceQueries,
  { slot, sites, daysMax }: OverdueScan,
): Promise<OverdueOfPerson[]> {
  const dueDate = DUE_DATES[slot]
  return queries.rows<OverdueOfPerson>(sql`
    select i.instrument_id as "instrumentId", i.site_id as "siteId", i.asset_tag as "assetTag", i.name,
      ${dueDate} as "dueDate", concerned.person_id as "personId"
    from unnest(
      ${sites.map(({ siteId }) => siteId)}::uuid[],
      ${sites.map(({ today }) => today)}::date[],
      ${sites.map(({ timeZone }) => timeZone)}::text[]
    ) as site_day (site_id, today, time_zone)
    join instruments i on i.site_id = site_day.site_id
      and ${dueDate} >= site_day.today - ${daysMax}::integer and ${dueDate} < site_day.today
    cross join lateral (
      select i.responsible_id as person_id
      where i.responsible_id is not null
      union
      select a.assignee_id
      from assignments a
      where a.workspace_id = ${queries.workspaceId} and a.instrument_id = i.instrument_id and ${assignmentHolds}
        and (a.assigned_at at time zone site_day.time_zone)::date <= ${dueDate}
    ) concerned
    where i.workspace_id = ${queries.workspaceId} and i.compliance_group in ('scheduled', 'out')
      and not ${failingCondition(sql`i.basis_result`)}
    order by ${dueDate}, i.asset_tag, i.instrument_id, concerned.person_id`)
}
