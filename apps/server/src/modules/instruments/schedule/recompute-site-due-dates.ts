import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { requestJob } from '../../jobs/index.ts'
import { appendEntries } from '../../ledger/index.ts'
import type { Site, Workspace } from '../../workspaces/index.ts'
import { recomputedEntry } from './recomputed-entry.ts'
import { scheduleOf, type Zones } from './schedule.ts'
import {
  deleteSiteZoneChange,
  insertSiteZoneChange,
  lockScheduledRows,
  lockSiteZoneChange,
  moveSiteZoneChange,
  nextInstrumentsOfSite,
} from './site-zone-change-store.ts'
import { zonesOf } from './store-scheduled.ts'
import { writeDates, type DatesOfSlots, type ScheduledRow } from './zone-change-store.ts'

/**
 * Has the due dates of a site's instruments computed by its new time zone once the transaction that changes the zone
 * has committed: it creates a job. Call it before the head of the ledger is locked.
 */
export async function followSiteZone(
  tx: Transaction,
  { clock }: { clock: Clock },
  actor: Actor,
  { siteId, timeZone }: Pick<Site, 'siteId' | 'timeZone'>,
): Promise<void> {
  await insertSiteZoneChange(tx, siteId, clock.sqlNow())
  requestJob(tx, { clock }, actor, { kind: 'time_zone', input: { site_id: siteId, timezone: timeZone } })
}

/**
 * Updates the due dates of some instruments to the current time zone of their site, for the site that has waited
 * longest. The transaction must have locked the workspace, so that its time zones cannot change and no other batch is
 * running.
 * @param actor recorded in the ledger
 * @param size maximum number of instruments in the batch
 * @returns the number of instruments examined; undefined if no site is waiting
 */
export async function recomputeBatchOfSite(
  tx: Transaction,
  { clock, actor, workspace, size }: { clock: Clock; actor: Actor; workspace: Workspace; size: number },
): Promise<number | undefined> {
  const change = await lockSiteZoneChange(tx)
  if (!change) return undefined
  const { siteId } = change
  const next = await nextInstrumentsOfSite(tx, change, size)
  const last = next.at(-1)
  if (!last) {
    await deleteSiteZoneChange(tx, siteId)
    return 0
  }
  const ids = next.map(({ instrumentId }) => instrumentId)
  const rows = await lockScheduledRows(tx, siteId, ids)
  const moved = rows.flatMap((row) => movedDates(row, zonesOf(workspace, row)))
  await moveSiteZoneChange(tx, siteId, last)
  if (moved.length > 0) await writeMoved(tx, clock, actor, moved)
  return next.length
}

/**
 * Returns the dates of an instrument if any of them moves. The slot of a pending time zone of the workspace is
 * written completely, because the process that fills it skips an instrument that has changed in the meantime.
 */
function movedDates(row: ScheduledRow, zones: Zones): DatesOfSlots[] {
  const { dueDate0, dueDate1, siteDueDate0, siteDueDate1 } = scheduleOf(row, zones)
  const stays =
    dueDate0 === row.dueDate0 &&
    dueDate1 === row.dueDate1 &&
    siteDueDate0 === row.siteDueDate0 &&
    siteDueDate1 === row.siteDueDate1
  return stays ? [] : [{ instrumentId: row.instrumentId, dueDate0, dueDate1, siteDueDate0, siteDueDate1 }]
}

async function writeMoved(
  tx: Transaction,
  clock: Clock,
  actor: Actor,
  moved: readonly DatesOfSlots[],
): Promise<void> {
  const ids = moved.map((each) => each.instrumentId)
  const [appended] = await appendEntries(tx, clock, actor, [recomputedEntry(tx, ids)])
  await writeDates(tx, moved, appended)
}
