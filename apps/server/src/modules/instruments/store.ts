import { because } from '@plumbline/contract'
import { empty, join, raw, sql, violatedUnique } from '../../platform/db/index.ts'
import type { Sql, Transaction, WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError } from '../../platform/errors.ts'
import { amongSites } from '../workspaces/index.ts'
import { instrumentColumns, movingColumns, statedColumns } from './columns.ts'
import type { InstrumentRow } from './instrument.ts'
import type { Zones } from './schedule/schedule.ts'

type ColumnName = keyof typeof instrumentColumns

const nameOf = (column: ColumnName) => raw(instrumentColumns[column])

/** Columns under the names of the row, with the table as `i`. */
export function selectColumns(columns: readonly ColumnName[]): Sql {
  return join(columns.map((column) => sql`i.${nameOf(column)} as ${raw(`"${column}"`)}`))
}

const allColumns = Object.keys(instrumentColumns) as ColumnName[]

/** The whole row with the time zone of its site, with the tables as `i` and `s`. */
export const wholeRow: Sql = sql`${selectColumns(allColumns)}, s.time_zone as "siteTimeZone"`

/** Returns an instrument within the given sites (null: all); undefined for any other ID. */
export async function findInstrument(
  queries: WorkspaceQueries,
  instrumentId: string,
  siteIds: readonly string[] | null,
): Promise<InstrumentRow | undefined> {
  const [row] = await queries.rows<InstrumentRow>(oneInstrument(queries, instrumentId, siteIds))
  return row
}

/**
 * Like `findInstrument`, locking it against other changes until the transaction ends; call it before locking the
 * ledger's head. It is locked first and then read: a statement that waits for a lock sees the other tables as they
 * were before, and would miss an instrument that was moved to another site in the meantime.
 */
export async function lockInstrument(
  tx: Transaction,
  instrumentId: string,
  siteIds: readonly string[] | null,
): Promise<InstrumentRow | undefined> {
  const [, rows] = await tx.batch([
    sql`
      select from instruments i
      where i.workspace_id = ${tx.workspaceId} and i.instrument_id = ${instrumentId}
        ${amongSites(siteIds, sql`i.site_id`)}
      for no key update`,
    oneInstrument(tx, instrumentId, siteIds),
  ])
  return (rows as InstrumentRow[])[0]
}

/** Returns some columns of the instruments with the given IDs, in no particular order; unknown IDs have no row. */
export function findInstruments<Column extends ColumnName>(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
  columns: readonly Column[],
): Promise<Pick<InstrumentRow, Column>[]> {
  return queries.rows<Pick<InstrumentRow, Column>>(sql`
    select ${selectColumns(columns)}
    from instruments i
    where i.workspace_id = ${queries.workspaceId} and i.instrument_id = any(${instrumentIds}::uuid[])`)
}

/** Returns the instruments with the given IDs within the given sites (null: all), in no particular order. */
export function findWholeInstruments(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
  siteIds: readonly string[] | null,
): Promise<InstrumentRow[]> {
  return queries.rows<InstrumentRow>(sql`
    select ${wholeRow}
    from instruments i
    join sites s on s.workspace_id = i.workspace_id and s.site_id = i.site_id
    where i.workspace_id = ${queries.workspaceId} and i.instrument_id = any(${instrumentIds}::uuid[])
      ${amongSites(siteIds, sql`i.site_id`)}`)
}

/**
 * Returns the instruments that have one of the asset tags or serial numbers, at all sites and including retired ones,
 * in no particular order. Each is looked up separately: a plan for all of them together ignores the indexes of a
 * register that was empty when it was made.
 */
export function findByIdentifiers(
  queries: WorkspaceQueries,
  assetTags: readonly string[],
  serialNumbers: readonly string[],
): Promise<InstrumentRow[]> {
  const foundBy = (column: Sql, values: readonly string[]) => sql`
    select found.instrument_id
    from unnest(${values}::text[]) as wanted (value)
    cross join lateral (
      select instrument_id
      from instruments
      where workspace_id = ${queries.workspaceId} and ${column} = wanted.value
      limit 1) as found`
  return queries.rows<InstrumentRow>(sql`
    select ${wholeRow}
    from instruments i
    join sites s on s.workspace_id = i.workspace_id and s.site_id = i.site_id
    where i.workspace_id = ${queries.workspaceId} and i.instrument_id = any(array(
      ${foundBy(sql`asset_tag`, assetTags)} union ${foundBy(sql`serial_number`, serialNumbers)}))`)
}

