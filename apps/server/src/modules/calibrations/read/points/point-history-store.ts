import type { CalibrationResult, Measurement, PointConditions, PointVerdict } from '@plumbline/contract'
import { limitTo, sql, type WorkspaceQueries } from '../../../../platform/db/index.ts'
import { counts } from '../../counting-store.ts'
import { readPoint, type FrozenMembers } from '../../recorded-measurements.ts'

/**
 * The data of one point in a record, in this order. A record may have 500 points, and objects would repeat every
 * member name.
 */
type PointParts = readonly [
  pointId: string | null,
  measured: string | null,
  channel: string | null,
  range: string | null,
  nominal: { value: string; unit: string } | null,
  foundVerdict: PointVerdict | null,
  foundPercent: string | null,
  leftVerdict: PointVerdict | null,
  leftPercent: string | null,
  conditions: PointConditions | null,
]

/** A record in effect, with the data needed to name and judge its points. */
export interface MeasuredRecord {
  readonly calibrationId: string
  readonly performedAt: string
  readonly performedBy: string | null
  readonly result: CalibrationResult
  readonly measurementCount: number
  readonly pointsOut: number
  readonly points: readonly PointParts[]
  /** Number of all records in effect that have points. */
  readonly total: number
}

/**
 * Returns the most recent records in effect of an instrument that have points, up to a number of records and of
 * points.
 */
export function readMeasuredRecords(
  queries: WorkspaceQueries,
  instrumentId: string,
  limits: { readonly records: number; readonly points: number },
): Promise<MeasuredRecord[]> {
  return queries.rows<MeasuredRecord>(sql`
    with measured as (
      select c.calibration_id, c.performed_at, c.chain_first_ledger_index, c.performed_by, c.result,
        c.measurement_count, coalesce(c.points_out, 0) as points_out, c.measurements,
        count(*) over () as total,
        sum(c.measurement_count) over (order by c.performed_at desc, c.chain_first_ledger_index desc) as points_so_far
      from calibrations c
      where c.workspace_id = ${queries.workspaceId} and c.instrument_id = ${instrumentId}
        and c.measurement_count > 0 and ${counts(queries.workspaceId)})
    select m.calibration_id as "calibrationId", m.performed_at as "performedAt", m.performed_by as "performedBy",
      m.result, m.measurement_count as "measurementCount", m.points_out as "pointsOut", m.total, named.points
    from measured m
    cross join lateral (
      select jsonb_agg(
        jsonb_build_array(
          p -> 'point_id', p -> 'function', p -> 'channel', p -> 'range', p -> 'nominal',
          p #> '{as_found,verdict}', p #> '{as_found,percent_of_tolerance}',
          p #> '{as_left,verdict}', p #> '{as_left,percent_of_tolerance}', p -> 'conditions')
        order by position) as points
      from jsonb_array_elements(m.measurements -> 'points') with ordinality as each (p, position)) as named
    where m.points_so_far <= ${limits.points}
    order by m.performed_at desc, m.chain_first_ledger_index desc
    ${limitTo(limits.records)}`)
}

/** The position of a point: its record and its index among the points, from 0. */
export interface PointPosition {
  readonly calibrationId: string
  readonly position: number
}

/** Returns points as the records froze them, in the order of their positions. */
export async function readPointsAt(
  queries: WorkspaceQueries,
  positions: readonly PointPosition[],
): Promise<Measurement[]> {
  const rows = await queries.rows<{ point: FrozenMembers; engine: string }>(sql`
    select c.measurements -> 'points' -> wanted.position as point, c.measurements ->> 'engine' as engine
    from unnest(
      ${positions.map(({ calibrationId }) => calibrationId)}::uuid[], ${positions.map(({ position }) => position)}::integer[]
    ) with ordinality as wanted (id, position, number)
    join calibrations c on c.workspace_id = ${queries.workspaceId} and c.calibration_id = wanted.id
    order by wanted.number`)
  return rows.map(({ point, engine }) => readPoint(point, engine))
}
