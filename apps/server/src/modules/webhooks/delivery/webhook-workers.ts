import type { Clock } from '../../../platform/clock.ts'
import type { WorkNotification, Database, Topic } from '../../../platform/db/index.ts'
import type { Log } from '../../../platform/log.ts'
import { endsWithin } from '../../../platform/ends-within.ts'
import { startPollLoop, type PollLoop } from '../../../platform/poll-loop.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { DeliveryWorker } from './delivery-worker.ts'
import { createEndpointConnections } from '../net/endpoint-connections.ts'
import { createFanOut } from '../fan-out/fan-out.ts'
import { pruneDeliveries } from './prune-deliveries.ts'
import { emitDueDates } from '../fan-out/emit-due-dates.ts'
import type { WebhookTargets } from '../net/webhook-targets.ts'

/** Dependencies of the background work of webhooks. */
export interface WebhookWorkerParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly log: Log
  readonly targets: WebhookTargets
  /** Maximum duration of an attempt. */
  readonly timeoutMs: number
  /** Seconds before the second, third … attempt; undefined: the default schedule. */
  readonly retryDelaysSeconds: readonly number[] | undefined
  /** Retention period of the delivery log. */
  readonly retentionDays: number
  /** Whether no other process uses this database, so that what earlier processes held is taken over immediately. */
  readonly isAlone?: boolean
  /** Returns monotonic time in milliseconds, by which leases and delays are measured; that of the process by default. */
  readonly nowMs?: () => number
  /** Certificate authorities to trust instead of the system's. */
  readonly certificateAuthority?: string
}

/** The background work of webhooks in one process; any number of processes share it. */
export interface WebhookWorkers {
  /** Starts looking for work, every second and whenever woken. */
  start(): Promise<void>
  /** Looks for work immediately, because there is some. */
  wake(notification: WorkNotification): void
  /** Waits for deliveries in progress up to the limit, 5 seconds by default, and leaves the rest to other processes. */
  stop(limitMs?: number): Promise<void>
  /** Does everything that is due now, once; for tests, which move the clock between calls. */
  runOnce(): Promise<void>
}

/** A fallback for notifications: an event is sent within a second even if none arrives. */
const POLL_EVERY_MS = 1000

/** Default time limit for deliveries in progress when stopping. */
const STOP_LIMIT_MS = 5000

/** How often to check whether a workspace's round is due. */
const ROUNDS_EVERY_MS = 10_000

/** Creates the workers; nothing runs before `start`. */
export function createWebhookWorkers(parts: WebhookWorkerParts): WebhookWorkers {
  const events = createFanOut(parts)
  const deliveries = makeDeliveryWorker(parts)
  const loops: Partial<Record<Topic | 'rounds', PollLoop>> = {}
  const { log } = parts
  const keepRounds = async () => {
    await emitDueDates(parts)
    await pruneDeliveries(parts)
  }
  return {
    start: async () => {
      if (parts.isAlone) await deliveries.takeOver()
      loops.events = startPollLoop({ name: 'handing events on', everyMs: POLL_EVERY_MS, log }, () =>
        events.poll(),
      )
      loops.deliveries = startPollLoop({ name: 'delivering', everyMs: POLL_EVERY_MS, log }, () =>
        deliveries.poll(),
      )
      loops.rounds = startPollLoop(
        { name: 'looking at due dates', everyMs: ROUNDS_EVERY_MS, log },
        keepRounds,
      )
    },
    wake: ({ topic, workspaceId }) => {
      if (topic === 'events') events.notified(workspaceId)
      loops[topic]?.wake()
    },
    stop: async (limitMs = STOP_LIMIT_MS) => {
      const beganAt = performance.now()
      deliveries.pause()
      // A pass in progress may still claim queues, which are released below.
      await endsWithin(Promise.all(Object.values(loops).map((loop) => loop.stop())), limitMs)
      await deliveries.stop(Math.max(0, limitMs - (performance.now() - beganAt)))
    },
    runOnce: async () => {
      await keepRounds()
      await events.pollAll()
      await deliveries.drain()
    },
  }
}

function makeDeliveryWorker(parts: WebhookWorkerParts): DeliveryWorker {
  const { db, clock, secrets, log, timeoutMs, retryDelaysSeconds } = parts
  const connections = createEndpointConnections({
    ...parts.targets,
    hiddenFailure: (host, err) =>
      log.warn({ host, err }, 'no connection to a webhook receiver in the own network'),
    ...(parts.certificateAuthority !== undefined && { certificateAuthority: parts.certificateAuthority }),
  })
  return new DeliveryWorker({
    db,
    clock,
    secrets,
    log,
    connections,
    nowMs: parts.nowMs ?? (() => performance.now()),
    timeoutMs,
    delaysSeconds: retryDelaysSeconds,
  })
}
