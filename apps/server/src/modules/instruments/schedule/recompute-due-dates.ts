import { systemActor, type Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { requestJob, type JobKind } from '../../jobs/index.ts'
import { appendEntries, type EntryDraft } from '../../ledger/index.ts'
import { askForTimeZone, lockWorkspace, switchTimeZone, type Workspace } from '../../workspaces/index.ts'
import { recomputeBatchOfSite } from './recompute-site-due-dates.ts'
import { recomputedEntry } from './recomputed-entry.ts'
import { scheduleOf } from './schedule.ts'
import { workspacesInSiteZoneChange } from './site-zone-change-store.ts'
import { zonesOf } from './store-scheduled.ts'
import {
  deleteZoneChange,
  fillSlot,
  findZoneChange,
  insertZoneChange,
  lockUnsettled,
  moveZoneChange,
  nextInstruments,
  settleInstruments,
  workspacesInZoneChange,
  type NewDates,
  type ScheduledRow,
  type ZoneChange,
} from './zone-change-store.ts'

/** Number of instruments per batch: about ten milliseconds of work, so that no transaction waits long for its rows. */
const BATCH_SIZE = 500

interface Deps {
  readonly db: Database
  readonly clock: Clock
  /** Maximum number of instruments per batch; defaults to 500. */
  readonly batchSize?: number
}

/** The server itself, which prepares and applies dates that a person requested. */
const actorOf = (workspaceId: string) => systemActor(workspaceId, 'server')

/**
 * Requests another time zone for the workspace. The current one applies until the dates of the new one are prepared
 * (`carryOutZoneChange`). Does nothing if the time zone is already in force or requested.
 * @throws 404 NOT_FOUND for an unknown workspace
 */
export async function requestTimeZone(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  actor: Actor,
  timeZone: string,
): Promise<void> {
  const workspace = await lockWorkspace(tx)
  if (!workspace) throw notFound()
  if (timeZone === (workspace.pendingTimeZone ?? workspace.timeZone)) return
  const [{ at }] = await appendEntries(tx, clock, actor, [
    zoneEntry('workspace.timezone_change_requested', workspace, timeZone),
  ])
  await askForTimeZone(tx, timeZone, at)
  await insertZoneChange(tx, at)
  requestJob(tx, { clock }, actor, { kind: 'time_zone', input: { timezone: timeZone } })
}

/**
 * A change of the time zone of the workspace or of a site as a job: it resumes where the changes stopped, whichever
 * process ran them.
 */
export function zoneChangeJob(deps: Deps): JobKind {
  return {
    // Cancelling would leave dates of two time zones side by side.
    isCancellable: false,
    takesTurns: true,
    carryOut: async (job) => {
      let done = job.done
      for (let isDone = false; !isDone;) {
        let taken: Step = { isDone, instruments: 0 }
        await job.step(async (tx) => {
          taken = await takeStep(tx, deps)
          return { done: done + taken.instruments }
        })
        isDone = taken.isDone
        done += taken.instruments
      }
      return null
    },
  }
}

/**
 * Carries the time zone changes of a workspace and its sites to completion, or until the signal aborts. Due dates of
 * a site follow its time zone in batches. Those of the workspace's new time zone are prepared in batches alongside
 * those in force, one short transaction switches time zone and dates, and then the instruments whose dates have
 * changed are settled in batches. It resumes where it stopped, also in another process, and concurrent runs take
 * turns.
 * @returns whether nothing is left to do
 */
export async function carryOutZoneChange(
  deps: Deps,
  workspaceId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  for (;;) {
    if (signal?.aborted) return false
    const { isDone } = await deps.db.transaction(workspaceId, (tx) => takeStep(tx, deps))
    if (isDone) return true
  }
}

/**
 * Carries out all time zone changes in progress, including those whose job failed permanently, and those left by a
 * release without jobs.
 */
export async function carryOutZoneChanges(deps: Deps, signal: AbortSignal): Promise<void> {
  const { global } = deps.db
  const workspaceIds = [
    ...(await workspacesInZoneChange(global)),
    ...(await workspacesInSiteZoneChange(global)),
  ]
  for (const workspaceId of new Set(workspaceIds)) await carryOutZoneChange(deps, workspaceId, signal)
}

/** The result of one step of a time zone change. */
interface Step {
  readonly isDone: boolean
  /** Number of instruments whose dates were computed. */
  readonly instruments: number
}

/** The parameters of a batch. */
interface Batch {
  readonly clock: Clock
  readonly workspace: Workspace
  /** Maximum number of instruments in it. */
  readonly size: number
}

/**
 * Runs one batch, or the switch; the workspace's lock prevents others from taking the same step. Sites come first,
 * because their time zones are already in force.
 */
async function takeStep(tx: Transaction, { clock, batchSize: size = BATCH_SIZE }: Deps): Promise<Step> {
  const workspace = await lockWorkspace(tx)
  if (!workspace) return { isDone: true, instruments: 0 }
  const batch = { clock, workspace, size }
  const ofSite = await recomputeBatchOfSite(tx, { ...batch, actor: actorOf(tx.workspaceId) })
  if (ofSite !== undefined) return { isDone: false, instruments: ofSite }
  const change = await findZoneChange(tx)
  if (!change) return { isDone: true, instruments: 0 }
  if (change.phase === 'prepare') return { isDone: false, instruments: await prepare(tx, batch, change) }
  return { isDone: await settle(tx, batch, change), instruments: 0 }
}

async function prepare(
  tx: Transaction,
  { clock, workspace, size }: Batch,
  { doneThrough }: ZoneChange,
): Promise<number> {
  const rows = await nextInstruments(tx, doneThrough, size)
  const last = rows.at(-1)
  if (!last) {
    await switchZone(tx, clock, workspace)
    return 0
  }
  const slot = workspace.dueSlot === 0 ? 1 : 0
  const dates = rows.flatMap((row) => newDates(row, workspace, slot))
  if (dates.length > 0) await fillSlot(tx, slot, dates)
  await moveZoneChange(tx, 'prepare', last.instrumentId)
  return rows.length
}

/** Returns the dates of the slot being filled; none if it already contains them. */
function newDates(row: ScheduledRow, workspace: Workspace, slot: 0 | 1): NewDates[] {
  const after = scheduleOf(row, zonesOf(workspace, row))
  const [dueDate, siteDueDate] =
    slot === 0 ? [after.dueDate0, after.siteDueDate0] : [after.dueDate1, after.siteDueDate1]
  const [dueBefore, siteBefore] =
    slot === 0 ? [row.dueDate0, row.siteDueDate0] : [row.dueDate1, row.siteDueDate1]
  if (dueDate === dueBefore && siteDueDate === siteBefore) return []
  return [{ instrumentId: row.instrumentId, ledgerIndex: row.ledgerIndex, dueDate, siteDueDate }]
}

async function switchZone(tx: Transaction, clock: Clock, workspace: Workspace): Promise<void> {
  const timeZone = workspace.pendingTimeZone
  if (timeZone === null) throw new Error(`workspace ${tx.workspaceId} has no zone to switch to`)
  const [{ at }] = await appendEntries(tx, clock, actorOf(tx.workspaceId), [
    zoneEntry('workspace.timezone_changed', workspace, timeZone),
  ])
  await switchTimeZone(tx, at)
  await moveZoneChange(tx, 'settle')
}

async function settle(
  tx: Transaction,
  { clock, workspace, size }: Batch,
  { doneThrough }: ZoneChange,
): Promise<boolean> {
  const oldSlot = workspace.dueSlot === 0 ? 1 : 0
  const instrumentIds = await lockUnsettled(tx, oldSlot, doneThrough, size)
  const last = instrumentIds.at(-1)
  if (last === undefined) return endOrBeginAgain(tx, workspace)
  const [appended] = await appendEntries(tx, clock, actorOf(tx.workspaceId), [
    recomputedEntry(tx, instrumentIds),
  ])
  await settleInstruments(tx, oldSlot, instrumentIds, appended)
  await moveZoneChange(tx, 'settle', last)
  return false
}

/** Another time zone may have been requested in the meantime; its dates go into the slot that is now empty. */
async function endOrBeginAgain(tx: Transaction, workspace: Workspace): Promise<boolean> {
  if (workspace.pendingTimeZone === null) await deleteZoneChange(tx)
  else await moveZoneChange(tx, 'prepare')
  return workspace.pendingTimeZone === null
}

function zoneEntry(
  kind: 'workspace.timezone_change_requested' | 'workspace.timezone_changed',
  workspace: Workspace,
  timeZone: string,
): EntryDraft {
  return {
    kind,
    subject: { type: 'workspace', id: workspace.workspaceId },
    payload: { changes: { time_zone: { before: workspace.timeZone, after: timeZone } } },
  }
}
