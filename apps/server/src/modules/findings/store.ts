import type { CalibrationResult, FindingStatus } from '@plumbline/contract'
import { empty, limitTo, sql, type Sql, type WorkspaceQueries } from '../../platform/db/index.ts'
import { counts, lastFirst } from '../calibrations/index.ts'
import { amongSites } from '../workspaces/index.ts'
import type { FindingRow, JudgementRow } from './finding.ts'

const columns: Sql = sql`
  f.finding_id as "findingId", f.instrument_id as "instrumentId", i.asset_tag as "assetTag",
  i.name as "instrumentName", i.site_id as "siteId", f.calibration_id as "calibrationId", c.result,
  c.performed_at as "performedAt", f.opened_at as "openedAt", f.opened_by as "openedBy", f.points,
  f.size_percent as "sizePercent", f.owner_person_id as "ownerPersonId", p.name as "ownerName",
  f.due_date::text as "dueDate", f.closed_at as "closedAt", f.closed_by as "closedBy",
  f.closed_because as "closedBecause", f.conclusion, f.signature_meaning as "signatureMeaning",
  f.window_from as "windowFrom", f.window_to as "windowTo"`

const joined: Sql = sql`
  findings f
  join instruments i on i.workspace_id = f.workspace_id and i.instrument_id = f.instrument_id
  join calibrations c on c.workspace_id = f.workspace_id and c.calibration_id = f.calibration_id
  left join people p on p.id = f.owner_person_id`

/** Returns a finding whose instrument is currently within the sites; null means all sites. */
export async function findFinding(
  queries: WorkspaceQueries,
  findingId: string,
  siteIds: readonly string[] | null,
): Promise<FindingRow | undefined> {
  const [row] = await queries.rows<FindingRow>(sql`
    select ${columns}
    from ${joined}
    where f.workspace_id = ${queries.workspaceId} and f.finding_id = ${findingId} ${within(siteIds)}`)
  return row
}

/** Returns findings by ID, at all sites and in no particular order. */
export function findFindings(queries: WorkspaceQueries, ids: readonly string[]): Promise<FindingRow[]> {
  return queries.rows<FindingRow>(sql`
    select ${columns}
    from ${joined}
    where f.workspace_id = ${queries.workspaceId} and f.finding_id = any(${ids}::uuid[])`)
}

/** Returns the open finding of a record. */
export async function findOpenOf(
  queries: WorkspaceQueries,
  calibrationId: string,
): Promise<FindingRow | undefined> {
  const [row] = await queries.rows<FindingRow>(sql`
    select ${columns}
    from ${joined}
    where f.workspace_id = ${queries.workspaceId} and f.calibration_id = ${calibrationId} and f.closed_at is null`)
  return row
}

/** Selects the findings of a list. */
export interface FindingFilter {
  /** Empty: all. */
  readonly statuses: readonly FindingStatus[]
  readonly instrumentId: string | null
  readonly calibrationId: string | null
  readonly siteIds: readonly string[] | null
}

