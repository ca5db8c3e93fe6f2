import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { endsWithin } from '../../../platform/ends-within.ts'
import { createLimiter } from '../../../platform/limiter.ts'
import { AttemptBudget } from './attempt-budget.ts'
import { DeliverySender, type SenderParts } from './delivery-sender.ts'
import { EndpointQueue } from './endpoint-queue.ts'
import {
  claimQueues,
  releaseAllQueues,
  releaseQueues,
  renewQueues,
  type EndpointQueueKey,
} from './endpoint-queue-store.ts'

/** Dependencies of the worker; it creates the rest itself. */
export type DeliveryWorkerParts = Omit<SenderParts, 'token' | 'budget' | 'limit'>

/** After a process was killed, its queues wait this long for the next one. */
const LEASE_MS = 25_000

/** Often enough that a lease never nears its end while the database responds. */
const RENEW_EVERY_MS = 3000

/** This close to the end of a lease the process no longer relies on it. */
const LEASE_MARGIN_MS = 1000

/** Maximum number of queues per claim, so that several processes that start together share the work. */
const CLAIM_MAX = 64

/** Maximum number of queues per process. */
const QUEUES_MAX = 4000

/** A queue is kept for a while after its last delivery; otherwise a steady trickle would move it between processes. */
const LINGER_MS = 3000

/** Maximum number of concurrent exchanges with the database, whose pool requests need too. */
const EXCHANGES_MAX = 4

/**
 * A process that is stopping no longer renews its leases, so it relies on them only for as long as they are certain
 * to last.
 */
const STOP_MAX_MS = LEASE_MS - RENEW_EVERY_MS - LEASE_MARGIN_MS - 1000

/**
 * Holds the queues of endpoints that have something due, and has senders deliver it. A queue belongs to one process
 * at a time, by a lease that the process renews; if the process is killed, the lease expires and another process
 * continues. Deliveries that were in progress in a killed process are still in the queue.
 */
export class DeliveryWorker {
  readonly #parts: SenderParts
  readonly #senders = new Map<string, DeliverySender>()
  #renewedAt: number
  #isPaused = false

  constructor(parts: DeliveryWorkerParts) {
    this.#parts = {
      ...parts,
      token: randomUUID(),
      budget: new AttemptBudget(),
      limit: createLimiter(EXCHANGES_MAX),
    }
    this.#renewedAt = parts.nowMs()
  }

  /** Claims and serves queues once; returns the number of milliseconds until the next queue wakes. */
  async poll(): Promise<number | null> {
    await this.#renew()
    await this.#release(this.#queues().filter((queue) => queue.isIdle(LINGER_MS)))
    for (const [workspaceId, sender] of this.#senders) {
      if (sender.isSpare) this.#senders.delete(workspaceId)
      else sender.poll()
    }
    return (await this.#claim()).nextWakeMs
  }

  /** Delivers everything that is due now and releases every queue. */
  async drain(): Promise<void> {
    while ((await this.#claim()).claimed > 0) {
      const quiet = Promise.all(this.#senders.values().map((sender) => sender.quiet())).then(() => true)
      // A queue whose lease nears its end starts nothing more until the lease is renewed.
      while (!(await Promise.race([quiet, delay(RENEW_EVERY_MS, false, { ref: false })]))) {
        await this.#renew()
        for (const sender of this.#senders.values()) sender.poll()
      }
      await this.#release(this.#queues())
    }
  }

  /** Takes over what earlier processes held, for a process that knows it is the only one. */
  async takeOver(): Promise<void> {
    await releaseAllQueues(this.#parts.db.global)
  }

  /** Starts nothing more from now on. */
  pause(): void {
    this.#isPaused = true
    for (const sender of this.#senders.values()) sender.pause()
  }

  /**
   * Waits for attempts in progress, aborts them at the limit, leaving them to other processes, and releases every
   * queue.
   */
  async stop(limitMs: number): Promise<void> {
    this.pause()
    const ended = Promise.all([...this.#senders.values()].map((sender) => sender.quiet()))
    await endsWithin(ended, Math.min(limitMs, STOP_MAX_MS))
    const queues = this.#queues()
    for (const queue of queues) if (queue.inFlight.size > 0) this.#abandon(queue)
    await this.#release(queues).catch((error: unknown) => {
      this.#parts.log.warn(
        { err: error },
        'queues were not released; others claim them when their lease ends',
      )
    })
    await this.#parts.connections.close()
  }

  #queues(): EndpointQueue[] {
    return [...this.#senders.values()].flatMap((sender) => [...sender.queues.values()])
  }

  async #claim(): Promise<{ claimed: number; nextWakeMs: number | null }> {
    const { db, clock, token, nowMs } = this.#parts
    let claimed = 0
    for (;;) {
      const leaseEndsAt = nowMs() + LEASE_MS
      const limit = Math.max(0, Math.min(CLAIM_MAX, QUEUES_MAX - this.#queues().length))
      const { queues, nextWakeMs } = await claimQueues(
        db.global,
        clock.sqlNow(),
        { token, leaseMs: LEASE_MS },
        limit,
      )
      for (const row of queues) this.#take(new EndpointQueue(row, leaseEndsAt, nowMs))
      claimed += queues.length
      if (queues.length < CLAIM_MAX) return { claimed, nextWakeMs }
    }
  }

  #take(queue: EndpointQueue): void {
    let sender = this.#senders.get(queue.workspaceId)
    if (!sender)
      this.#senders.set(queue.workspaceId, (sender = new DeliverySender(queue.workspaceId, this.#parts)))
    if (this.#isPaused) sender.pause()
    // Claimed again after its lease expired unnoticed.
    const known = sender.queues.get(queue.endpointId)
    if (known) this.#abandon(known)
    sender.take(queue)
  }

  async #renew(): Promise<void> {
    const queues = this.#queues()
    const now = this.#parts.nowMs()
    if (queues.length === 0 || now - this.#renewedAt < RENEW_EVERY_MS) return
    const { db, clock, token } = this.#parts
    try {
      const held = await renewQueues(db.global, clock.sqlNow(), { token, leaseMs: LEASE_MS })
      this.#renewedAt = now
      const heldKeys = new Set(held.map(keyOf))
      for (const queue of queues) {
        if (heldKeys.has(keyOf(queue))) queue.leaseEndsAt = now + LEASE_MS
        else this.#abandon(queue)
      }
    } finally {
      for (const queue of queues) if (queue.leaseEndsAt < now + LEASE_MARGIN_MS) this.#abandon(queue)
    }
  }

  /** Another process may start with the queue at any moment, so all attempts in progress are aborted. */
  #abandon(queue: EndpointQueue): void {
    this.#senders.get(queue.workspaceId)?.drop(queue)
    this.#parts.connections.cut(queue.endpointId)
  }

  async #release(queues: readonly EndpointQueue[]): Promise<void> {
    if (queues.length === 0) return
    for (const queue of queues) this.#senders.get(queue.workspaceId)?.drop(queue)
    await releaseQueues(this.#parts.db.global, this.#parts.token, queues)
  }
}

const keyOf = ({ workspaceId, endpointId }: EndpointQueueKey): string => `${workspaceId} ${endpointId}`
