import type { CalibrationResult, NamedInstrument, StandardCondition } from '@plumbline/contract'
import { sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { isInEffect, lastFirst } from '../calibrations/index.ts'
import { amongSites } from '../workspaces/index.ts'

/** A standard as frozen by a record when it was used; records of earlier releases lack members added since. */
export interface StandardAtUse {
  readonly id: string
  readonly asset_tag: string | null
  readonly name: string | null
  readonly serial_number: string | null
  readonly due_date: string | null
  readonly certificate_number: string | null
  readonly overdue: boolean
  readonly condition?: StandardCondition
}

/** The parts of a record that determine its traceability. */
export interface TracedRow {
  readonly id: string
  readonly instrument: NamedInstrument
  readonly performedAt: string
  readonly calibrationType: string | null
  readonly result: CalibrationResult
  readonly certificateNumber: string | null
  readonly laboratory: string | null
  readonly provider: string | null
  readonly traceabilityReference: string | null
  readonly isStartingRecord: boolean
  /** The standard of the whole record as text, and its stated certificate. */
  readonly statedName: string | null
  readonly statedCertificate: string | null
  /** Reason for using a standard that was unfit, or for which no certificate is known. */
  readonly standardReason: string | null
  readonly standard: StandardAtUse | null
  /** Standards that single points name. */
  readonly pointStandards: readonly StandardAtUse[] | null
  /** The standard that each point names. */
  readonly standardOfPoint: readonly (string | null)[]
}

/** Returns records by ID as frozen, in no particular order. */
export function readTraced(queries: WorkspaceQueries, ids: readonly string[]): Promise<TracedRow[]> {
  return queries.rows<TracedRow>(sql`
    select c.calibration_id as id,
      jsonb_build_object(
        'id', c.instrument_id, 'asset_tag', c.snapshot #>> '{instrument,asset_tag}',
        'name', c.snapshot #>> '{instrument,name}',
        'serial_number', c.snapshot #>> '{instrument,serial_number}') as instrument,
      c.performed_at as "performedAt", c.calibration_type as "calibrationType", c.result,
      c.certificate_number as "certificateNumber",
      coalesce(
        nullif(c.snapshot #>> '{site,laboratory,name}', ''), nullif(c.snapshot #>> '{workspace,laboratory,name}', ''),
        c.snapshot #>> '{workspace,name}') as laboratory,
      nullif(trim(c.service_provider), '') as provider,
      c.traceability_reference as "traceabilityReference", c.is_starting_record as "isStartingRecord",
      nullif(trim(c.reference_standard), '') as "statedName",
      nullif(trim(c.reference_standard_certificate_number), '') as "statedCertificate",
      nullif(trim(c.reference_standard_reason), '') as "standardReason",
      c.snapshot -> 'reference_standard' as standard, c.measurements -> 'standards' as "pointStandards",
      array(
        select point ->> 'standard_asset_id'
        from jsonb_array_elements(c.measurements -> 'points') with ordinality as points (point, position)
        order by position) as "standardOfPoint"
    from calibrations c
    where c.workspace_id = ${queries.workspaceId} and c.calibration_id = any(${ids}::uuid[])
      and c.record_type = 'calibration'`)
}

/** A use of a standard by a record. */
export interface Use {
  readonly standardId: string
  readonly usedAt: string
  readonly calibrationId: string
}

/**
 * Returns the calibration of each standard that was in effect when it was used: the last one performed by then among
 * those in effect now, and never the record that used it. Standards that had not been calibrated are omitted.
 */
export async function findCalibrationsAtUse(
  queries: WorkspaceQueries,
  uses: readonly Use[],
): Promise<ReadonlyMap<Use, string>> {
  if (uses.length === 0) return new Map()
  const { workspaceId } = queries
  const rows = await queries.rows<{ position: number; id: string }>(sql`
    select used.position::int as position, c.calibration_id as id
    from unnest(
      ${uses.map(({ standardId }) => standardId)}::uuid[], ${uses.map(({ usedAt }) => usedAt)}::timestamptz[],
      ${uses.map(({ calibrationId }) => calibrationId)}::uuid[])
      with ordinality as used (standard_id, used_at, calibration_id, position)
    cross join lateral (
      select c.calibration_id
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = used.standard_id
        and c.performed_at <= used.used_at and c.calibration_id <> used.calibration_id
        and c.record_type = 'calibration' and ${isInEffect(workspaceId)}
      ${lastFirst}
      limit 1) c`)
  return new Map(rows.map(({ position, id }) => [uses[position - 1]!, id]))
}

/** Returns the calibration of an instrument that is in effect; undefined if there is none. */
export async function findInEffect(
  queries: WorkspaceQueries,
  instrumentId: string,
): Promise<string | undefined> {
  const { workspaceId } = queries
  const [row] = await queries.rows<{ id: string }>(sql`
    select c.calibration_id as id
    from calibrations c
    where c.workspace_id = ${workspaceId} and c.instrument_id = ${instrumentId}
      and c.record_type = 'calibration' and ${isInEffect(workspaceId)}
    ${lastFirst}
    limit 1`)
  return row?.id
}

/** Returns instruments by ID within the given sites (null: all), with their current names. */
export async function namedInstruments(
  queries: WorkspaceQueries,
  ids: readonly string[],
  siteIds: readonly string[] | null,
): Promise<ReadonlyMap<string, NamedInstrument>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.rows<NamedInstrument>(sql`
    select i.instrument_id as id, i.asset_tag, i.name, i.serial_number
    from instruments i
    where i.workspace_id = ${queries.workspaceId} and i.instrument_id = any(${ids}::uuid[])
      ${amongSites(siteIds, sql`i.site_id`)}`)
  return new Map(rows.map((row) => [row.id, row]))
}
