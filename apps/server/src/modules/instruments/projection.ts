import {
  compareCounts,
  compareRow,
  missingRow,
  type Findings,
  type Projection,
  type RowColumns,
  type ToldRow,
} from '../ledger/index.ts'
import type { Snapshot } from '../../platform/db/index.ts'
import { instrumentColumns } from './columns.ts'
import type { DerivedFields, InstrumentRow } from './instrument.ts'
import { instrumentPayload } from './ledger-payload.ts'
import { countedTables, findZoneChangeRow, walkInstrumentRows } from './projection-store.ts'
import { scheduleOf } from './schedule.ts'
import { ToldRegister, type CalibrationEffects } from './told-register.ts'
import type { ZoneChange } from './zone-change-store.ts'

/**
 * The register as the ledger tells it: what is stated of each instrument, and what follows by rule: basis,
 * quarantine, extension, group, and due dates in the zones of workspace and site.
 * @param effects begins to follow calibrations anew
 */
export function instrumentProjection(effects: () => CalibrationEffects): Projection {
  return {
    payloads: [instrumentPayload],
    begin: (snapshot, findings) => {
      const register = new ToldRegister(effects())
      return {
        take: (entry) => register.take(entry),
        compare: async () => {
          await compareInstruments(snapshot, register, findings)
          for (const counts of countedTables(snapshot)) await compareCounts(snapshot, counts, findings)
        },
      }
    },
  }
}

async function compareInstruments(
  snapshot: Snapshot,
  register: ToldRegister,
  findings: Findings,
): Promise<void> {
  const change = await findZoneChangeRow(snapshot)
  for await (const page of walkInstrumentRows(snapshot).pages()) {
    findings.compared(page.length)
    for (const found of page) {
      const rowId = String(found['instrument_id'])
      const row = register.rows.get(rowId)
      const told = row && toldRow(row, register, change, found)
      compareRow('instruments', rowId, told, found, findings)
      register.rows.delete(rowId)
    }
  }
  for (const row of register.rows.values()) {
    findings.fault(missingRow('instruments', row.instrumentId, toldRow(row, register, change)))
  }
}

type ColumnName = keyof typeof instrumentColumns

const columnNames = Object.entries(instrumentColumns) as [ColumnName, string][]

/** @param found where a change of zone is under way, it says how far that has come for this row */
function toldRow(
  row: InstrumentRow,
  register: ToldRegister,
  change: ZoneChange | undefined,
  found: RowColumns = {},
): ToldRow {
  const zones = register.places.zonesOf(row.siteId)
  const whole = { ...row, ...scheduleOf(row, zones) }
  const columns = Object.fromEntries(columnNames.map(([name, column]) => [column, whole[name]]))
  const other = slotColumns(zones.dueSlot === 0 ? 1 : 0)
  const states = otherSlotStates(row, register, change)
  // Of several states that a row may be in, the one that it is in; else the one that it must come to.
  const state = states.find((each) => each.every((date, at) => found[other[at]!] === date)) ?? states.at(-1)!
  return {
    columns: { ...columns, [other[0]]: state[0], [other[1]]: state[1] },
    index: row.ledgerIndex,
  }
}

type Dates = readonly [dueDate: string | null, siteDueDate: string | null]

const slotColumns = (slot: 0 | 1) => [`due_date_${slot}`, `site_due_date_${slot}`] as const

/**
 * What the slot that does not hold may contain, the last of which it must come to. It is empty, save while a
 * change of zone goes through the register: then first the dates of the coming zone are filled in, row by row in
 * order of ids, and later those of the former zone are emptied in the same way. Of a zone that gave way to another
 * one before it held, dates stay until those of the coming one take their place.
 */
function otherSlotStates(
  row: InstrumentRow,
  register: ToldRegister,
  change: ZoneChange | undefined,
): Dates[] {
  if (change === undefined) return [EMPTY]
  const zones = register.places.zonesOf(row.siteId)
  const { formerTimeZone, supersededTimeZones } = register.places
  const datesBy = (timeZone: string | null) => (timeZone === null ? [] : [datesIn(row, zones, timeZone)])
  const coming = datesBy(zones.pendingTimeZone)
  const superseded = supersededTimeZones.flatMap(datesBy)
  const isDone = row.instrumentId <= change.doneThrough
  if (change.phase === 'prepare')
    return isDone && coming.length > 0 ? coming : [EMPTY, ...superseded, ...coming]
  return [...(isDone ? [] : datesBy(formerTimeZone)), ...superseded, ...coming, EMPTY]
}

const EMPTY: Dates = [null, null]

function datesIn(
  row: InstrumentRow,
  { siteTimeZone }: Pick<InstrumentRow, 'siteTimeZone'>,
  timeZone: string,
): Dates {
  const zones = { timeZone, siteTimeZone, dueSlot: 0, pendingTimeZone: null } as const
  const { dueDate0, siteDueDate0 }: Pick<DerivedFields, 'dueDate0' | 'siteDueDate0'> = scheduleOf(row, zones)
  return [dueDate0, siteDueDate0]
}
