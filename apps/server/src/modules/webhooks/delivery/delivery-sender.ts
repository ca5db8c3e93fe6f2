import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../platform/db/index.ts'
import type { Log } from '../../../platform/log.ts'
import { observe } from '../../../platform/observations.ts'
import type { AttemptBudget, Slot } from './attempt-budget.ts'
import { makeAttempt, type AttemptParts } from './attempt.ts'
import { disableWebhook } from './disable-webhook.ts'
import type { AttemptRecord } from './attempt-store.ts'
import { exchange, type DueDelivery, type EndpointQueueView } from './exchange-store.ts'
import type { EndpointQueue } from './endpoint-queue.ts'
import { isToBeDisabled } from '../rules/after-attempt.ts'

/** Dependencies shared by senders. */
export interface SenderParts extends AttemptParts {
  readonly db: Database
  readonly log: Log
  /** Identifies the leases of this process. */
  readonly token: string
  readonly budget: AttemptBudget
  /** Returns monotonic time in milliseconds, by which leases and delays are measured. */
  readonly nowMs: () => number
  /** Limits the number of concurrent exchanges, because requests need the pool's connections too. */
  readonly limit: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * An attempt starts only while the remaining lease is longer than attempts may usually take, so that no two overlap.
 */
const LEASE_LEFT_MIN_MS = 17_000

/** Maximum number of results per exchange, which limits the size of its transaction. */
const RECORDS_MAX = 500

/** How long to wait after the database failed to respond. */
const FAILURE_PAUSE_MS = 500

interface QueueTurn {
  queue: EndpointQueue
  slots: Slot[]
}

interface Round {
  records: AttemptRecord[]
  requests: QueueTurn[]
}

/**
 * Delivers the events of one workspace, for the queues that this process holds. It writes the results of attempts and
 * fetches what is due next in one exchange after another: results that arrive during an exchange are collected for
 * the next one, so exchanges grow in size with the load and not in number.
 */
export class DeliverySender {
  readonly queues = new Map<string, EndpointQueue>()
  readonly #workspaceId: string
  readonly #parts: SenderParts
  readonly #records: AttemptRecord[] = []
  #isRunning = false
  #isPaused = false
  #timer: NodeJS.Timeout | undefined
  #whenQuiet: (() => void)[] = []

  constructor(workspaceId: string, parts: SenderParts) {
    this.#workspaceId = workspaceId
    this.#parts = parts
  }

  /** Whether it is no longer needed. */
  get isSpare(): boolean {
    return this.queues.size === 0 && this.#isQuiet()
  }

  /** Takes over a queue and checks whether anything in it is due. */
  take(queue: EndpointQueue): void {
    this.queues.set(queue.endpointId, queue)
    this.#go()
  }

  /** Checks whether any queue has something due. */
  poll(): void {
    for (const queue of this.queues.values()) queue.mayHaveDue = true
    this.#go()
  }

  /** Drops a queue; its attempts in progress end without being recorded. */
  drop(queue: EndpointQueue): void {
    queue.isLost = true
    this.queues.delete(queue.endpointId)
    if (this.queues.size === 0) clearTimeout(this.#timer)
  }

  /** Resolves when nothing is due, in progress or unwritten. */
  async quiet(): Promise<void> {
    while (!this.#isQuiet()) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve))
  }

  /** Starts nothing more; attempts in progress continue. */
  pause(): void {
    this.#isPaused = true
    clearTimeout(this.#timer)
  }

  #isQuiet(): boolean {
    if (this.#isRunning || this.#records.length > 0) return false
    return this.queues
      .values()
      .every((queue) => queue.inFlight.size === 0 && (this.#isPaused || !queue.mayHaveDue))
  }

  // Nothing is awaited between the last check for work and the end of the run, so any call in between is either
  // noticed or starts the next run.
  #go = (): void => {
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (let round = this.#nextRound(); round; round = this.#nextRound()) {
      await this.#work(round)
    }
    this.#isRunning = false
    this.#lookWhenNextIsDue()
    if (this.#isQuiet()) for (const resolve of this.#whenQuiet.splice(0)) resolve()
  }

  async #work(round: Round): Promise<void> {
    try {
      await this.#parts.limit(() => this.#exchange(round))
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'an exchange of deliveries failed and will be repeated')
      this.#undo(round)
      await delay(FAILURE_PAUSE_MS)
    }
    await this.#disableFailing()
  }

  #undo({ records, requests }: Round): void {
    this.#records.unshift(...records)
    for (const { queue, slots } of requests) {
      queue.mayHaveDue = true
      for (const slot of slots) slot.free()
    }
  }

  #nextRound(): Round | undefined {
    const requests = this.#isPaused ? [] : [...this.#requests()]
    const records = this.#records.splice(0, RECORDS_MAX)
    return requests.length > 0 || records.length > 0 ? { records, requests } : undefined
  }

  *#requests(): Generator<QueueTurn> {
    const safeUntil = this.#parts.nowMs() + LEASE_LEFT_MIN_MS
    for (const queue of this.queues.values()) {
      if (!queue.mayHaveDue || queue.room <= 0 || queue.leaseEndsAt < safeUntil) continue
      const slots = this.#parts.budget.take(this.#workspaceId, queue.isSuspect, queue.room, this.#go)
      if (slots.length === 0) continue
      // Set before the queue is read: a notification that arrives meanwhile must lead to another check.
      queue.mayHaveDue = false
      yield { queue, slots }
    }
  }

