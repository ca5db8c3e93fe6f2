import type { AppParts } from './app.ts'
import { forgetRequests } from './modules/access/index.ts'
import { sweepUploads } from './modules/documents/index.ts'
import {
  BULK_CHANGE_OPERATION,
  carryOutZoneChanges,
  CREATE_OPERATION,
  forgetEmptyCounts,
} from './modules/instruments/index.ts'
import { keepCheckpoints } from './modules/ledger/index.ts'
import { createWebhookWorkers, webhookTargets } from './modules/webhooks/index.ts'
import type { Announcement } from './platform/db/index.ts'
import { startHints } from './platform/hints.ts'
import { startPollLoop } from './platform/poll-loop.ts'

/** Work of a process beside answering requests. */
export interface BackgroundWork {
  /** Ends what is under way; what is left undone, others or a later start take up. */
  stop(): Promise<void>
}

const SECONDS_MS = 1000
const HOUR_MS = 3600 * SECONDS_MS

/**
 * Starts the background work of a process: handing events on, delivering them, watching due dates, keeping
 * checkpoints, carrying out changes of zone, and removing what nobody needs any more.
 * @param isAlone whether no other process works on this database
 */
export async function startWorker(parts: AppParts, isAlone: boolean): Promise<BackgroundWork> {
  const { db, log } = parts
  const webhooks = webhookWorkers(parts, isAlone)
  await webhooks.start()
  const wake = (announcement: Announcement) => webhooks.wake(announcement)
  const forget = db.onAnnounced(wake)
  const hints = startHints({ db, log, onHint: wake })
  const ending = new AbortController()
  const rounds = roundsOf(parts, ending.signal).map(({ look, ...options }) =>
    startPollLoop({ ...options, log }, look),
  )
  return {
    stop: async () => {
      forget()
      ending.abort()
      await Promise.all(rounds.map((round) => round.stop()))
      await hints.stop()
      await webhooks.stop()
    },
  }
}

function webhookWorkers(parts: AppParts, isAlone: boolean) {
  const { config } = parts
  return createWebhookWorkers({
    ...parts,
    targets: webhookTargets(config),
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    retryDelaysSeconds: config.WEBHOOK_RETRY_SCHEDULE,
    retentionDays: config.DELIVERY_LOG_RETENTION_DAYS,
    isAlone,
  })
}

/** Work that is looked for now and then; any number of processes may do each of them at once. */
interface Round {
  readonly name: string
  readonly everyMs: number
  readonly look: () => Promise<void>
}

function roundsOf(parts: AppParts, ending: AbortSignal): Round[] {
  const { config, db, clock } = parts
  const forgetting = {
    db,
    clock,
    operations: [CREATE_OPERATION, BULK_CHANGE_OPERATION],
    retentionDays: config.IDEMPOTENCY_RETENTION_DAYS,
  }
  return [
    { name: 'keeping checkpoints', everyMs: 10 * SECONDS_MS, look: () => keepCheckpoints(parts) },
    // The request that asks for a change carries it out; this takes up what a crash cut off.
    { name: 'changing time zones', everyMs: 60 * SECONDS_MS, look: () => carryOutZoneChanges(parts, ending) },
    { name: 'forgetting empty counts', everyMs: 24 * HOUR_MS, look: () => forgetEmptyCounts(parts) },
    { name: 'forgetting old requests', everyMs: HOUR_MS, look: () => forgetRequests(forgetting) },
    {
      name: 'sweeping uploads',
      everyMs: HOUR_MS,
      look: async () => {
        await sweepUploads(parts)
      },
    },
  ]
}
