import type { OpenShipment } from '@plumbline/contract'
import { empty, limitTo, sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { amongSites } from '../../workspaces/index.ts'

/** Which instruments that are out are requested. */
interface OpenShipments {
  readonly limit: number
  readonly offset: number
  readonly siteIds: readonly string[] | null
  /** Only those expected back before this date; null: all. */
  readonly expectedBefore: string | null
}

/**
 * Returns a page of the instruments that are out for calibration, earliest expected return first, and the total
 * number.
 */
export async function pageOfShipments(
  queries: WorkspaceQueries,
  { limit, offset, siteIds, expectedBefore }: OpenShipments,
): Promise<{ rows: OpenShipment[]; total: number }> {
  const expected = sql`i.shipment ->> 'expected_return'`
  const out = sql`
    i.workspace_id = ${queries.workspaceId} and i.status = 'OUT_FOR_CALIBRATION' ${amongSites(siteIds, sql`i.site_id`)}
    ${expectedBefore === null ? empty : sql`and ${expected} < ${expectedBefore}`}`
  const [rows, counted] = (await queries.batch([
    sql`
      select i.instrument_id, i.asset_tag, i.name, i.site_id,
        json_build_object(
          'sent_out_on', i.sent_out_on,
          'provider_id', i.shipment ->> 'provider_id',
          'purchase_order', i.shipment ->> 'purchase_order',
          'expected_return', ${expected},
          'cost', i.shipment ->> 'cost',
          'currency', i.shipment ->> 'currency') as shipment
      from instruments i
      where ${out}
      order by ${expected} nulls last, i.asset_tag, i.instrument_id
      ${limitTo(limit)} offset ${offset}`,
    sql`select count(*) as total from instruments i where ${out}`,
  ])) as [OpenShipment[], [{ total: number }]]
  return { rows, total: counted[0].total }
}
