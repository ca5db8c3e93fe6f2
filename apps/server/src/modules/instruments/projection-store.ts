import { join, raw, sql, type RowWalk, type Snapshot } from '../../platform/db/index.ts'
import type { CountedTable, RowColumns } from '../ledger/index.ts'
import { instrumentColumns } from './columns.ts'
import type { ZoneChange } from './zone-change-store.ts'

/** Every instrument, under the names of its columns. */
export function walkInstrumentRows(snapshot: Snapshot): RowWalk<RowColumns> {
  return snapshot.walk(sql`
    select ${join(Object.values(instrumentColumns).map((column) => raw(column)))}
    from instruments
    where workspace_id = ${snapshot.workspaceId}`)
}

/** The change of zone that is under way. */
export async function findZoneChangeRow(snapshot: Snapshot): Promise<ZoneChange | undefined> {
  const [row] = await snapshot.rows<ZoneChange>(sql`
    select phase, done_through as "doneThrough" from zone_changes where workspace_id = ${snapshot.workspaceId}`)
  return row
}

/** What triggers count of the instruments. */
export function countedTables({ workspaceId }: Snapshot): CountedTable[] {
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
