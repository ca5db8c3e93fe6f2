import {
  type ImpactWord,
  PASSED_AS_FOUND,
  type ToleranceFinding,
  type ToleranceReport,
} from '@plumbline/contract'
import { empty, limitTo, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { countedIn, listedColumns, type CountedPeriod } from './counted-store.ts'

/** A calibration with the texts that determine whether it was in tolerance. */
export interface ComparedRow extends Omit<ToleranceFinding, 'as_found' | 'as_left'> {
  readonly unit: string | null
  readonly nominal_value: string | null
  readonly tolerance: string | null
  readonly as_found_reading: string | null
  readonly as_left_reading: string | null
  readonly procedure_id: string | null
  /** For a record with points: whether a point is out as found, or all comparable ones are in; null otherwise. */
  readonly points_found: 'out' | 'in' | null
  readonly has_points: boolean
  readonly points_out: number
}

/** A model as in the register; null if it states none. */
export interface ModelName {
  readonly manufacturer: string | null
  readonly model: string | null
}

/** Returns the number of calibrations of each model in the period, highest first. */
export function readModels(
  queries: WorkspaceQueries,
  period: CountedPeriod,
): Promise<(ModelName & { calibrations: number })[]> {
  return queries.rows(sql`
    select ${manufacturer} as manufacturer, ${model} as model, count(*) as calibrations
    ${countedIn(queries, period)}
    group by 1, 2
    order by 3 desc, 1, 2`)
}

/** Returns the number of calibrations that followed each procedure in the period, highest first. */
export function readProcedures(
  queries: WorkspaceQueries,
  period: CountedPeriod,
): Promise<{ procedure_id: string | null; code: string | null; calibrations: number }[]> {
  return queries.rows(sql`
    select c.procedure_id, (array_agg(c.procedure_code order by c.ledger_index desc))[1] as code,
      count(*) as calibrations
    ${countedIn(queries, period)}
    group by 1
    order by 3 desc, 2, 1`)
}

/** A calibration with points whose test uncertainty ratio is too low. */
export type LowTur = ToleranceReport['low_tur'][number]

/** Returns the newest calibrations that have a point with a ratio below a minimum, and the total number. */
export async function readLowTur(
  queries: WorkspaceQueries,
  period: CountedPeriod,
  { minimum, limit }: { minimum: number; limit: number },
): Promise<{ rows: LowTur[]; total: number }> {
  const withPoints = sql`and c.measurement_count is not null`
  const rows = await queries.rows<LowTur & { total: number }>(sql`
    select calibration_id, instrument_id, asset_tag, name, performed_on, points, lowest,
      (count(*) over ())::int as total
    from (select ${listedColumns(period.timeZone)}, c.measurements ${countedIn(queries, period, withPoints)}) as listed
    cross join lateral (
      select count(*)::int as points, min(tur) as lowest
      from jsonb_array_elements(measurements -> 'points') as point
      -- Records of the first releases have the decision beside the phases.
      cross join lateral (
        select coalesce(
          point #>> '{decision,tur}', point #>> array[point ->> 'final_phase', 'decision', 'tur'])::float8 as tur
      ) as decided
      where tur < ${minimum}) as ratios
    where points > 0
    order by performed_at desc, ledger_index desc
    ${limitTo(limit)}`)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/**
 * Returns records that may be outside, newest first. A plain PASS whose final reading equals the as-found reading was
 * inside, states why it passes, or cannot be compared: all other such records are refused when they are appended. For a
 * record with points, a point may have been out.
 */
export function readSuspects(queries: WorkspaceQueries, period: CountedPeriod): Promise<ComparedRow[]> {
  const suspect = sql`
      and (c.result <> ${PASSED_AS_FOUND} or c.out_of_tolerance_impact is not null
        or c.as_left_reading is distinct from c.as_found_reading and c.as_left_reading is not null
        or ${isOutAsFound})`
  return queries.rows<ComparedRow>(sql`
    select ${shown}
    from (select ${compared(period)} ${countedIn(queries, period, suspect)}) as suspects
    order by performed_at desc, ledger_index desc`)
}

/** Selects the calibrations of a model, except for given ones. */
export interface ModelList extends ModelName {
  readonly without: readonly string[]
  readonly month: string | undefined
  readonly impact: ImpactWord | undefined
  readonly limit: number
}

/** Returns the newest calibrations of a model in the period, and the total number. */
export async function readOfModel(
  queries: WorkspaceQueries,
  period: CountedPeriod,
  list: ModelList,
): Promise<{ rows: ComparedRow[]; total: number }> {
  const ofModel = sql`
      and ${manufacturer} is not distinct from ${list.manufacturer}::text
      and ${model} is not distinct from ${list.model}::text
      and not c.calibration_id = any(${list.without}::uuid[])`
  const narrowed = sql`
    from (select ${compared(period)} ${countedIn(queries, period, ofModel)}) as listed
    where true
      ${list.month === undefined ? empty : sql`and to_char(performed_on, 'YYYY-MM') = ${list.month}`}
      ${list.impact === undefined ? empty : sql`and (justification is not null) = ${list.impact === 'stated'}`}`
  const [rows, sums] = await queries.batch([
    sql`select ${shown} ${narrowed} order by performed_at desc, ledger_index desc ${limitTo(list.limit)}`,
    sql`select count(*) as total ${narrowed}`,
  ])
  return { rows: rows as ComparedRow[], total: (sums as [{ total: number }])[0].total }
}

/** Whether a point of `c` is out of tolerance as found. */
const isOutAsFound = sql`
  (c.measurement_count is not null and jsonb_path_exists(c.measurements, '$.points[*].as_found ? (@.verdict == "out")'))`

/** Imported registers may contain an empty text for an unknown value. */
const manufacturer = sql`nullif(i.manufacturer, '')`
const model = sql`nullif(i.model, '')`

const shown = sql`
    calibration_id, instrument_id, asset_tag, name, site_id, performed_on, manufacturer, model, result,
      procedure_id, points_found, has_points, points_out, unit, nominal_value, tolerance, as_found_reading, as_left_reading, justification`

function compared(period: CountedPeriod): Sql {
  return sql`
    ${listedColumns(period.timeZone)}, ${manufacturer} as manufacturer, ${model} as model, c.result,
        c.procedure_id, c.measurement_count is not null as has_points, coalesce(c.points_out, 0) as points_out,
        case
          when ${isOutAsFound} then 'out'
          when c.measurement_count is not null
            and jsonb_path_exists(c.measurements, '$.points[*].as_found ? (@.verdict == "in")') then 'in'
        end as points_found,
        c.nominal_value, c.tolerance, c.snapshot #>> '{instrument,unit_of_measure}' as unit,
        c.as_found_reading, c.as_left_reading, nullif(trim(c.out_of_tolerance_impact), '') as justification`
}
