import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { AttemptBudget, Place } from './attempt-budget.ts'
import { makeAttempt, type AttemptParts } from './attempt.ts'
import { disableWebhook } from './disable-webhook.ts'
import { exchange, type AttemptRecord, type DueDelivery, type LaneView } from './exchange-store.ts'
import type { Lane } from './lane.ts'
import { isToBeDisabled } from './rules/after-attempt.ts'

/** What couriers share. */
export interface CourierParts extends AttemptParts {
  readonly db: Database
  readonly log: Log
  /** Of the leases of this process. */
  readonly token: string
  readonly budget: AttemptBudget
  /** Lets few exchanges run at once, as requests need the pool's connections too. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** An attempt begins only while the lease lasts longer than attempts usually may, so that no two overlap. */
const LEASE_LEFT_MIN_MS = 17_000

/** Results of one exchange: a bound on the size of its transaction. */
const RECORDS_MAX = 500

/** How long to wait when the database does not answer. */
const FAILURE_PAUSE_MS = 500

interface Wish {
  lane: Lane
  places: Place[]
}

interface Round {
  records: AttemptRecord[]
  wishes: Wish[]
}

/**
 * Delivers the events of one workspace, for the lanes that this process holds. It writes what came of
 * attempts and fetches what is due next in one exchange after another: while one is on its way, whatever
 * ends meanwhile gathers for the next, so that exchanges grow with the load and not in number.
 */
export class Courier {
  readonly lanes = new Map<string, Lane>()
  readonly #workspaceId: string
  readonly #parts: CourierParts
  readonly #records: AttemptRecord[] = []
  #isRunning = false
  #isPaused = false
  #timer: NodeJS.Timeout | undefined
  #whenQuiet: (() => void)[] = []

  constructor(workspaceId: string, parts: CourierParts) {
    this.#workspaceId = workspaceId
    this.#parts = parts
  }

  /** Whether there is nothing that it is needed for. */
  get isSpare(): boolean {
    return this.lanes.size === 0 && this.#isQuiet()
  }

  /** Takes a lane on and looks whether it has something due. */
  take(lane: Lane): void {
    this.lanes.set(lane.endpointId, lane)
    this.#go()
  }

  /** Looks whether any lane has something due. */
  look(): void {
    for (const lane of this.lanes.values()) lane.mayHaveDue = true
    this.#go()
  }

  /** Forgets a lane; what it has under way ends without being written. */
  drop(lane: Lane): void {
    lane.isLost = true
    this.lanes.delete(lane.endpointId)
    if (this.lanes.size === 0) clearTimeout(this.#timer)
  }

  /** Settles when nothing is due, under way or unwritten. */
  async quiet(): Promise<void> {
    while (!this.#isQuiet()) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve))
  }

  /** Begins nothing more; what is under way goes on. */
  pause(): void {
    this.#isPaused = true
    clearTimeout(this.#timer)
  }

  #isQuiet(): boolean {
    if (this.#isRunning || this.#records.length > 0) return false
    return this.lanes
      .values()
      .every((lane) => lane.inFlight.size === 0 && (this.#isPaused || !lane.mayHaveDue))
  }

  // Between the last look at what there is to do and the end of the run nothing is awaited: whoever
  // calls in between either is seen or starts the next run.
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
      await this.#parts.inTurn(() => this.#exchange(round))
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'an exchange of deliveries failed and will be repeated')
      this.#undo(round)
      await delay(FAILURE_PAUSE_MS)
    }
    await this.#disableFailing()
  }

  #undo({ records, wishes }: Round): void {
    this.#records.unshift(...records)
    for (const { lane, places } of wishes) {
      lane.mayHaveDue = true
      for (const place of places) place.free()
    }
  }

  #nextRound(): Round | undefined {
    const wishes = this.#isPaused ? [] : [...this.#wishes()]
    const records = this.#records.splice(0, RECORDS_MAX)
    return wishes.length > 0 || records.length > 0 ? { records, wishes } : undefined
  }

