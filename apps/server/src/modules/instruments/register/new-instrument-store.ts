import {
  join,
  raw,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import { workspaceVersion } from '../../workspaces/index.ts'
import { instrumentColumns } from '../columns.ts'
import type { InstrumentRow } from '../instrument.ts'
import type { Zones } from '../schedule/schedule.ts'

/** What must be read of a site while holding the ledger's head, before instruments are entered there. */
export interface SiteInputs extends Zones {
  readonly siteId: string
  /** Version of the workspace's settings. */
  readonly settingsVersion: string
}

/** Reads these inputs of sites. */
export function readSiteInputs({ workspaceId }: WorkspaceQueries, siteIds: readonly string[]): Sql {
  return sql`
    select s.site_id as "siteId", ${workspaceVersion} as "settingsVersion", w.time_zone as "timeZone",
      w.due_slot as "dueSlot", w.pending_time_zone as "pendingTimeZone", s.time_zone as "siteTimeZone"
    from workspaces w
    join sites s on s.workspace_id = ${workspaceId}
    where w.workspace_id = ${workspaceId} and s.site_id = any(${siteIds}::uuid[])`
}

/** Which unique fields of an instrument are already in use by another one. */
export interface TakenFields {
  readonly assetTag: boolean
  readonly serialNumber: boolean
}

/**
 * Returns which tags and serial numbers are in use, in the order of the instruments. The result stays valid while the
 * ledger's head is locked, because all writers of the register are serialized there.
 */
export function readTaken(
  { workspaceId }: WorkspaceQueries,
  instruments: readonly Pick<InstrumentRow, 'assetTag' | 'serialNumber'>[],
): Sql {
  const wanted = instruments.map(({ assetTag, serialNumber }, position) => ({
    position,
    asset_tag: assetTag,
    serial_number: serialNumber,
  }))
  return sql`
    select tagged.asset_tag is not null as "assetTag", numbered.serial_number is not null as "serialNumber"
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (
      position integer, asset_tag text, serial_number text
    )
    left join lateral (
      select i.asset_tag
      from instruments i
      where i.workspace_id = ${workspaceId} and i.asset_tag = wanted.asset_tag
      limit 1) tagged on true
    left join lateral (
      select i.serial_number
      from instruments i
      where i.workspace_id = ${workspaceId} and i.serial_number = wanted.serial_number
      limit 1) numbered on true
    order by wanted.position`
}

type ColumnName = keyof typeof instrumentColumns

const names = Object.keys(instrumentColumns) as ColumnName[]
const columns: Sql = join(names.map((name) => raw(instrumentColumns[name])))
const newColumns: Sql = join(names.map((name) => raw(`new.${instrumentColumns[name]}`)))

/**
 * Writes new instruments. The transaction must hold the ledger's head, and must have read while holding it the time
 * zones of their due dates, and that their tags and serial numbers are free.
 */
export function insertInstruments(tx: Transaction, rows: readonly InstrumentRow[]): void {
  const entered = rows.map((row) =>
    Object.fromEntries(names.map((name) => [instrumentColumns[name], row[name]])),
  )
  tx.write([
    sql`
      insert into instruments (workspace_id, ${columns})
      select h.workspace_id, ${newColumns}
      from ledger_heads h
      cross join json_populate_recordset(null::instruments, ${JSON.stringify(entered)}::json) as new
      where h.workspace_id = ${tx.workspaceId}`,
  ])
}
