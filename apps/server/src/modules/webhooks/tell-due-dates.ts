import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction, WorkspaceQueries } from '../../platform/db/index.ts'
import { lockStream, writeEvents } from '../../platform/outbox/index.ts'
import { dueInstruments, today } from '../compliance/index.ts'
import { findWorkspace, listSites, zoneOfSite, type Workspace } from '../workspaces/index.ts'
import { noteDueDates, untoldDueDates, type DueNotice, type DueScan } from './due-notice-store.ts'
import { presentInstant } from './queue-store.ts'
import { claimDueScans, openRounds } from './round-store.ts'

export interface DueParts {
  readonly db: Database
  readonly clock: Clock
}

/** Twice as often as is promised, so that a round that a process left undone is still made up in time. */
const SCAN_EVERY_MS = 30_000

/** A due date that passed longer ago when it is first seen is no news any more (decisions, section 11). */
const OVERDUE_DAYS_MAX = 7

/** Events of one transaction. */
const NOTICES_MAX = 200

/** Tells of due dates in every workspace whose turn it is. */
export async function tellDueDates(parts: DueParts): Promise<void> {
  const { db, clock } = parts
  await openRounds(db.global, clock.sqlNow())
  for (;;) {
    const workspaceIds = await claimDueScans(db.global, clock.sqlNow(), SCAN_EVERY_MS)
    if (workspaceIds.length === 0) return
    for (const workspaceId of workspaceIds) await tellDueDatesOf(parts, workspaceId)
  }
}

/**
 * Tells of the due dates of one workspace that came within their warning days, and of those that have
 * passed: each once for its instrument, basis and date, since the note of it and the event commit together.
 */
export async function tellDueDatesOf({ db, clock }: DueParts, workspaceId: string): Promise<void> {
  for (;;) {
    const found = await newsOf(db.in(workspaceId), clock.now())
    if (!found || found.notices.length === 0) return
    const { workspace, notices } = found
    await db.transaction(workspaceId, (tx) => tell(tx, clock, workspace, notices))
    if (notices.length < NOTICES_MAX) return
  }
}

/** The notes come first: whoever else found the same news waits for them, and then has nothing to tell. */
async function tell(
  tx: Transaction,
  clock: Clock,
  workspace: Workspace,
  notices: readonly DueNotice[],
): Promise<void> {
  const { isHeard } = await lockStream(tx)
  const [instant] = await tx.rows<{ now: string }>(presentInstant(clock.sqlNow()))
  const occurredAt = instant!.now
  const told = await noteDueDates(tx, notices, occurredAt)
  if (!isHeard) return
  const instrumentIds = told.map((notice) => notice.instrumentId)
  const rows = await dueInstruments(tx, workspace, instrumentIds, clock.now())
  const events = told.flatMap(({ instrumentId, siteId, kind }) => {
    const due = rows.get(instrumentId)
    return due ? [{ type: `calibration.${kind}`, siteId, occurredAt, data: { due } } as const] : []
  })
  writeEvents(tx, events)
}

async function newsOf(queries: WorkspaceQueries, now: Date) {
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
  return { workspace, notices: await untoldDueDates(queries, scan) }
}