  async #exchange({ records, requests }: Round): Promise<void> {
    const { db, clock, token } = this.#parts
    const notes = [...this.queues.values()].flatMap((queue) => queue.note() ?? [])
    const { views, due } = await exchange({ db, now: clock.sqlNow(), token }, this.#workspaceId, {
      records,
      notes,
      requests: requests.map(({ queue, slots }) => ({
        endpointId: queue.endpointId,
        room: slots.length,
        inFlight: [...queue.inFlight.keys()],
        dueSince: queue.nextDueSince(),
      })),
    })
    for (const note of notes) this.queues.get(note.endpointId)?.noteWritten(note)
    const viewOf = new Map(views.map((view) => [view.endpointId, view]))
    const dueOf = Map.groupBy(due, (delivery) => delivery.endpointId)
    for (const request of requests) {
      this.#begin(request, viewOf.get(request.queue.endpointId), dueOf.get(request.queue.endpointId) ?? [])
    }
  }

  #begin(
    { queue, slots }: QueueTurn,
    view: EndpointQueueView | undefined,
    due: readonly DueDelivery[],
  ): void {
    if (!view) this.#leave(queue)
    for (const [index, slot] of slots.entries()) {
      const delivery = due[index]
      if (view && delivery && !queue.isLost) void this.#attempt(queue, delivery, slot)
      else slot.free()
    }
    queue.took(due)
    queue.mayHaveDue ||= due.length === slots.length
    queue.nextDueAt = view?.isHeld ? Infinity : this.#parts.nowMs() + (view?.nextDueMs ?? Infinity)
  }

  /** The endpoint was deleted, or another process took the queue over after a lapsed lease. */
  #leave(queue: EndpointQueue): void {
    this.drop(queue)
    void this.#parts.connections.forget(queue.endpointId)
  }

  async #attempt(queue: EndpointQueue, delivery: DueDelivery, slot: Slot): Promise<void> {
    const beganAt = this.#parts.nowMs()
    queue.inFlight.set(delivery.deliveryId, slot)
    queue.activeAt = beganAt
    const { record, timedOut } = await makeAttempt(this.#parts, delivery)
    queue.inFlight.delete(delivery.deliveryId)
    observe('delivery', { outcome: record.status, seconds: record.tookMs / 1000 })
    if (!queue.isLost) {
      queue.learn(record, { timedOut, tookMs: this.#parts.nowMs() - beganAt })
      this.#records.push(record)
      this.#expect(queue, record)
    }
    slot.free()
    this.#go()
  }

  #expect(queue: EndpointQueue, { nextAttemptAt }: AttemptRecord): void {
    if (nextAttemptAt === null) return
    const inMs = Date.parse(nextAttemptAt) - this.#parts.clock.now().getTime()
    queue.nextDueAt = Math.min(queue.nextDueAt, this.#parts.nowMs() + inMs)
  }

  #lookWhenNextIsDue(): void {
    clearTimeout(this.#timer)
    const nextDueAt = Math.min(...this.queues.values().map((queue) => queue.nextDueAt))
    if (this.#isPaused || nextDueAt === Infinity) return
    this.#timer = setTimeout(
      () => {
        const now = this.#parts.nowMs()
        for (const queue of this.queues.values()) queue.mayHaveDue ||= queue.nextDueAt <= now
        this.#go()
      },
      Math.max(1, nextDueAt - this.#parts.nowMs()),
    )
  }

  async #disableFailing(): Promise<void> {
    const failing = this.queues.values().filter((queue) => isToBeDisabled(queue.exhaustedForSure))
    for (const queue of failing.toArray()) {
      try {
        await disableWebhook(this.#parts, queue)
        queue.forgetExhausted()
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'an endpoint could not be disabled yet')
      }
    }
  }
}
