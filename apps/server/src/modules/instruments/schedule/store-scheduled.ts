import type { Transaction } from '../../../platform/db/index.ts'
import type { Workspace } from '../../workspaces/index.ts'
import type { InstrumentRow } from '../instrument.ts'
import { scheduleOf, type Zones } from './schedule.ts'
import { findZones } from '../store.ts'

/** Writes a row on condition that the time zones are still in force; returns false if they are not. */
export type WriteRow = (row: InstrumentRow, zones: Zones) => Promise<boolean>

/** Returns the time zones for an instrument, from a workspace and a row that were read before. */
export function zonesOf(
  workspace: Pick<Workspace, 'timeZone' | 'dueSlot' | 'pendingTimeZone'>,
  row: Pick<InstrumentRow, 'siteTimeZone'>,
): Zones {
  const { timeZone, dueSlot, pendingTimeZone } = workspace
  return { timeZone, dueSlot, pendingTimeZone, siteTimeZone: row.siteTimeZone }
}

/**
 * Writes an instrument with its group and due dates. The transaction must hold the ledger's head, so time zones that
 * turn out to have changed since they were read cannot change again: the second attempt succeeds.
 * @returns the row as written, with the time zones by which it was scheduled
 */
export async function storeScheduled(
  tx: Transaction,
  row: InstrumentRow,
  zones: Zones,
  write: WriteRow,
): Promise<{ row: InstrumentRow; zones: Zones }> {
  const scheduled = { ...row, ...scheduleOf(row, zones) }
  if (await write(scheduled, zones)) return { row: scheduled, zones }
  const present = await findZones(tx, row.siteId)
  const again = { ...row, ...scheduleOf(row, present), siteTimeZone: present.siteTimeZone }
  if (await write(again, present)) return { row: again, zones: present }
  throw new Error(`instrument ${row.instrumentId} was not written`)
}
