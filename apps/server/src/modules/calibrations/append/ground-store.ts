import type { CalibrationResult } from '@plumbline/contract'
import type { StandardUncertainty } from '@plumbline/contract/procedure'
import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { instrumentAtKey, type InstrumentAt, type Zones } from '../../instruments/index.ts'
import { certificateColumns, uncertaintiesOf, type CertificateRow } from '../../measurements/index.ts'
import { amongSites, workspaceVersion } from '../../workspaces/index.ts'
import { counts } from '../counting-store.ts'

/** What has to be read of an instrument under the ledger's head before a record of it is entered. */
export interface Ground extends Zones {
  readonly instrumentId: string
  /** Of the workspace's settings. */
  readonly settingsVersion: string
  /** The record that counts; null without one. */
  readonly counting: {
    readonly id: string
    readonly result: CalibrationResult
    /** As JSON writes it. */
    readonly performedAt: string
    readonly ledgerIndex: number
    readonly chainFirstLedgerIndex: number
    /** The record that it corrects; null for one that corrects none. */
    readonly correctsId: string | null
  } | null
}

/** Reads the grounds of instruments. A record that counts is approved, and neither superseded nor voided. */
export function readGrounds(
  { workspaceId }: WorkspaceQueries,
  instruments: readonly { readonly instrumentId: string; readonly siteId: string }[],
): Sql {
  const wanted = instruments.map(({ instrumentId, siteId }) => ({
    instrument_id: instrumentId,
    site_id: siteId,
  }))
  // Of JSON the database assumes so many rows whatever stands in it, and keeps its plan.
  return sql`
    select wanted.instrument_id as "instrumentId", ${workspaceVersion} as "settingsVersion",
      w.time_zone as "timeZone", w.due_slot as "dueSlot", w.pending_time_zone as "pendingTimeZone",
      (select s.time_zone from sites s where s.workspace_id = ${workspaceId} and s.site_id = wanted.site_id)
        as "siteTimeZone",
      last.counting
    from workspaces w
    cross join json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (instrument_id uuid, site_id uuid)
    left join lateral (
      select json_build_object(
        'id', c.calibration_id, 'result', c.result, 'performedAt', c.performed_at, 'ledgerIndex', c.ledger_index,
        'chainFirstLedgerIndex', c.chain_first_ledger_index,
        'correctsId', c.corrects_id
      ) as counting
      from calibrations c
      join calibration_decisions d
        on d.workspace_id = ${workspaceId} and d.calibration_id = c.calibration_id and d.decision = 'approved'
      where c.workspace_id = ${workspaceId} and c.instrument_id = wanted.instrument_id
        and c.record_type = 'calibration'
        and not exists (
          select from calibration_decisions s
          where s.workspace_id = ${workspaceId} and s.supersedes_id = c.calibration_id)
        and not exists (
          select from calibrations v
          where v.workspace_id = ${workspaceId} and v.voids_id = c.calibration_id)
      ${lastFirst}
      limit 1) last on true
    where w.workspace_id = ${workspaceId}`
}

/** The records of an instrument that counted at an instant: approved, and by now neither superseded nor voided. */
export interface RecordsAtUse {
  readonly instrumentId: string
  /** As it was asked for. */
  readonly at: string
  /** The last one performed by then; null without one. */
  readonly basis: {
    readonly result: CalibrationResult
    readonly performedAt: string
    readonly certificateNumber: string | null
    /** Ids of the record and of those that it corrects. */
    readonly chainIds: readonly string[]
  } | null
  /** The last one by then that says whether the instrument is fit for use; null without one. */
  readonly conclusive: { readonly result: CalibrationResult; readonly performedAt: string } | null
}

/** Reads the records of instruments that counted at instants. */
export async function findRecordsAtUse(
  queries: WorkspaceQueries,
  wanted: readonly InstrumentAt[],
): Promise<RecordsAtUse[]> {
  const { workspaceId } = queries
  const rows = await queries.rows<RecordsAtUse>(sql`
    select wanted."instrumentId", wanted.at, basis.basis, conclusive.conclusive
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted ("instrumentId" text, at text)
    left join lateral (
      select json_build_object(
        'result', c.result, 'performedAt', c.performed_at, 'certificateNumber', c.certificate_number,
        'chainIds', (
          select json_agg(chain.calibration_id)
          from calibrations chain
          where chain.workspace_id = ${workspaceId} and chain.instrument_id = c.instrument_id
            and chain.chain_first_ledger_index = c.chain_first_ledger_index)
      ) as basis
      ${countingBy(workspaceId)}
      ${lastFirst}
      limit 1) basis on true
    left join lateral (
      select json_build_object('result', c.result, 'performedAt', c.performed_at) as conclusive
      ${countingBy(workspaceId)} and c.result <> 'LIMITED_CALIBRATION'
      ${lastFirst}
      limit 1) conclusive on true`)
  return rows.map(({ basis, conclusive, ...asked }) => ({
    ...asked,
    basis: basis && inApiForm(basis),
    conclusive: conclusive && inApiForm(conclusive),
  }))
}

/**
 * What the calibrations of standards that counted at instants state of their uncertainty, in the order in which they are
 * named: that of the record that `findRecordsAtUse` calls the basis. Undefined without one, and for standards out of reach.
 */
export async function findUncertaintiesAtUse(
  queries: WorkspaceQueries,
  wanted: readonly InstrumentAt[],
  siteIds: readonly string[] | null,
): Promise<(readonly StandardUncertainty[] | undefined)[]> {
  if (wanted.length === 0) return []
  const { workspaceId } = queries
  const rows = await queries.rows<InstrumentAt & CertificateRow>(sql`
    select wanted."instrumentId", wanted.at, basis.uncertainty, basis."coverageFactor", basis.points
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted ("instrumentId" text, at text)
    join instruments i on i.workspace_id = ${workspaceId} and i.instrument_id = wanted."instrumentId"::uuid
      ${amongSites(siteIds, sql`i.site_id`)}
    cross join lateral (
      select ${certificateColumns}
      ${countingBy(workspaceId)}
      ${lastFirst}
      limit 1) basis`)
  const stated = new Map(rows.map((row) => [instrumentAtKey(row), uncertaintiesOf(row)]))
  return wanted.map((use) => stated.get(instrumentAtKey(use)))
}

/** JSON of the database writes instants with an offset, which compares with no other one as text. */
function inApiForm<Row extends { readonly performedAt: string }>(row: Row): Row {
  return { ...row, performedAt: new Date(row.performedAt).toISOString() }
}

/** Counting records of a wanted instrument, as `c`, performed by its instant. */
const countingBy = (workspaceId: string) => sql`
      from calibrations c
      where c.workspace_id = ${workspaceId} and c.instrument_id = wanted."instrumentId"::uuid
        and c.performed_at <= wanted.at::timestamptz and ${counts}`

/** Among equals a correction keeps the place of the first record of its chain (decisions, section 6). */
const lastFirst = sql`order by c.performed_at desc, c.chain_first_ledger_index desc, c.ledger_index desc`
