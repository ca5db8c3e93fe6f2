import { empty, sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import type { InstrumentRow } from '../instrument.ts'
import type { Scheduled } from '../schedule/schedule.ts'
import { selectColumns } from '../store.ts'

/** The data from which the preview of an instrument's schedule is computed, and its name. */
export type PreviewedRow = Scheduled &
  Pick<
    InstrumentRow,
    'instrumentId' | 'assetTag' | 'name' | 'graceDays' | 'warningDays' | 'dueDate0' | 'dueDate1'
  >

/**
 * Returns the next instruments by ID that have a token: all but those that are retired or for reference only.
 * @param siteId undefined: of all sites
 */
export async function nextInPlan(
  queries: WorkspaceQueries,
  siteId: string | undefined,
  after: string | null,
  limit: number,
): Promise<PreviewedRow[]> {
  const columns = selectColumns([
    'instrumentId',
    'assetTag',
    'name',
    'status',
    'graceDays',
    'warningDays',
    'basisPerformedAt',
    'basisResult',
    'basisNextDueDate',
    'calibrationIntervalValue',
    'calibrationIntervalUnit',
    'extensionUntil',
    'extensionHolds',
    'dueDate0',
    'dueDate1',
  ])
  return queries.rows<PreviewedRow>(sql`
    select ${columns}
    from instruments i
    where i.workspace_id = ${queries.workspaceId}
      and i.instrument_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      and i.status not in ('retired', 'REFERENCE_ONLY')
      ${siteId === undefined ? empty : sql`and i.site_id = ${siteId}`}
    order by i.instrument_id
    limit ${limit}`)
}
