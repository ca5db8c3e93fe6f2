import type { RowColumns } from '../../ledger/index.ts'
import type { ReplayedWorkspace } from '../../workspaces/index.ts'
import type { InstrumentRow } from '../instrument.ts'
import type { scheduleOf, Zones } from './schedule.ts'
import type { SiteZoneChange } from './site-zone-change-store.ts'
import type { ZoneChange } from './zone-change-store.ts'

/** Progress of the time zone changes under way. */
export interface ZonesUnderWay {
  /** The workspace's change. */
  readonly workspace: ZoneChange | undefined
  /** Changes of sites, by site ID. */
  readonly sites: ReadonlyMap<string, SiteZoneChange>
}

/** What determines due dates of an instrument, in addition to the instrument itself. */
export interface Scheduling {
  readonly workspace: ReplayedWorkspace
  readonly underWay: ZonesUnderWay
  readonly schedule: typeof scheduleOf
}

/** Due dates in one slot, in the time zones of workspace and site. */
type Dates = readonly [dueDate: string | null, siteDueDate: string | null]

const EMPTY: Dates = [null, null]

const slotColumns = (slot: 0 | 1) => [`due_date_${slot}`, `site_due_date_${slot}`] as const

/**
 * Returns the columns of due dates that the ledger records for an instrument. If a time zone change in progress
 * allows several values, returns the existing ones if they are allowed, otherwise the ones that they must become.
 * @param row scheduled by the current time zones
 * @param found the existing row of the instrument
 */
export function recordedDueDates(row: InstrumentRow, scheduling: Scheduling, found: RowColumns): RowColumns {
  const { dueSlot } = scheduling.workspace.zonesOf(row.siteId)
  const siteZones = siteZonesOf(row, scheduling)
  return {
    ...columnsOf(dueSlot, currentStates(row, scheduling, siteZones), found),
    ...columnsOf(dueSlot === 0 ? 1 : 0, otherStates(row, scheduling, siteZones), found),
  }
}

/** Returns the state that a slot is in, of several that it may be in; if it is in none, the last. */
function columnsOf(slot: 0 | 1, states: readonly Dates[], found: RowColumns): RowColumns {
  const columns = slotColumns(slot)
  const [dueDate, siteDueDate] =
    states.find((each) => each.every((date, at) => found[columns[at]!] === date)) ?? states.at(-1)!
  return { [columns[0]]: dueDate, [columns[1]]: siteDueDate }
}

/**
 * Returns the time zones of the site that dates of an instrument may still follow, the current one last. While a
 * change proceeds through the site's instruments in the order in which they were entered, those not reached yet
 * follow an earlier time zone, unless they have been written for another reason since.
 */
function siteZonesOf(row: InstrumentRow, { workspace, underWay }: Scheduling): readonly (string | null)[] {
  const change = underWay.sites.get(row.siteId)
  if (!change || isDone(row, change)) return [workspace.zonesOf(row.siteId).siteTimeZone]
  return workspace.siteZonesSoFar(row.siteId)
}

function isDone(
  { createdAt, instrumentId }: InstrumentRow,
  { doneAt, doneThrough }: SiteZoneChange,
): boolean {
  if (doneAt === null || doneThrough === null) return false
  return createdAt === doneAt ? instrumentId <= doneThrough : createdAt < doneAt
}

/** Returns the possible contents of the slot in force. */
function currentStates(
  row: InstrumentRow,
  { workspace, schedule }: Scheduling,
  siteZones: readonly (string | null)[],
): Dates[] {
  const { timeZone, dueSlot } = workspace.zonesOf(row.siteId)
  if (siteZones.length === 1) {
    return [dueSlot === 0 ? [row.dueDate0, row.siteDueDate0] : [row.dueDate1, row.siteDueDate1]]
  }
  return siteZones.map((siteTimeZone) => datesIn(row, { timeZone, siteTimeZone }, schedule))
}

/**
 * Returns the possible contents of the slot that is not in force; it must eventually have the last one. The slot is
 * empty, except while a change of the workspace's time zone proceeds through the register: first the dates of the new
 * time zone are filled in, row by row in ID order, and later those of the former time zone are cleared in the same
 * way. Dates of a time zone that was replaced by another before it came into force remain until those of the new one
 * overwrite them.
 */
function otherStates(
  row: InstrumentRow,
  { workspace, underWay: { workspace: change }, schedule }: Scheduling,
  siteZones: readonly (string | null)[],
): Dates[] {
  if (change === undefined) return [EMPTY]
  const { formerTimeZone, supersededTimeZones } = workspace
  const { pendingTimeZone } = workspace.zonesOf(row.siteId)
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
