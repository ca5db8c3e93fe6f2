import type { RowColumns } from '../../ledger/index.ts'
import type { ReplayedPlaces } from '../../workspaces/index.ts'
import type { InstrumentRow } from '../instrument.ts'
import type { scheduleOf, Zones } from './schedule.ts'
import type { SiteZoneChange } from './site-zone-change-store.ts'
import type { ZoneChange } from './zone-change-store.ts'

/** How far changes of zone that are under way have come. */
export interface ZonesUnderWay {
  /** Of the workspace. */
  readonly workspace: ZoneChange | undefined
  /** Of sites, by their ids. */
  readonly sites: ReadonlyMap<string, SiteZoneChange>
}

/** What due dates of an instrument follow from beside the instrument. */
export interface Scheduling {
  readonly places: ReplayedPlaces
  readonly underWay: ZonesUnderWay
  readonly schedule: typeof scheduleOf
}

/** Due dates in one slot, in the zones of workspace and site. */
type Dates = readonly [dueDate: string | null, siteDueDate: string | null]

const EMPTY: Dates = [null, null]

const slotColumns = (slot: 0 | 1) => [`due_date_${slot}`, `site_due_date_${slot}`] as const

/**
 * The columns of due dates that the ledger records of an instrument. Where a change of zone that is under way leaves
 * several open, it is those that the table has, or else those that they must come to.
 * @param row scheduled by the present zones
 * @param found what the table has of the instrument
 */
export function recordedDueDates(row: InstrumentRow, scheduling: Scheduling, found: RowColumns): RowColumns {
  const { dueSlot } = scheduling.places.zonesOf(row.siteId)
  const siteZones = siteZonesOf(row, scheduling)
  return {
    ...columnsOf(dueSlot, heldStates(row, scheduling, siteZones), found),
    ...columnsOf(dueSlot === 0 ? 1 : 0, otherStates(row, scheduling, siteZones), found),
  }
}

/** Of several states that a slot may be in, the one that it is in; else the last. */
function columnsOf(slot: 0 | 1, states: readonly Dates[], found: RowColumns): RowColumns {
  const columns = slotColumns(slot)
  const [dueDate, siteDueDate] =
    states.find((each) => each.every((date, at) => found[columns[at]!] === date)) ?? states.at(-1)!
  return { [columns[0]]: dueDate, [columns[1]]: siteDueDate }
}

/**
 * Zones of the site that dates of an instrument may still follow, its present one last. While a change of it goes
 * through the site's instruments in the order in which they were entered, those that it has not reached follow an
 * earlier one, unless something else was written of them since.
 */
function siteZonesOf(row: InstrumentRow, { places, underWay }: Scheduling): readonly (string | null)[] {
  const change = underWay.sites.get(row.siteId)
  if (!change || isDone(row, change)) return [places.zonesOf(row.siteId).siteTimeZone]
  return places.siteZonesSoFar(row.siteId)
}

function isDone(
  { createdAt, instrumentId }: InstrumentRow,
  { doneAt, doneThrough }: SiteZoneChange,
): boolean {
  if (doneAt === null || doneThrough === null) return false
  return createdAt === doneAt ? instrumentId <= doneThrough : createdAt < doneAt
}

/** What the slot that holds may contain. */
function heldStates(
  row: InstrumentRow,
  { places, schedule }: Scheduling,
  siteZones: readonly (string | null)[],
): Dates[] {
  const { timeZone, dueSlot } = places.zonesOf(row.siteId)
  if (siteZones.length === 1) {
    return [dueSlot === 0 ? [row.dueDate0, row.siteDueDate0] : [row.dueDate1, row.siteDueDate1]]
  }
  return siteZones.map((siteTimeZone) => datesIn(row, { timeZone, siteTimeZone }, schedule))
}

/**
 * What the slot that is not in force may contain, the last of which it must come to. It is empty, save while a
 * change of the workspace's zone goes through the register: then first the dates of the coming zone are filled in, row
 * by row in order of ids, and later those of the former zone are emptied in the same way. Of a zone that gave way to
 * another one before it held, dates stay until those of the coming one take their place.
 */
function otherStates(
  row: InstrumentRow,
  { places, underWay: { workspace: change }, schedule }: Scheduling,
  siteZones: readonly (string | null)[],
): Dates[] {
  if (change === undefined) return [EMPTY]
  const { formerTimeZone, supersededTimeZones } = places
  const { pendingTimeZone } = places.zonesOf(row.siteId)
  const datesBy = (timeZone: string | null) =>
    timeZone === null
      ? []
      : siteZones.map((siteTimeZone) => datesIn(row, { timeZone, siteTimeZone }, schedule))
  const coming = datesBy(pendingTimeZone)
  const superseded = supersededTimeZones.flatMap(datesBy)
  const isPassed = row.instrumentId <= change.doneThrough
  if (change.phase === 'prepare') {
    return isPassed && coming.length > 0 ? coming : [EMPTY, ...superseded, ...coming]
  }
  return [...(isPassed ? [] : datesBy(formerTimeZone)), ...superseded, ...coming, EMPTY]
}

function datesIn(
  row: InstrumentRow,
  zones: Pick<Zones, 'timeZone' | 'siteTimeZone'>,
  schedule: typeof scheduleOf,
): Dates {
  const { dueDate0, siteDueDate0 } = schedule(row, { ...zones, dueSlot: 0, pendingTimeZone: null })
  return [dueDate0, siteDueDate0]
}
