import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction, WorkspaceQueries } from '../../../platform/db/index.ts'
import { lockStream, writeEvents } from '../../../platform/outbox/index.ts'
import { dueInstruments, today } from '../../compliance/index.ts'
import { findWorkspace, listSites, zoneOfSite, type Workspace } from '../../workspaces/index.ts'
import { noteDueDates, unnoticedDueDates, type DueNotice, type DueScan } from './due-notice-store.ts'
import { currentInstant } from './queue-store.ts'
import { claimDueScans, openRounds } from './round-store.ts'

export interface DueParts {
  readonly db: Database
  readonly clock: Clock
}

/** Twice as often as promised, so that a round left undone by a process is still made up in time. */
const SCAN_EVERY_MS = 30_000

/** A due date that passed longer ago when first seen no longer gets an event (decisions, section 11). */
const OVERDUE_DAYS_MAX = 7

/** Maximum number of events per transaction. */
const NOTICES_MAX = 200

/** Emits events of due dates in every workspace whose scan is due. */
export async function emitDueDates(parts: DueParts): Promise<void> {
  const { db, clock } = parts
  await openRounds(db.global, clock.sqlNow())
  for (;;) {
    const workspaceIds = await claimDueScans(db.global, clock.sqlNow(), SCAN_EVERY_MS)
    if (workspaceIds.length === 0) return
    for (const workspaceId of workspaceIds) await emitDueDatesOf(parts, workspaceId)
  }
}

/**
 * Emits events of due dates of one workspace that entered their warning days or passed: one for each instrument,
 * basis and date, because the notice and the event commit together.
 */
export async function emitDueDatesOf({ db, clock }: DueParts, workspaceId: string): Promise<void> {
  for (;;) {
    const found = await findNotices(db.in(workspaceId), clock.now())
    if (!found || found.notices.length === 0) return
    const { workspace, notices } = found
    await db.transaction(workspaceId, (tx) => emit(tx, clock, workspace, notices))
    if (notices.length < NOTICES_MAX) return
  }
}

/**
 * Stores notices, whether or not any endpoint exists: an event is sent to the endpoints that existed when it happened
 * (decisions, section 11), so endpoints created later do not get earlier ones.
 *
 * The notices are stored first: another process that found the same due dates waits for them, and then emits nothing.
 */
async function emit(
  tx: Transaction,
  clock: Clock,
  workspace: Workspace,
  notices: readonly DueNotice[],
): Promise<void> {
  const { hasConsumers } = await lockStream(tx)
  const [instant] = await tx.rows<{ now: string }>(currentInstant(clock.sqlNow()))
  const occurredAt = instant!.now
  const noticed = await noteDueDates(tx, notices, occurredAt)
  if (!hasConsumers) return
  const instrumentIds = noticed.map((notice) => notice.instrumentId)
  const rows = await dueInstruments(tx, workspace, instrumentIds, clock.now())
  const events = noticed.flatMap(({ instrumentId, siteId, kind }) => {
    const due = rows.get(instrumentId)
    return due ? [{ type: `calibration.${kind}`, siteId, occurredAt, data: { due } } as const] : []
  })
  writeEvents(tx, events)
}

async function findNotices(queries: WorkspaceQueries, now: Date) {
  const workspace = await findWorkspace(queries)
  if (!workspace) return undefined
  const sites = (await listSites(queries, null)).map((site) => ({
    siteId: site.siteId,
    today: today(now, zoneOfSite(workspace, site)),
  }))
  const scan: DueScan = {
    dueSlot: workspace.dueSlot,
    warningDays: workspace.warningDays,
    overdueDaysMax: OVERDUE_DAYS_MAX,
    sites,
    limit: NOTICES_MAX,
  }
  return { workspace, notices: await unnoticedDueDates(queries, scan) }
}