function oneInstrument(
  queries: WorkspaceQueries,
  instrumentId: string,
  siteIds: readonly string[] | null,
): Sql {
  return sql`
    select ${wholeRow}
    from instruments i
    join sites s on s.workspace_id = i.workspace_id and s.site_id = i.site_id
    where i.workspace_id = ${queries.workspaceId} and i.instrument_id = ${instrumentId}
      ${amongSites(siteIds, sql`i.site_id`)}`
}

const changingNames = Object.keys({ ...statedColumns, ...movingColumns }) as ColumnName[]

/**
 * Writes a changed instrument that the transaction has locked, on the same condition.
 * @returns false if other time zones are in force, in which case nothing is written
 */
export async function updateInstrumentRow(
  tx: Transaction,
  row: InstrumentRow,
  zones: Zones,
): Promise<boolean> {
  const written = await tx.rows(sql`
    update instruments i
    set ${join(changingNames.map((column) => sql`${nameOf(column)} = ${valueOf(row, column)}`))}
    from workspaces w, sites s
    where i.workspace_id = ${tx.workspaceId} and i.instrument_id = ${row.instrumentId}
      and w.workspace_id = i.workspace_id
      and s.workspace_id = i.workspace_id and s.site_id = ${row.siteId} ${whileZonesHold(zones)}
    returning i.instrument_id`)
  return written.length === 1
}

function valueOf(row: InstrumentRow, column: ColumnName): Sql {
  if (column === 'customFields' || column === 'pointOverrides' || column === 'shipment') {
    const value = row[column]
    return sql`${value && JSON.stringify(value)}::jsonb`
  }
  return sql`${row[column]}`
}

/**
 * While the ledger's head is locked, a time zone change has either committed and is visible here, or has not begun;
 * so a writer can neither miss that a second slot is needed nor write dates of an outdated time zone.
 */
function whileZonesHold(zones: Zones): Sql {
  return sql`
      and w.time_zone = ${zones.timeZone} and w.due_slot = ${zones.dueSlot}
      and w.pending_time_zone is not distinct from ${zones.pendingTimeZone}
      and s.time_zone is not distinct from ${zones.siteTimeZone}`
}

/** Returns the time zones that due dates of a site's instruments follow. */
export async function findZones(queries: WorkspaceQueries, siteId: string): Promise<Zones> {
  const [zones] = await queries.rows<Zones>(sql`
    select w.time_zone as "timeZone", w.due_slot as "dueSlot", w.pending_time_zone as "pendingTimeZone",
      s.time_zone as "siteTimeZone"
    from workspaces w
    join sites s on s.workspace_id = w.workspace_id
    where w.workspace_id = ${queries.workspaceId} and s.site_id = ${siteId}`)
  if (!zones) throw new Error(`site ${siteId} vanished`)
  return zones
}

/** Whether an instrument is within the given sites. */
export async function reachesInstrument(
  queries: WorkspaceQueries,
  instrumentId: string,
  siteIds: readonly string[] | null,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    select instrument_id
    from instruments
    where workspace_id = ${queries.workspaceId} and instrument_id = ${instrumentId}
      ${siteIds === null ? empty : amongSites(siteIds)}`)
  return rows.length === 1
}

/** Whether all of the IDs name instruments within the given sites (null: all). */
export async function reachesInstruments(
  queries: WorkspaceQueries,
  instrumentIds: readonly string[],
  siteIds: readonly string[] | null,
): Promise<boolean> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*) as count
    from instruments
    where workspace_id = ${queries.workspaceId} and instrument_id = any(${instrumentIds}::uuid[])
      ${siteIds === null ? empty : amongSites(siteIds)}`)
  return row?.count === new Set(instrumentIds).size
}

/** Whether any instrument was ever entered. */
export async function anyInstrument(queries: WorkspaceQueries): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from instruments where workspace_id = ${queries.workspaceId} limit 1`)
  return rows.length > 0
}

/** Fields by the constraints that make them unique. */
const UNIQUE_FIELDS: Readonly<Record<string, 'asset_tag' | 'serial_number'>> = {
  instrument_asset_tag_key: 'asset_tag',
  instrument_serial_number_key: 'serial_number',
}

/** Returns the refusal of a tag or serial number that another instrument has: it names only the field. */
export function takenField(field: 'asset_tag' | 'serial_number', cause?: unknown): ApiError {
  return new ApiError('CONFLICT', {
    reason: because(`instrument.${field}_taken`),
    details: { field },
    cause,
  })
}

/** Converts a violated unique tag or serial number into 409 CONFLICT as above. */
export async function refusingTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    const field = UNIQUE_FIELDS[violatedUnique(error) ?? '']
    if (field === undefined) throw error
    throw takenField(field, error)
  }
}
