import { pageOf, type Page, type WaitingRecord } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Caller } from '../../access/index.ts'
import { approvalObstaclesOf } from './four-eyes.ts'
import { policiesInForce } from './policy-in-force.ts'
import { sitesAsked } from '../read/list-query.ts'
import { serializeCalibration } from '../serialize.ts'
import { countWaiting } from '../read-store.ts'
import { pageOfWaiting, type WaitingRow } from './waiting-store.ts'

/** Returns a page of the pending records within the caller's reach. */
export async function listApprovals(
  queries: WorkspaceQueries,
  caller: Caller,
  query: { limit: number; offset: number; site_id?: string },
): Promise<Page<WaitingRecord>> {
  const siteIds = sitesAsked(caller, query.site_id)
  const [rows, total] = await Promise.all([
    pageOfWaiting(queries, siteIds, query),
    countWaiting(queries, siteIds),
  ])
  const policies = await policiesInForce(queries, caller, rows)
  const obstacles = await approvalObstaclesOf(queries, caller, rows, policies)
  return pageOf(
    rows.map((row, index) => serializeWaiting(row, policies[index]!.signature, obstacles[index] ?? null)),
    total,
    query,
  )
}

function serializeWaiting(
  row: WaitingRow,
  needsSignature: boolean,
  obstacle: WaitingRecord['approval_obstacle'],
): WaitingRecord {
  return {
    calibration: serializeCalibration(row),
    instrument: {
      id: row.instrumentId,
      asset_tag: row.assetTag,
      name: row.name,
      site_id: row.siteId,
      unit_of_measure: row.unitOfMeasure,
    },
    requires_electronic_signature: needsSignature,
    approval_obstacle: obstacle,
  }
}
