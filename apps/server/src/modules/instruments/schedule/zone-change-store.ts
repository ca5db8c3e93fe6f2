import { raw, sql, type Queries, type Sql, type Transaction } from '../../../platform/db/index.ts'
import type { InstrumentRow } from '../instrument.ts'
import type { Scheduled } from './schedule.ts'
import { selectColumns } from '../store.ts'

/** Progress of a time zone change. */
export interface ZoneChange {
  phase: 'prepare' | 'settle'
  /** Last instrument of the completed batches of this phase. */
  doneThrough: string
}

/** Sorts before every ID that the server creates. */
const NO_INSTRUMENT = '00000000-0000-0000-0000-000000000000'

/** Records that a workspace waits for the dates of another time zone; one that is being settled is completed first. */
export async function insertZoneChange(tx: Transaction, at: string): Promise<void> {
  await tx.rows(sql`
    insert into zone_changes as z (workspace_id, phase, done_through, requested_at)
    values (${tx.workspaceId}, 'prepare', ${NO_INSTRUMENT}, ${at})
    on conflict (workspace_id) do update
    set done_through = case when z.phase = 'prepare' then excluded.done_through else z.done_through end`)
}

/** Returns the change in progress in the transaction's workspace. */
export async function findZoneChange(tx: Transaction): Promise<ZoneChange | undefined> {
  const [row] = await tx.rows<ZoneChange>(sql`
    select phase, done_through as "doneThrough" from zone_changes where workspace_id = ${tx.workspaceId}`)
  return row
}

/** Advances within a phase, or starts another one. */
export async function moveZoneChange(
  tx: Transaction,
  phase: ZoneChange['phase'],
  doneThrough: string = NO_INSTRUMENT,
): Promise<void> {
  await tx.rows(sql`
    update zone_changes
    set phase = ${phase}, done_through = ${doneThrough}
    where workspace_id = ${tx.workspaceId}`)
}

export async function deleteZoneChange(tx: Transaction): Promise<void> {
  await tx.rows(sql`delete from zone_changes where workspace_id = ${tx.workspaceId}`)
}

/** Returns workspaces with a time zone change in progress, oldest first. */
export async function workspacesInZoneChange(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ workspaceId: string }>(sql`
    select workspace_id as "workspaceId" from zone_changes order by requested_at, workspace_id`)
  return rows.map((row) => row.workspaceId)
}

/** The data from which an instrument's due dates are computed and with which they are compared. */
export type ScheduledRow = Scheduled &
  Pick<
    InstrumentRow,
    | 'instrumentId'
    | 'createdAt'
    | 'ledgerIndex'
    | 'siteTimeZone'
    | 'dueDate0'
    | 'dueDate1'
    | 'siteDueDate0'
    | 'siteDueDate1'
  >

/** Its columns, with the tables as `i` and `s`. */
export const scheduledColumns: Sql = sql`${selectColumns([
  'instrumentId',
  'status',
  'basisPerformedAt',
  'basisResult',
  'basisNextDueDate',
  'calibrationIntervalValue',
  'calibrationIntervalUnit',
  'extensionUntil',
  'extensionHolds',
  'createdAt',
  'ledgerIndex',
  'dueDate0',
  'dueDate1',
  'siteDueDate0',
  'siteDueDate1',
])}, s.time_zone as "siteTimeZone"`

/** Returns the next instruments of the workspace by ID. */
export async function nextInstruments(
  tx: Transaction,
  after: string,
  limit: number,
): Promise<ScheduledRow[]> {
  return tx.rows<ScheduledRow>(sql`
    select ${scheduledColumns}
    from instruments i
    join sites s on s.workspace_id = i.workspace_id and s.site_id = i.site_id
    where i.workspace_id = ${tx.workspaceId} and i.instrument_id > ${after}
    order by i.instrument_id
    limit ${limit}`)
}

/** New due dates of one instrument, as read at a version. */
export interface NewDates {
  instrumentId: string
  ledgerIndex: number
  dueDate: string | null
  siteDueDate: string | null
}

/** Fills a slot, except for an instrument that has changed since it was read: that change has filled the slot too. */
export async function fillSlot(tx: Transaction, slot: 0 | 1, dates: readonly NewDates[]): Promise<void> {
  await tx.rows(sql`
    update instruments i
    set due_date_${raw(String(slot))} = new.due_date, site_due_date_${raw(String(slot))} = new.site_due_date
    from unnest(
      ${dates.map((each) => each.instrumentId)}::uuid[],
      ${dates.map((each) => each.ledgerIndex)}::bigint[],
      ${dates.map((each) => each.dueDate)}::date[],
      ${dates.map((each) => each.siteDueDate)}::date[]
    ) as new (instrument_id, ledger_index, due_date, site_due_date)
    where i.workspace_id = ${tx.workspaceId} and i.instrument_id = new.instrument_id
      and i.ledger_index = new.ledger_index`)
}

/** Due dates of an instrument in both slots. */
export type DatesOfSlots = Pick<
  InstrumentRow,
  'instrumentId' | 'dueDate0' | 'dueDate1' | 'siteDueDate0' | 'siteDueDate1'
>

/** Writes the due dates of both slots completely, as a change of the instruments at a position in the ledger. */
export async function writeDates(
  tx: Transaction,
  dates: readonly DatesOfSlots[],
  entry: { at: string; index: number },
): Promise<void> {
  await tx.rows(sql`
    update instruments i
    set due_date_0 = new.due_date_0, due_date_1 = new.due_date_1,
      site_due_date_0 = new.site_due_date_0, site_due_date_1 = new.site_due_date_1,
      updated_at = ${entry.at}, ledger_index = ${entry.index}
    from unnest(
      ${dates.map((each) => each.instrumentId)}::uuid[],
      ${dates.map((each) => each.dueDate0)}::date[],
      ${dates.map((each) => each.dueDate1)}::date[],
      ${dates.map((each) => each.siteDueDate0)}::date[],
      ${dates.map((each) => each.siteDueDate1)}::date[]
    ) as new (instrument_id, due_date_0, due_date_1, site_due_date_0, site_due_date_1)
    where i.workspace_id = ${tx.workspaceId} and i.instrument_id = new.instrument_id`)
}

/** Locks the next instruments that still have dates in a slot that is no longer in force; returns their IDs. */
export async function lockUnsettled(
  tx: Transaction,
  oldSlot: 0 | 1,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ instrumentId: string }>(sql`
    select instrument_id as "instrumentId"
    from instruments
    where workspace_id = ${tx.workspaceId} and instrument_id > ${after}
      and due_date_${raw(String(oldSlot))} is not null
    order by instrument_id
    limit ${limit}
    for no key update`)
  return rows.map((row) => row.instrumentId)
}

/** Clears the old slot and increments the version of instruments whose dates have changed with the time zone. */
export async function settleInstruments(
  tx: Transaction,
  oldSlot: 0 | 1,
  instrumentIds: readonly string[],
  entry: { at: string; index: number },
): Promise<void> {
  await tx.rows(sql`
    update instruments
    set due_date_${raw(String(oldSlot))} = null, site_due_date_${raw(String(oldSlot))} = null,
      updated_at = ${entry.at}, ledger_index = ${entry.index}
    where workspace_id = ${tx.workspaceId} and instrument_id = any(${instrumentIds}::uuid[])`)
}
