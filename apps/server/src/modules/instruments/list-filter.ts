import {
  complianceTokens,
  instrumentStatuses,
  type AppInstrumentListQuery,
  type AppInstrumentSort,
  type ComplianceToken,
  type InstrumentListQuery,
  type InstrumentStatus,
} from '@plumbline/contract'
import type { Search } from '../../platform/db/index.ts'
import { readToken } from '../../platform/http/index.ts'

/** Which instruments a list holds; filters combine. */
export interface InstrumentFilter {
  /** Sites within reach, narrowed to the one asked for; null: all of the workspace. */
  readonly siteIds: readonly string[] | null
  /** Only those with these ids. */
  readonly instrumentIds?: readonly string[]
  readonly locationId: string | undefined
  readonly status: InstrumentStatus | undefined
  readonly includeRetired: boolean
  readonly updatedSince: string | undefined
  readonly assetTag: string | undefined
  readonly serialNumber: string | undefined
  readonly search: Search | undefined
  /** Only what others are calibrated with. */
  readonly isReferenceStandard: true | undefined
  readonly isQuarantined: true | undefined
  readonly token: ComplianceToken | undefined
  /** Due before this date, in the workspace's zone. */
  readonly dueBefore: string | undefined
}

/** A list as it was asked for. */
export interface ListRequest {
  /** Null when nothing can match: a status that there is not, or a site out of reach. */
  readonly filter: InstrumentFilter | null
  readonly sort: AppInstrumentSort
}

/**
 * Reads the query of a list for a caller who reaches the given sites (null: all).
 * @param search what the app searches for, as `readInstrumentSearch` tells
 * @param sorts orders that the API knows
 * @throws 422 INVALID_REQUEST for an unknown word in `sort`, `include` or `compliance_status`
 */
export function readListQuery(
  query: Omit<InstrumentListQuery, 'limit' | 'offset'> &
    Pick<AppInstrumentListQuery, 'is_reference_standard' | 'is_quarantined'>,
  reach: readonly string[] | null,
  search: Search | undefined,
  sorts: readonly AppInstrumentSort[],
): ListRequest {
  const sort = readToken('sort', query.sort, sorts) ?? 'created_at'
  const includeRetired = readToken('include', query.include, ['retired']) !== undefined
  const token = readToken('compliance_status', query.compliance_status, complianceTokens)
  const status = readStatus(query.status, includeRetired)
  const siteIds = narrowed(reach, query.site_id?.toLowerCase())
  if (status === 'none' || siteIds?.length === 0) return { filter: null, sort }
  const filter = {
    siteIds,
    locationId: query.location_id,
    status,
    includeRetired,
    updatedSince: query.updated_since,
    assetTag: query.asset_tag,
    serialNumber: query.serial_number,
    search,
    isReferenceStandard: query.is_reference_standard === 'true' || undefined,
    isQuarantined: query.is_quarantined === 'true' || undefined,
    token,
    dueBefore: query.next_due_before,
  }
  return { filter, sort }
}

function readStatus(
  sent: string | undefined,
  includeRetired: boolean,
): InstrumentStatus | undefined | 'none' {
  if (sent === undefined) return undefined
  const status = instrumentStatuses.find((each) => each.toLowerCase() === sent.toLowerCase())
  return status === undefined || (status === 'retired' && !includeRetired) ? 'none' : status
}

function narrowed(reach: readonly string[] | null, siteId: string | undefined): readonly string[] | null {
  if (siteId === undefined) return reach
  return reach === null || reach.includes(siteId) ? [siteId] : []
}

/** Whether a filter asks for what is computed from due dates (contract, "GET /instruments"). */
export function isComputed(filter: InstrumentFilter): boolean {
  return filter.token !== undefined || filter.dueBefore !== undefined
}

/** Whether all that a filter matches has a due date. */
export function isDated({ token, dueBefore }: InstrumentFilter): boolean {
  if (dueBefore !== undefined) return true
  return token !== undefined && token !== 'NOT_CALIBRATED' && token !== 'OUT_FOR_CALIBRATION'
}
