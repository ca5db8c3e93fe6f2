import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { turnstile } from '../../platform/turnstile.ts'
import { AttemptBudget } from './attempt-budget.ts'
import { Courier, type CourierParts } from './courier.ts'
import { Lane } from './lane.ts'
import { claimLanes, releaseAllLanes, releaseLanes, renewLanes, type LaneKey } from './lane-store.ts'

/** What the worker is made from; the rest it makes itself. */
export type DeliveryWorkerParts = Omit<CourierParts, 'token' | 'budget' | 'inTurn'>

/** After a process was killed, its lanes wait this long for the next one. */
const LEASE_MS = 25_000

/** Often enough that a lease never comes near its end while the database answers. */
const RENEW_EVERY_MS = 3000

/** This close to the end of a lease the process no longer counts on it. */
const LEASE_MARGIN_MS = 1000

/** Lanes of one claim: several processes that start together share the work. */
const CLAIM_MAX = 64

/** Lanes of one process. */
const LANES_MAX = 4000

/** A lane is kept for a while after its last delivery, as a steady trickle would otherwise move it to and fro. */
const LINGER_MS = 3000

/** Exchanges with the database at once, of a pool that requests need too. */
const EXCHANGES_MAX = 4

/** How long deliveries under way may take when the process stops, before they are cut and left to others. */
const STOP_PATIENCE_MS = 5000

/**
 * Holds the lanes of endpoints that have something due, and has couriers deliver it. A lane belongs to
 * one process at a time by a lease that it renews; the lease of a process that was killed runs out, and
 * another process goes on. What a killed process had under way is still in the queue.
 */
export class DeliveryWorker {
  readonly #parts: CourierParts
  readonly #couriers = new Map<string, Courier>()
  #renewedAt = performance.now()
  #isPaused = false

  constructor(parts: DeliveryWorkerParts) {
    this.#parts = {
      ...parts,
      token: randomUUID(),
      budget: new AttemptBudget(),
      inTurn: turnstile(EXCHANGES_MAX),
    }
  }

  /** One look at everything; answers in how many milliseconds the next lane wakes. */
  async look(): Promise<number | null> {
    await this.#renew()
    await this.#release(this.#lanes().filter((lane) => lane.isIdle(LINGER_MS)))
    for (const [workspaceId, courier] of this.#couriers) {
      if (courier.isSpare) this.#couriers.delete(workspaceId)
      else courier.look()
    }
    return (await this.#claim()).nextWakeMs
  }

  /** Delivers all that is due now and gives every lane back. */
  async drain(): Promise<void> {
    while ((await this.#claim()).claimed > 0) {
      await Promise.all([...this.#couriers.values()].map((courier) => courier.quiet()))
      await this.#release(this.#lanes())
    }
  }

  /** Takes over what earlier processes held, for a process that knows itself to be the only one. */
  async takeOver(): Promise<void> {
    await releaseAllLanes(this.#parts.db.global)
  }

  /** Begins nothing more, from this moment on. */
  pause(): void {
    this.#isPaused = true
    for (const courier of this.#couriers.values()) courier.pause()
  }

  /** Ends what is under way, or cuts it after a while, and gives every lane back. */
  async stop(): Promise<void> {
    this.pause()
    const ended = Promise.all([...this.#couriers.values()].map((courier) => courier.quiet()))
    await Promise.race([ended, delay(STOP_PATIENCE_MS, undefined, { ref: false })])
    const lanes = this.#lanes()
    for (const lane of lanes) if (lane.inFlight.size > 0) this.#abandon(lane)
    await this.#release(lanes).catch((error: unknown) => {
      this.#parts.log.warn(
        { err: error },
        'lanes were not given back; others take them when their lease ends',
      )
    })
    await this.#parts.connections.close()
  }

  #lanes(): Lane[] {
    return [...this.#couriers.values()].flatMap((courier) => [...courier.lanes.values()])
  }

  async #claim(): Promise<{ claimed: number; nextWakeMs: number | null }> {
    const { db, clock, token } = this.#parts
    let claimed = 0
    for (;;) {
      const leaseEndsAt = performance.now() + LEASE_MS
      const limit = Math.max(0, Math.min(CLAIM_MAX, LANES_MAX - this.#lanes().length))
      const { lanes, nextWakeMs } = await claimLanes(
        db.global,
        clock.sqlNow(),
        { token, leaseMs: LEASE_MS },
        limit,
      )
      for (const row of lanes) this.#take(new Lane(row, leaseEndsAt))
      claimed += lanes.length
      if (lanes.length < CLAIM_MAX) return { claimed, nextWakeMs }
    }
  }

  #take(lane: Lane): void {
    let courier = this.#couriers.get(lane.workspaceId)
    if (!courier) this.#couriers.set(lane.workspaceId, (courier = new Courier(lane.workspaceId, this.#parts)))
    if (this.#isPaused) courier.pause()
    // Claimed anew after its lease had lapsed unnoticed.
    const known = courier.lanes.get(lane.endpointId)
    if (known) this.#abandon(known)
    courier.take(lane)
  }

  async #renew(): Promise<void> {
    const lanes = this.#lanes()
    const now = performance.now()
    if (lanes.length === 0 || now - this.#renewedAt < RENEW_EVERY_MS) return
    const { db, clock, token } = this.#parts
    try {
      const held = await renewLanes(db.global, clock.sqlNow(), { token, leaseMs: LEASE_MS })
      this.#renewedAt = now
      const heldKeys = new Set(held.map(keyOf))
      for (const lane of lanes) {
        if (heldKeys.has(keyOf(lane))) lane.leaseEndsAt = now + LEASE_MS
        else this.#abandon(lane)
      }
    } finally {
      for (const lane of lanes) if (lane.leaseEndsAt < now + LEASE_MARGIN_MS) this.#abandon(lane)
    }
  }

  /** Another process may begin with the lane at any moment: whatever it has under way is cut. */
  #abandon(lane: Lane): void {
    this.#couriers.get(lane.workspaceId)?.drop(lane)
    this.#parts.connections.cut(lane.endpointId)
  }

  async #release(lanes: readonly Lane[]): Promise<void> {
    if (lanes.length === 0) return
    for (const lane of lanes) this.#couriers.get(lane.workspaceId)?.drop(lane)
    await releaseLanes(this.#parts.db.global, this.#parts.token, lanes)
  }
}

const keyOf = ({ workspaceId, endpointId }: LaneKey): string => `${workspaceId} ${endpointId}`