/** Returns a page of findings, newest first. */
export async function pageOfFindings(
  queries: WorkspaceQueries,
  filter: FindingFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: FindingRow[]; total: number }> {
  const condition = conditionOf(queries, filter)
  const [rows, counted] = (await queries.batch([
    sql`
      select ${columns}
      from ${joined}
      where ${condition}
      order by f.opened_at desc, f.finding_id desc
      ${limitTo(limit)} offset ${offset}`,
    sql`
      select count(*) as total
      from findings f
      join instruments i on i.workspace_id = f.workspace_id and i.instrument_id = f.instrument_id
      where ${condition}`,
  ])) as [FindingRow[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** Returns a statement that reads every finding of a list, newest first, for streaming. */
export function wholeList(queries: WorkspaceQueries, filter: FindingFilter): Sql {
  return sql`
    select ${columns}
    from ${joined}
    where ${conditionOf(queries, filter)}
    order by f.opened_at desc, f.finding_id desc`
}

function conditionOf(
  { workspaceId }: WorkspaceQueries,
  { statuses, instrumentId, calibrationId, siteIds }: FindingFilter,
): Sql {
  const [only, other] = statuses
  return sql`
    f.workspace_id = ${workspaceId} ${within(siteIds)}
    ${only === undefined || other !== undefined ? empty : only === 'open' ? sql`and f.closed_at is null` : sql`and f.closed_at is not null`}
    ${instrumentId === null ? empty : sql`and f.instrument_id = ${instrumentId}`}
    ${calibrationId === null ? empty : sql`and f.calibration_id = ${calibrationId}`}`
}

function within(siteIds: readonly string[] | null): Sql {
  return siteIds === null ? empty : amongSites(siteIds, sql`i.site_id`)
}

export function findJudgements(queries: WorkspaceQueries, findingId: string): Promise<JudgementRow[]> {
  return queries.rows<JudgementRow>(sql`
    select calibration_id as "calibrationId", level, via_id as "viaId", judgement, reason, judged_at as "judgedAt",
      judged_by as "judgedBy"
    from finding_judgements
    where workspace_id = ${queries.workspaceId} and finding_id = ${findingId}
    order by level, calibration_id`)
}

/** Returns the calibrations that have judgements in findings. */
export function findJudged(
  queries: WorkspaceQueries,
  findingIds: readonly string[],
): Promise<{ findingId: string; calibrationId: string }[]> {
  return queries.rows(sql`
    select finding_id as "findingId", calibration_id as "calibrationId"
    from finding_judgements
    where workspace_id = ${queries.workspaceId} and finding_id = any(${findingIds}::uuid[])`)
}

/** A note as read. */
export interface NoteRow {
  readonly written_at: string
  readonly written_by: string
  readonly text: string
}

export function findNotes(queries: WorkspaceQueries, findingId: string): Promise<NoteRow[]> {
  return queries.rows<NoteRow>(sql`
    select written_at, written_by, text
    from finding_notes
    where workspace_id = ${queries.workspaceId} and finding_id = ${findingId}
    order by ledger_index`)
}

/** A record as used to determine the window of a finding. */
export interface EarlierRecord {
  readonly calibrationId: string
  readonly performedAt: string
  readonly result: CalibrationResult
  readonly pointsOut: number | null
  readonly nominalValue: string | null
  readonly tolerance: string | null
  readonly asFoundReading: string | null
  readonly asLeftReading: string | null
  readonly unitOfMeasure: string | null
}

/**
 * Returns records in effect that were performed before the given ones on the same instrument, newest first, up to a
 * limit for each.
 */
export function findEarlier(
  queries: WorkspaceQueries,
  calibrationIds: readonly string[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<(EarlierRecord & { readonly beforeId: string })[]> {
  const { workspaceId } = queries
  return queries.rows(sql`
    select following.calibration_id as "beforeId", earlier.*
    from calibrations following
    cross join lateral (
      select c.calibration_id as "calibrationId", c.performed_at as "performedAt", c.result,
        c.points_out as "pointsOut", c.nominal_value as "nominalValue", c.tolerance,
        c.as_found_reading as "asFoundReading", c.as_left_reading as "asLeftReading",
        c.snapshot -> 'instrument' ->> 'unit_of_measure' as "unitOfMeasure"
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = following.instrument_id
        and c.calibration_id <> following.calibration_id
        and (c.performed_at, c.chain_first_ledger_index)
          < (following.performed_at, following.chain_first_ledger_index)
        and ${counts(workspaceId)}
      ${lastFirst}
      limit ${limit} offset ${offset}) as earlier
    where following.workspace_id = ${workspaceId} and following.calibration_id = any(${calibrationIds}::uuid[])
    order by earlier."performedAt" desc`)
}

/** The naming data of an affected calibration. */
export interface NamedCalibration {
  readonly calibrationId: string
  readonly performedAt: string
  readonly result: CalibrationResult
  readonly instrumentId: string
  readonly assetTag: string | null
  readonly instrumentName: string | null
  readonly viaTag: string | null
  readonly viaName: string | null
}

/** Returns the naming data of calibrations, each with the standard through which it was reached. */
export function nameCalibrations(
  queries: WorkspaceQueries,
  items: readonly { readonly calibrationId: string; readonly viaId: string }[],
): Promise<NamedCalibration[]> {
  const { workspaceId } = queries
  return queries.rows<NamedCalibration>(sql`
    select c.calibration_id as "calibrationId", c.performed_at as "performedAt", c.result,
      c.instrument_id as "instrumentId", i.asset_tag as "assetTag", i.name as "instrumentName",
      v.asset_tag as "viaTag", v.name as "viaName"
    from unnest(
      ${items.map(({ calibrationId }) => calibrationId)}::uuid[], ${items.map(({ viaId }) => viaId)}::uuid[]
    ) as named (id, via)
    join calibrations c on c.workspace_id = ${workspaceId} and c.calibration_id = named.id
    join instruments i on i.workspace_id = ${workspaceId} and i.instrument_id = c.instrument_id
    left join instruments v on v.workspace_id = ${workspaceId} and v.instrument_id = named.via`)
}

/** Returns those of the calibrations whose instruments are currently within the sites. */
export async function calibrationsWithin(
  queries: WorkspaceQueries,
  calibrationIds: readonly string[],
  siteIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries.rows<{ id: string }>(sql`
    select c.calibration_id as id
    from calibrations c
    join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
    where c.workspace_id = ${queries.workspaceId} and c.calibration_id = any(${calibrationIds}::uuid[])
      ${amongSites(siteIds, sql`i.site_id`)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the instruments of calibrations, by calibration. */
export async function instrumentsOf(
  queries: WorkspaceQueries,
  calibrationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.rows<{ id: string; instrumentId: string }>(sql`
    select calibration_id as id, instrument_id as "instrumentId"
    from calibrations
    where workspace_id = ${queries.workspaceId} and calibration_id = any(${calibrationIds}::uuid[])`)
  return new Map(rows.map(({ id, instrumentId }) => [id, instrumentId]))
}
