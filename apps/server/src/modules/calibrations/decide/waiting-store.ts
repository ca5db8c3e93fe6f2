import { limitTo, sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { recordColumns, decisionJoins, withinSites } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'

/** A pending record, with the data of its instrument that bear on the decision. */
export interface WaitingRow extends CalibrationRow {
  readonly assetTag: string | null
  readonly name: string
  readonly siteId: string
  readonly requiresElectronicSignatureOverride: boolean | null
}

/** Returns pending records within the given sites (null: all), oldest first. */
export async function pageOfWaiting(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<WaitingRow[]> {
  return queries.rows<WaitingRow>(sql`
    select ${recordColumns}, i.asset_tag as "assetTag", i.name, i.site_id as "siteId",
      i.requires_electronic_signature_override as "requiresElectronicSignatureOverride"
    from undecided_calibrations u
    join calibrations c on c.workspace_id = u.workspace_id and c.calibration_id = u.calibration_id
    join instruments i on i.workspace_id = c.workspace_id and i.instrument_id = c.instrument_id
    ${decisionJoins}
    where u.workspace_id = ${queries.workspaceId} and u.is_open ${withinSites(siteIds)}
    order by c.ledger_index
    ${limitTo(limit)} offset ${offset}`)
}
