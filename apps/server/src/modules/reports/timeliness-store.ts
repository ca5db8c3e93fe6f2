import type { TimelinessReport, TimelinessRow, TimelinessVerdict } from '@plumbline/contract'
import { empty, limitTo, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { dueDateExpression } from '../compliance/index.ts'
import { counts } from '../calibrations/index.ts'
import { countedIn, listedColumns, type CountedPeriod } from './counted-store.ts'

/** Selects the records to list, newest first. */
export interface TimelinessList {
  readonly month: string | undefined
  readonly verdict: TimelinessVerdict | undefined
  readonly limit: number
}

/** Returns figures by month, and the newest selected records, from a single statement. */
export async function readTimeliness(
  queries: WorkspaceQueries,
  period: CountedPeriod,
  { month, verdict, limit }: TimelinessList,
): Promise<{ months: TimelinessReport['months']; rows: TimelinessRow[] }> {
  const judged = judgedRecords(queries, period)
  const [months, rows] = await queries.batch([
    sql`
      ${judged}
      select to_char(performed_on, 'YYYY-MM') as month,
        count(*) filter (where verdict = 'on_time') as on_time,
        count(*) filter (where verdict = 'late') as late,
        count(*) filter (where verdict = 'no_due_date') as no_due_date
      from judged
      group by 1
      order by 1`,
    sql`
      ${judged}
      select calibration_id, instrument_id, asset_tag, name, site_id, performed_on, due_date, verdict,
        case when verdict = 'late' then performed_on - due_date else 0 end as days_late
      from judged
      where true
        ${month === undefined ? empty : sql`and to_char(performed_on, 'YYYY-MM') = ${month}`}
        ${verdict === undefined ? empty : sql`and verdict = ${verdict}`}
      order by performed_at desc, ledger_index desc
      ${limitTo(limit)}`,
  ])
  return { months: months as TimelinessReport['months'], rows: rows as TimelinessRow[] }
}

/**
 * Selects each record with the due date that it had to meet: that of the previous calibration that counts, by the
 * interval in force when the record was made, or an extension granted in between if that is later. The entry of an extension
 * whose date does not differ from the previous one does not repeat it.
 */
function judgedRecords(queries: WorkspaceQueries, period: CountedPeriod): Sql {
  const { timeZone } = period
  return sql`
    with performed as (
      select ${listedColumns(timeZone)},
        (c.snapshot #>> '{instrument,calibration_interval_value}')::integer as span,
        c.snapshot #>> '{instrument,calibration_interval_unit}' as unit
      ${countedIn(queries, period)}
    ), computed as (
      select p.*, before.chain_first_ledger_index,
        ${dueDateExpression({
          result: sql`before.result`,
          performedAt: sql`before.performed_at`,
          timeZone,
          intervalValue: sql`p.span`,
          intervalUnit: sql`p.unit`,
          stated: sql`before.next_due_date`,
        })} as computed_due_date
      from performed p
      left join lateral (
        select c.result, c.performed_at, c.next_due_date, c.chain_first_ledger_index
        from calibrations c
        where c.workspace_id = ${queries.workspaceId} and c.instrument_id = p.instrument_id
          and (c.performed_at, c.ledger_index) < (p.performed_at, p.ledger_index) and ${counts(queries.workspaceId)}
        order by c.performed_at desc, c.ledger_index desc
        limit 1) as before on true
    ), dated as (
      select k.*, greatest(k.computed_due_date, extension.until) as due_date
      from computed k
      left join lateral (
        select case e.kind when 'instrument.due_extended' then (
            select (stated.payload::jsonb #>> '{changes,extension_until,after}')::date
            from ledger_entries stated
            where stated.workspace_id = ${queries.workspaceId} and stated.subject_id = e.subject_id
              and stated.kind = 'instrument.due_extended' and stated.index <= e.index
              and stated.payload::jsonb #> '{changes,extension_until}' is not null
            order by stated.index desc
            limit 1) end as until
        from ledger_entries e
        where e.workspace_id = ${queries.workspaceId} and e.subject_id = k.instrument_id::text
          and e.kind in ('instrument.due_extended', 'instrument.due_extension_removed')
          and e.index > k.chain_first_ledger_index and e.index < k.ledger_index
          and k.performed_on > k.computed_due_date
        order by e.index desc
        limit 1) as extension on true
    ), judged as (
      select dated.*,
        case
          when due_date is null then 'no_due_date'
          when performed_on <= due_date then 'on_time'
          else 'late'
        end as verdict
      from dated
    )`
}
