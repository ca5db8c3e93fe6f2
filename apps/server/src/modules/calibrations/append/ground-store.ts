import type { CalibrationResult } from '@plumbline/contract'
import { sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Zones } from '../../instruments/index.ts'
import { workspaceVersion } from '../../workspaces/index.ts'

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
      order by c.performed_at desc, c.chain_first_ledger_index desc, c.ledger_index desc
      limit 1) last on true
    where w.workspace_id = ${workspaceId}`
}

/** The number of the certificate behind the calibration of each instrument, with the record that states it. */
export function certificateNumbersOf(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
): Promise<{ instrumentId: string; calibrationId: string; certificateNumber: string | null }[]> {
  return queries.rows(sql`
    select i.instrument_id as "instrumentId", c.calibration_id as "calibrationId",
      c.certificate_number as "certificateNumber"
    from instruments i
    join calibrations c on c.workspace_id = ${queries.workspaceId} and c.calibration_id = i.basis_calibration_id
    where i.workspace_id = ${queries.workspaceId} and i.instrument_id = any(${instrumentIds}::uuid[])`)
}
