import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { appendEntries } from '../ledger/index.ts'
import { recomputedEntry } from './recompute-due-dates.ts'
import { scheduleOf, type Zones } from './schedule.ts'
import { findZones } from './store.ts'
import {
  lockInstrumentsOfSite,
  nextInstrumentsOfSite,
  writeDates,
  type DatesOfSlots,
  type ScheduledRow,
} from './zone-change-store.ts'

/** Instruments of one entry of the ledger, so that none grows beyond some ten kilobytes. */
const BATCH_SIZE = 500

/**
 * How due dates follow the zone of a site, in the transaction that changes it: `lock` before the ledger's
 * head is taken, `recompute` once the site is written. Locking first keeps clear of writers who hold an
 * instrument and wait for the head.
 */
export const siteDueDates = { lock: lockInstrumentsOfSite, recompute: recomputeSiteDueDates }

/** Brings the due dates of a site's instruments to the zone that the site has now. */
async function recomputeSiteDueDates(
  tx: Transaction,
  { clock }: { clock: Clock },
  actor: Actor,
  siteId: string,
): Promise<void> {
  const zones = await findZones(tx, siteId)
  for (let last: ScheduledRow | undefined; ;) {
    const rows = await nextInstrumentsOfSite(tx, siteId, last, BATCH_SIZE)
    last = rows.at(-1)
    if (!last) return
    const moved = rows.flatMap((row) => movedDates(row, zones))
    if (moved.length > 0) await writeMoved(tx, clock, actor, moved)
  }
}

/**
 * The dates of an instrument of which any moves. The slot of a zone that the workspace waits for is written
 * whole: whoever fills it passes over an instrument that was changed meanwhile.
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
  const [place] = await appendEntries(tx, clock, actor, [recomputedEntry(tx, ids)])
  await writeDates(tx, moved, place)
}
