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

/** What the background work of webhooks is made from. */
export interface WebhookWorkerParts {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly log: Log
  readonly targets: WebhookTargets
  /** Longest an attempt may take. */
  readonly timeoutMs: number
  /** Seconds before the second, third … attempt; undefined: the usual schedule. */
  readonly retryDelaysSeconds: readonly number[] | undefined
  /** How long the delivery log is kept. */
  readonly retentionDays: number
  /** Whether no other process works on this database: what earlier ones held is taken over at once. */
  readonly isAlone?: boolean
  /** Authorities to trust instead of the system's. */
  readonly certificateAuthority?: string
}

/** The background work of webhooks in one process; any number of processes share it. */
export interface WebhookWorkers {
  /** Begins to look for work, every second and whenever woken. */
  start(): Promise<void>
  /** Looks at once, because there is work. */
  wake(notification: WorkNotification): void
  /** Gives deliveries under way until the limit to end, 5 seconds by default, and leaves the rest to others. */
  stop(limitMs?: number): Promise<void>
  /** Does everything that is due now, once; for tests, which move the clock between calls. */
  runOnce(): Promise<void>
}

/** Behind every notification: an event goes out within a second also where none arrives. */
const LOOK_EVERY_MS = 1000

/** How long deliveries under way have to end when nobody says otherwise. */
const STOP_LIMIT_MS = 5000

/** How often is looked whether a workspace's round is due. */
const ROUNDS_EVERY_MS = 10_000

/** Makes the workers; nothing runs before `start`. */
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
      loops.events = startPollLoop({ name: 'handing events on', everyMs: LOOK_EVERY_MS, log }, () =>
        events.look(),
      )
      loops.deliveries = startPollLoop({ name: 'delivering', everyMs: LOOK_EVERY_MS, log }, () =>
        deliveries.look(),
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
      // A look under way may still claim queues, which are released below.
      await endsWithin(Promise.all(Object.values(loops).map((loop) => loop.stop())), limitMs)
      await deliveries.stop(Math.max(0, limitMs - (performance.now() - beganAt)))
    },
    runOnce: async () => {
      await keepRounds()
      await events.lookThrough()
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
    timeoutMs,
    delaysSeconds: retryDelaysSeconds,
  })
}
