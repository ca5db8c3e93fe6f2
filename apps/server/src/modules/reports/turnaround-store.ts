import type { TurnaroundRow } from '@plumbline/contract'
import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { countedIn, listedColumns, type CountedPeriod } from './counted-store.ts'

/**
 * Selects calibrations of providers with the shipment to which they belong, newest first. The last two status moves
 * before a record took effect determine the shipment: out and not yet back, or out and manually returned. A shipment
 * belongs to the first record after it, and its cost is the last one noted until then. A record belongs to the provider
 * whose ID it states, under whatever name; one that states only a name belongs to the listed provider with that name,
 * if there is one.
 */
export function readTurnarounds(queries: WorkspaceQueries, period: CountedPeriod): Promise<TurnaroundRow[]> {
  const { timeZone } = period
  return queries.rows<TurnaroundRow>(sql`
    with performed as (
      select ${listedColumns(timeZone)}, c.result, c.provider_id as stated_id,
        trim(c.service_provider) as stated_name
      ${countedIn(queries, period, sql`and (c.provider_id is not null or trim(c.service_provider) <> '')`)}
    ), decided as (
      select p.*, d.ledger_index as decided_index, d.decided_at
      from performed p
      join calibration_decisions d
        on d.workspace_id = ${queries.workspaceId} and d.calibration_id = p.calibration_id
    ), travelled as (
      select d.*, moves.out_at, moves.out_index, coalesce(moves.back_at, d.decided_at) as back_at
      from decided d
      cross join lateral (
        select
          max(at) filter (where status = 'OUT_FOR_CALIBRATION') as out_at,
          max(index) filter (where status = 'OUT_FOR_CALIBRATION') as out_index,
          max(at) filter (where position = 1 and status <> 'OUT_FOR_CALIBRATION') as back_at
        from (
          select e.at, e.index, e.payload::jsonb #>> '{changes,status,after}' as status,
            row_number() over (order by e.index desc) as position
          from ledger_entries e
          where e.workspace_id = ${queries.workspaceId} and e.subject_id = d.instrument_id::text
            and e.kind = 'instrument.status_changed' and e.index < d.decided_index
          order by e.index desc
          limit 2) as latest) as moves
      where moves.out_at is not null
    )
    select t.calibration_id, t.instrument_id, t.asset_tag, t.name, t.site_id, t.performed_on,
      coalesce(v.name, t.stated_name) as provider, v.provider_id,
      (t.out_at at time zone ${timeZone})::date as sent_on,
      (t.back_at at time zone ${timeZone})::date as back_on,
      (t.back_at at time zone ${timeZone})::date - (t.out_at at time zone ${timeZone})::date as days,
      t.result, noted.shipment ->> 'cost' as cost, noted.shipment ->> 'currency' as currency
    from travelled t
    left join providers v on v.workspace_id = ${queries.workspaceId}
      and (v.provider_id = t.stated_id or t.stated_id is null and lower(v.name) = lower(t.stated_name))
    left join lateral (
      select e.payload::jsonb #> '{changes,shipment,after}' as shipment
      from ledger_entries e
      where e.workspace_id = ${queries.workspaceId} and e.subject_id = t.instrument_id::text
        and e.kind in ('instrument.status_changed', 'instrument.shipment_updated')
        and e.index >= t.out_index and e.index < t.decided_index
        and jsonb_typeof(e.payload::jsonb #> '{changes,shipment,after}') = 'object'
      order by e.index desc
      limit 1) noted on true
    where not exists (
      select from calibrations c
      join calibration_decisions d
        on d.workspace_id = c.workspace_id and d.calibration_id = c.calibration_id and d.decision = 'approved'
      where c.workspace_id = ${queries.workspaceId} and c.instrument_id = t.instrument_id
        and d.ledger_index > t.out_index and d.ledger_index < t.decided_index)
    order by t.performed_at desc, t.ledger_index desc`)
}
