import { statedUncertainty, type StandardUncertainty } from '@plumbline/contract/procedure'
import { sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { amongSites } from '../workspaces/index.ts'

/** The parts of a standard's calibration that state uncertainties, as read by `certificateColumns`. */
export interface CertificateRow {
  instrumentId: string
  nominalValue: string | null
  measurementUncertainty: string | null
  coverageFactor: string | null
  unitOfMeasure: string | null
  /** Points of the calibration that state an uncertainty; null if there are none. */
  points:
    | { nominal: StandardUncertainty['nominal']; uncertainty: Omit<StandardUncertainty, 'nominal'> }[]
    | null
}

/** Columns with the uncertainties stated by a calibration `c`. */
export const certificateColumns: Sql = sql`
  c.nominal_value as "nominalValue", c.measurement_uncertainty as "measurementUncertainty",
      c.coverage_factor as "coverageFactor",
      c.snapshot -> 'instrument' ->> 'unit_of_measure' as "unitOfMeasure",
      (select json_agg(json_build_object(
          'nominal', p -> 'nominal',
          'uncertainty', json_build_object(
            'expanded', p #> '{uncertainty,expanded}', 'coverage_factor', p #> '{uncertainty,coverage_factor}',
            'unit', coalesce(p #> '{uncertainty,unit}', p #> '{nominal,unit}'))))
        from jsonb_array_elements(c.measurements -> 'points') p
        where p #> '{uncertainty,coverage_factor}' is not null) as points`

/**
 * Returns the uncertainties stated by the current last calibrations of standards, by the ID of the instrument, for
 * points without a time. Standards outside the caller's sites, and those that state none, are omitted.
 */
export async function findStandardUncertainties(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
  siteIds: readonly string[] | null,
): Promise<ReadonlyMap<string, readonly StandardUncertainty[]>> {
  const rows = await queries.rows<CertificateRow>(sql`
    select i.instrument_id as "instrumentId", ${certificateColumns}
    from instruments i
    join calibrations c on c.workspace_id = ${queries.workspaceId} and c.calibration_id = i.basis_calibration_id
    where i.workspace_id = ${queries.workspaceId} and i.instrument_id = any(${instrumentIds}::uuid[])
      ${amongSites(siteIds, sql`i.site_id`)}`)
  return new Map(rows.map((row) => [row.instrumentId, uncertaintiesOf(row)]))
}

/**
 * Returns the uncertainties stated by a standard's calibration: at each of its points, or for all of them; empty if it
 * states none.
 */
export function uncertaintiesOf({ points, ...reading }: CertificateRow): StandardUncertainty[] {
  if (points) return points.map((point) => ({ nominal: point.nominal, ...point.uncertainty }))
  const stated = statedUncertainty(reading)
  return stated ? [stated] : []
}
