import type { AppParts } from './app.ts'
import { backgroundTasks } from './background-tasks.ts'
import { keepCheckpoints } from './modules/ledger/index.ts'
import { notifyPeople } from './modules/notifications/index.ts'
import { createWebhookWorkers, webhookTargets } from './modules/webhooks/index.ts'
import type { WorkNotification } from './platform/db/index.ts'
import { startWorkNotifications } from './platform/work-notifications.ts'
import { startJobQueue } from './platform/job-queue/index.ts'
import { createTypesetter } from './platform/typesetting/index.ts'
import { endsWithin } from './platform/ends-within.ts'
import { startPollLoop } from './platform/poll-loop.ts'

/** The background work of a process. */
export interface BackgroundWork {
  /**
   * Begins no new work, and waits until the limit for work in progress to end. Unfinished work is done by other
   * processes or after the next start.
   */
  stop(limitMs: number): Promise<void>
}

const SECONDS_MS = 1000

/**
 * Starts the background work of a process: the job queue, processing the outbox, delivering webhooks, watching due dates
 * and storing checkpoints.
 * @param isAlone whether no other process uses this database
 * @param onNotification called with each notification of other processes
 */
export async function startWorker(
  parts: AppParts,
  isAlone: boolean,
  onNotification: (notification: WorkNotification) => void = () => undefined,
): Promise<BackgroundWork> {
  const { db, log } = parts
  const webhooks = webhookWorkers(parts, isAlone)
  await webhooks.start()
  const wake = (notification: WorkNotification) => webhooks.wake(notification)
  const forget = db.onNotified(wake)
  const notifications = startWorkNotifications({
    db,
    log,
    onNotification: (notification) => {
      wake(notification)
      onNotification(notification)
    },
  })
  const typesetter = createTypesetter()
  const queue = await startJobQueue({ ...parts, tasks: backgroundTasks(parts, typesetter) })
  const rounds = roundsOf(parts).map(({ poll, ...options }) => startPollLoop({ ...options, log }, poll))
  return {
    stop: async (limitMs) => {
      forget()
      const stopRounds = Promise.all(rounds.map((round) => round.stop()))
      await Promise.all([queue.stop(limitMs), webhooks.stop(limitMs), endsWithin(stopRounds, limitMs)])
      await typesetter.close()
      await notifications.stop()
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

/** Work that is polled for; any number of processes can do it at the same time. */
interface Round {
  readonly name: string
  readonly everyMs: number
  readonly poll: () => Promise<void>
}

function roundsOf(parts: AppParts): Round[] {
  return [
    { name: 'keeping checkpoints', everyMs: 10 * SECONDS_MS, poll: () => keepCheckpoints(parts) },
    { name: 'notifying people', everyMs: 15 * SECONDS_MS, poll: () => notifyPeople(parts) },
  ]
}
