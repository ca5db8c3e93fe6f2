import {
  compareKept,
  KeptEntries,
  replaying,
  type Findings,
  type KeptGroup,
  type Projection,
  type Replay,
  type ReplayedEntry,
  type RowColumns,
  type ToldRow,
} from '../ledger/index.ts'
import type { Snapshot } from '../../platform/db/index.ts'
import { ToldPlaces } from '../workspaces/index.ts'
import { instrumentColumns } from './columns.ts'
import type { InstrumentRow } from './instrument.ts'
import { instrumentPayload } from './ledger-payload.ts'
import {
  countedTables,
  findZoneChangeRow,
  holdZoneChange,
  instrumentRows,
  walkInstrumentRows,
  wordsOfInstruments,
} from './projection-store.ts'
import { scheduleOf, type Zones } from './schedule.ts'
import { ToldInstrument, type CalibrationEffects } from './told-instrument.ts'
import type { ZoneChange } from './zone-change-store.ts'

/**
 * The register as the ledger tells it: what is stated of each instrument, and what follows by rule: basis,
 * quarantine, extension, group, and due dates in the zones of workspace and site.
 * @param effects of calibrations
 * @param schedule the rule of due dates
 */
export function instrumentProjection(effects: CalibrationEffects, schedule = scheduleOf): Projection {
  return {
    payloads: [instrumentPayload],
    tables: [instrumentRows],
    counts: countedTables,
    following: wordsOfInstruments,
    hold: holdZoneChange,
    begin: (snapshot, findings) => new RegisterReplay(snapshot, findings, { effects, schedule }),
  }
}

/** By what the rest of an instrument follows from what is stated of it. */
interface Rules {
  readonly effects: CalibrationEffects
  readonly schedule: typeof scheduleOf
}

class RegisterReplay implements Replay {
  readonly #snapshot: Snapshot
  readonly #findings: Findings
  readonly #rules: Rules
  readonly #places = new ToldPlaces()
  readonly #kept: KeptEntries

  constructor(snapshot: Snapshot, findings: Findings, rules: Rules) {
    this.#snapshot = snapshot
    this.#findings = findings
    this.#rules = rules
    this.#kept = new KeptEntries(snapshot, 'instruments')
  }

  take(entry: ReplayedEntry): void | Promise<void> {
    this.#places.take(entry)
    if (entry.subject.type === 'instrument') return this.#kept.add(entry.subject.id, entry)
    if (entry.kind === 'workspace.due_dates_recomputed') return this.#keepRecomputed(entry)
    const concerned = this.#rules.effects.concerns(entry)
    return concerned && this.#kept.add(concerned.id, { ...entry, payload: concerned.payload })
  }

  async compare(since: number): Promise<void> {
    const change = await findZoneChangeRow(this.#snapshot)
    const registers = {
      table: 'instruments',
      idColumn: 'instrument_id',
      walk: (ids: readonly string[] | null) => walkInstrumentRows(this.#snapshot, ids),
      rowOf: (group: KeptGroup, { found }: { found: RowColumns | undefined }) =>
        this.#rowOf(group, change, found),
    }
    // Zones bear on dates of instruments that no entry speaks of.
    const areZonesSteady = change === undefined && this.#places.zonesMovedBefore <= since
    await compareKept(this.#kept, registers, this.#findings, areZonesSteady ? since : 0)
  }

  async #keepRecomputed(entry: ReplayedEntry): Promise<void> {
    const { instrument_ids: ids } = entry.payload as { instrument_ids: string[] }
    for (const id of ids) await this.#kept.add(id, { ...entry, payload: null })
  }

  #rowOf({ id, entries }: KeptGroup, change: ZoneChange | undefined, found: RowColumns | undefined): ToldRow {
    const told = new ToldInstrument(id, this.#rules.effects.ofOne())
    for (const entry of entries) {
      replaying(entry.index, () => told.take(entry, this.#places.timeZoneAt(entry.index)))
    }
    return toldRow(told.row, { places: this.#places, change, schedule: this.#rules.schedule }, found)
  }
}

type ColumnName = keyof typeof instrumentColumns

const columnNames = Object.entries(instrumentColumns) as [ColumnName, string][]

/** What due dates of an instrument follow from beside the instrument. */
interface Scheduling {
  readonly places: ToldPlaces
  readonly change: ZoneChange | undefined
  readonly schedule: typeof scheduleOf
}

/** @param found where a change of zone is under way, it says how far that has come for this row */
function toldRow(row: InstrumentRow, scheduling: Scheduling, found: RowColumns = {}): ToldRow {
  const zones = scheduling.places.zonesOf(row.siteId)
  const whole = { ...row, ...scheduling.schedule(row, zones) }
  const columns = Object.fromEntries(columnNames.map(([name, column]) => [column, whole[name]]))
  const other = slotColumns(zones.dueSlot === 0 ? 1 : 0)
  const states = otherSlotStates(row, scheduling)
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
function otherSlotStates(row: InstrumentRow, { places, change, schedule }: Scheduling): Dates[] {
  if (change === undefined) return [EMPTY]
  const zones = places.zonesOf(row.siteId)
  const { formerTimeZone, supersededTimeZones } = places
  const datesBy = (timeZone: string | null) =>
    timeZone === null
      ? []
      : [datesIn(row, { ...zones, timeZone, dueSlot: 0, pendingTimeZone: null }, schedule)]
  const coming = datesBy(zones.pendingTimeZone)
  const superseded = supersededTimeZones.flatMap(datesBy)
  const isDone = row.instrumentId <= change.doneThrough
  if (change.phase === 'prepare')
    return isDone && coming.length > 0 ? coming : [EMPTY, ...superseded, ...coming]
  return [...(isDone ? [] : datesBy(formerTimeZone)), ...superseded, ...coming, EMPTY]
}

const EMPTY: Dates = [null, null]

function datesIn(row: InstrumentRow, zones: Zones, schedule: typeof scheduleOf): Dates {
  const { dueDate0, siteDueDate0 } = schedule(row, zones)
  return [dueDate0, siteDueDate0]
}
