import { instrumentMember, searchedFields } from '@plumbline/contract'
import { join, raw, sql, type RowStream, type Snapshot } from '../../platform/db/index.ts'
import type { CountedTable, DerivedTable, ReadModel, RowColumns } from '../ledger/index.ts'
import { instrumentColumns, statedColumns } from './columns.ts'
import type { ZonesUnderWay } from './schedule/recorded-due-dates.ts'
import type { SiteZoneChange } from './schedule/site-zone-change-store.ts'
import type { ZoneChange } from './schedule/zone-change-store.ts'

export const instrumentRows: ReadModel = {
  table: 'instruments',
  id: 'instrument_id',
  unique: { asset_tag: sql`t.instrument_id::text`, serial_number: sql`null` },
}

/** Walks instruments by column name, ordered by ID. */
export function streamInstrumentRows(
  snapshot: Snapshot,
  ids: readonly string[] | null,
): RowStream<RowColumns> {
  return snapshot.stream(sql`
    select ${join(Object.values(instrumentColumns).map((column) => raw(column)))}
    from instruments
    where workspace_id = ${snapshot.workspaceId} and (${ids}::uuid[] is null or instrument_id = any(${ids}::uuid[]))
    order by instrument_id`)
}

/** Returns the time zone changes in progress. */
export async function findZonesUnderWay(snapshot: Snapshot): Promise<ZonesUnderWay> {
  const [workspace] = await snapshot.rows<ZoneChange>(sql`
    select phase, done_through as "doneThrough" from zone_changes where workspace_id = ${snapshot.workspaceId}`)
  const sites = await snapshot.rows<SiteZoneChange>(sql`
    select site_id as "siteId", done_at as "doneAt", done_through as "doneThrough"
    from site_zone_changes
    where workspace_id = ${snapshot.workspaceId}`)
  return { workspace, sites: new Map(sites.map((change) => [change.siteId, change])) }
}

/** Blocks time zone changes from proceeding until the transaction ends. */
export async function blockZoneChanges(queries: Snapshot): Promise<void> {
  const { workspaceId } = queries
  await queries.rows(sql`select from zone_changes where workspace_id = ${workspaceId} for update`)
  await queries.rows(sql`
    select from site_zone_changes where workspace_id = ${workspaceId} order by requested_at, site_id for update`)
}

/** Counts of the instruments maintained by triggers. */
export function countedTables(workspaceId: string): CountedTable[] {
  const isWaiting = sql`compliance_group in ('never', 'out') and basis_calibration_id is null`
  return [
    {
      table: 'instrument_counts',
      columns: ['site_id', 'status', 'compliance_group'],
      counted: sql`instruments where workspace_id = ${workspaceId}`,
    },
    {
      table: 'instrument_due_counts',
      columns: [
        'slot',
        'due_date',
        'site_due_date',
        'site_id',
        'status',
        'compliance_group',
        'grace_days',
        'warning_days',
      ],
      counted: sql`
        instruments
        cross join lateral (values (0, due_date_0, site_due_date_0), (1, due_date_1, site_due_date_1))
          as due (slot, due_date, site_due_date)
        where workspace_id = ${workspaceId} and (due.due_date is not null or (${isWaiting}))`,
    },
    {
      table: 'instrument_worklist_counts',
      columns: ['slot', 'site_id', 'site_due_date'],
      counted: sql`
        instruments
        cross join lateral (values (0, site_due_date_0), (1, site_due_date_1)) as due (slot, site_due_date)
        where workspace_id = ${workspaceId} and (due.site_due_date is not null or (${isWaiting}))`,
    },
  ]
}

/** The text that the words are of, in the order of `search_instruments_by`, which does not matter. */
const searchedText = join(
  searchedFields.map((name) => sql`coalesce(i.${raw(statedColumns[instrumentMember(name)])}, '')`),
  ` || ' ' || `,
)

/** The words by which instruments are searched. */
export function wordsOfInstruments(workspaceId: string): DerivedTable[] {
  const rows = (ids: readonly string[] | null) => sql`
    select i.workspace_id, i.instrument_id, w.word, w.shared, i.site_id, i.status, i.created_at
    from instruments i
    cross join lateral indexed_words(${searchedText}) w
    where i.workspace_id = ${workspaceId} and (${ids}::uuid[] is null or i.instrument_id = any(${ids}::uuid[]))`
  return [{ table: 'instrument_words', id: 'instrument_id', rows }]
}
