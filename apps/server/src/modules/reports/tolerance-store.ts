import type { ToleranceFinding, ToleranceReport } from '@plumbline/contract'
import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { countedIn, listedColumns, type CountedPeriod } from './counted-store.ts'

/** A record that may have a reading outside its tolerance, with the texts that tell. */
export interface SuspectRow extends Omit<ToleranceFinding, 'as_found' | 'as_left'> {
  readonly unit: string | null
  readonly nominal_value: string | null
  readonly tolerance: string | null
  readonly as_found_reading: string | null
  readonly as_left_reading: string | null
}

/** How many calibrations each model has in the period, those with most first. */
export function readModels(
  queries: WorkspaceQueries,
  period: CountedPeriod,
): Promise<Omit<ToleranceReport['models'][number], 'in_tolerance'>[]> {
  return queries.rows(sql`
    select i.manufacturer, i.model, count(*) as calibrations
    ${countedIn(queries, period)}
    group by 1, 2
    order by 3 desc, 1, 2`)
}

/**
 * Records that may be outside, newest first. A plain PASS whose final reading is the one as found lies inside, or
 * says why it passes, or cannot be compared: appending refuses all others.
 */
export function readSuspects(queries: WorkspaceQueries, period: CountedPeriod): Promise<SuspectRow[]> {
  const suspect = sql`
      and (c.result <> 'PASS' or c.out_of_tolerance_impact is not null
        or c.as_left_reading is distinct from c.as_found_reading and c.as_left_reading is not null)`
  return queries.rows<SuspectRow>(sql`
    select calibration_id, instrument_id, asset_tag, name, site_id, performed_on, manufacturer, model, result,
      unit, nominal_value, tolerance, as_found_reading, as_left_reading, justification
    from (
      select ${listedColumns(period.timeZone)}, i.manufacturer, i.model, c.result, c.nominal_value, c.tolerance,
        c.snapshot #>> '{instrument,unit_of_measure}' as unit,
        c.as_found_reading, c.as_left_reading, nullif(trim(c.out_of_tolerance_impact), '') as justification
      ${countedIn(queries, period, suspect)}
    ) as suspects
    order by performed_at desc, ledger_index desc`)
}