  *#wishes(): Generator<Wish> {
    const safeUntil = performance.now() + LEASE_LEFT_MIN_MS
    for (const lane of this.lanes.values()) {
      if (!lane.mayHaveDue || lane.room <= 0 || lane.leaseEndsAt < safeUntil) continue
      const places = this.#parts.budget.take(this.#workspaceId, lane.isSuspect, lane.room, this.#go)
      if (places.length === 0) continue
      // Set before the queue is read: a hint that comes meanwhile must lead to another look.
      lane.mayHaveDue = false
      yield { lane, places }
    }
  }

  async #exchange({ records, wishes }: Round): Promise<void> {
    const { db, clock, token } = this.#parts
    const notes = [...this.lanes.values()].flatMap((lane) => lane.note() ?? [])
    const { views, due } = await exchange(db.in(this.#workspaceId), clock.sqlNow(), token, {
      records,
      notes,
      wishes: wishes.map(({ lane, places }) => ({
        endpointId: lane.endpointId,
        room: places.length,
        inFlight: [...lane.inFlight.keys()],
        dueSince: lane.nextDueSince(),
      })),
    })
    for (const note of notes) this.lanes.get(note.endpointId)?.noteWritten(note)
    const viewOf = new Map(views.map((view) => [view.endpointId, view]))
    const dueOf = Map.groupBy(due, (delivery) => delivery.endpointId)
    for (const wish of wishes) {
      this.#begin(wish, viewOf.get(wish.lane.endpointId), dueOf.get(wish.lane.endpointId) ?? [])
    }
  }

  #begin({ lane, places }: Wish, view: LaneView | undefined, due: readonly DueDelivery[]): void {
    if (!view) this.#leave(lane)
    for (const [index, place] of places.entries()) {
      const delivery = due[index]
      if (view && delivery && !lane.isLost) void this.#attempt(lane, view, delivery, place)
      else place.free()
    }
    lane.took(due)
    lane.mayHaveDue ||= due.length === places.length
    lane.nextDueAt = view?.isHeld ? Infinity : performance.now() + (view?.nextDueMs ?? Infinity)
  }

  /** The endpoint was deleted, or another process took the lane over after a lapsed lease. */
  #leave(lane: Lane): void {
    this.drop(lane)
    void this.#parts.connections.forget(lane.endpointId)
  }

  async #attempt(lane: Lane, view: LaneView, delivery: DueDelivery, place: Place): Promise<void> {
    const beganAt = performance.now()
    lane.inFlight.set(delivery.deliveryId, place)
    lane.activeAt = beganAt
    const { record, timedOut } = await makeAttempt(this.#parts, view, delivery)
    lane.inFlight.delete(delivery.deliveryId)
    if (!lane.isLost) {
      lane.learn(record, { timedOut, tookMs: performance.now() - beganAt })
      this.#records.push(record)
      this.#expect(lane, record)
    }
    place.free()
    this.#go()
  }

  #expect(lane: Lane, { nextAttemptAt }: AttemptRecord): void {
    if (nextAttemptAt === null) return
    const inMs = Date.parse(nextAttemptAt) - this.#parts.clock.now().getTime()
    lane.nextDueAt = Math.min(lane.nextDueAt, performance.now() + inMs)
  }

  #lookWhenNextIsDue(): void {
    clearTimeout(this.#timer)
    const nextDueAt = Math.min(...this.lanes.values().map((lane) => lane.nextDueAt))
    if (this.#isPaused || nextDueAt === Infinity) return
    this.#timer = setTimeout(
      () => {
        const now = performance.now()
        for (const lane of this.lanes.values()) lane.mayHaveDue ||= lane.nextDueAt <= now
        this.#go()
      },
      Math.max(1, nextDueAt - performance.now()),
    )
  }

  async #disableFailing(): Promise<void> {
    const failing = this.lanes.values().filter((lane) => isToBeDisabled(lane.exhaustedForSure))
    for (const lane of failing.toArray()) {
      try {
        await disableWebhook(this.#parts, lane)
        lane.forgetExhausted()
      } catch (error) {
        this.#parts.log.warn({ err: error }, 'an endpoint could not be disabled yet')
      }
    }
  }
}
