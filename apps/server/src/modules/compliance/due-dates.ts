import type { Caller } from '../access/index.ts'
import { zoneOfSite } from '../workspaces/index.ts'
import { pageOfDue } from './due-store.ts'
import { readDueFilter, selectedBy, type DueSelection, type WorklistDeps } from './list-due.ts'
import { startOfDay, today } from './rules/local-date.ts'

/** Which due dates are requested. */
export interface DueDatesQuery {
  readonly selection: DueSelection
  readonly withinDays: number
  /** Maximum number, earliest first. */
  readonly max: number
}

/** When the next calibration of an instrument is due. */
export interface DueDate {
  readonly instrumentId: string
  readonly assetTag: string
  readonly name: string
  readonly serialNumber: string | null
  readonly siteName: string
  readonly location: string | null
  /** A day in the site's time zone: today for an instrument that was never calibrated. */
  readonly dueOn: string
  readonly isOverdue: boolean
  /** When the instrument, its due date or whether it is overdue last changed. */
  readonly changedAt: Date
}

/** Returns overdue calibrations and those due within a number of days, within the caller's reach, by due date. */
export async function readDueDates(
  { db, clock }: WorklistDeps,
  caller: Caller,
  { selection, withinDays, max }: DueDatesQuery,
): Promise<DueDate[]> {
  const queries = db.in(caller.workspaceId)
  const now = clock.now()
  const manner = {
    inUse: false,
    order: 'date',
    assigned: undefined,
    ...selectedBy(caller, selection),
  } as const
  const filter = await readDueFilter(queries, caller, { within_days: withinDays }, { manner, now })
  if (filter === null) return []
  const rows = await pageOfDue(queries, filter, { firstDay: '-infinity', lastDay: null, skip: 0, take: max })
  return rows.map((row) => {
    const zone = zoneOfSite(caller.workspace, { timeZone: row.siteTimeZone })
    const day = today(now, zone)
    const dueOn = row.siteDueDate ?? day
    const isOverdue = dueOn < day
    return {
      ...row,
      location: row.locationName ?? row.location,
      dueOn,
      isOverdue,
      changedAt: changedAt(row, { dueOn, isOverdue, zone }),
    }
  })
}

/**
 * An instrument that was never calibrated is due again each day; others are overdue from the day after their due
 * date.
 */
function changedAt(
  { updatedAt, siteDueDate }: { updatedAt: string; siteDueDate: string | null },
  { dueOn, isOverdue, zone }: { dueOn: string; isOverdue: boolean; zone: string },
): Date {
  const from = isOverdue ? Temporal.PlainDate.from(dueOn).add({ days: 1 }).toString() : dueOn
  const follows = isOverdue || siteDueDate === null
  return new Date(Math.max(Date.parse(updatedAt), follows ? Date.parse(startOfDay(from, zone)) : 0))
}
