import type { Slot } from './attempt-budget.ts'
import type { AttemptRecord } from './attempt-store.ts'
import type { EndpointQueueNote } from './exchange-store.ts'
import type { EndpointQueueKey, EndpointQueueMemory } from './endpoint-queue-store.ts'
import { countExhausted } from '../rules/after-attempt.ts'

/** Maximum number of concurrent attempts per endpoint: normally, and after a timeout (decisions, section 11). */
const IN_FLIGHT_MAX = 4
const IN_FLIGHT_MAX_OF_SLOW = 1

/** A receiver that takes longer than this counts as slow. */
const LONG_ATTEMPT_MS = 1000

/**
 * Rows that were taken and deleted stay in the index as long as any transaction can still see them, and would be
 * scanned again and again. So the queue is read from where the last delivery was taken, minus a margin for late
 * commits, and only occasionally from the beginning.
 */
const LATE_COMMIT_MS = 5000
const FULL_POLL_EVERY_MS = 20_000

/**
 * A queue held by this process: its deliveries in progress, and what is known about its receiver. Times are those of
 * `nowMs`.
 */
export class EndpointQueue {
  readonly workspaceId: string
  readonly endpointId: string
  readonly inFlight = new Map<string, Slot>()
  leaseEndsAt: number
  /** Another process may hold the queue by now: nothing more is started or written. */
  isLost = false
  /** Whether the queue may contain deliveries that are due and not in progress. */
  mayHaveDue = true
  /** When the first of the deliveries that are not due yet falls due. */
  nextDueAt = Infinity
  activeAt: number
  readonly #nowMs: () => number
  #memory: EndpointQueueMemory
  #written: EndpointQueueMemory
  #tookLong = false
  #takenUntil: string | undefined
  #lastFullPollAt = -Infinity

  constructor(row: EndpointQueueKey & EndpointQueueMemory, leaseEndsAt: number, nowMs: () => number) {
    this.workspaceId = row.workspaceId
    this.endpointId = row.endpointId
    this.leaseEndsAt = leaseEndsAt
    this.#nowMs = nowMs
    this.activeAt = nowMs()
    this.#memory = { isSlow: row.isSlow, exhaustedInARow: row.exhaustedInARow }
    this.#written = this.#memory
  }

  /** How many more attempts may start. */
  get room(): number {
    return (this.#memory.isSlow ? IN_FLIGHT_MAX_OF_SLOW : IN_FLIGHT_MAX) - this.inFlight.size
  }

  /** Whether its attempts start among the slow ones. */
  get isSuspect(): boolean {
    if (this.#memory.isSlow || this.#tookLong) return true
    return this.inFlight.values().some((slot) => slot.isSlow)
  }

  get exhaustedInARow(): number {
    return this.#memory.exhaustedInARow
  }

  /** Only as far as the database knows them: attempts that end during an exchange are written with the next one. */
  get exhaustedForSure(): number {
    return Math.min(this.#memory.exhaustedInARow, this.#written.exhaustedInARow)
  }

  /** Returns the time from which to read the queue; null: from the beginning. */
  nextDueSince(): string | null {
    const now = this.#nowMs()
    if (this.#takenUntil === undefined || now - this.#lastFullPollAt >= FULL_POLL_EVERY_MS) {
      this.#lastFullPollAt = now
      return null
    }
    return new Date(Date.parse(this.#takenUntil) - LATE_COMMIT_MS).toISOString()
  }

  /** Remembers how far the queue has been taken. */
  took(due: readonly { dueAt: string }[]): void {
    for (const { dueAt } of due) {
      if (this.#takenUntil === undefined || dueAt > this.#takenUntil) this.#takenUntil = dueAt
    }
  }

  /** Whether nothing has happened for this long, and nothing is about to. */
  isIdle(lingerMs: number): boolean {
    return !this.mayHaveDue && this.inFlight.size === 0 && this.#nowMs() - this.activeAt >= lingerMs
  }

  /** Records the outcome of an attempt. */
  learn({ status }: AttemptRecord, { timedOut, tookMs }: { timedOut: boolean; tookMs: number }): void {
    this.activeAt = this.#nowMs()
    this.#tookLong = tookMs > LONG_ATTEMPT_MS
    this.#memory = { isSlow: timedOut, exhaustedInARow: countExhausted(this.exhaustedInARow, status) }
  }

  /** The endpoint was disabled because of them; counting starts over when it is enabled again. */
  forgetExhausted(): void {
    this.#memory = { ...this.#memory, exhaustedInARow: 0 }
    this.#written = this.#memory
  }

  /** Returns changes that have not been written yet. */
  note(): EndpointQueueNote | undefined {
    const { isSlow, exhaustedInARow } = this.#memory
    if (isSlow === this.#written.isSlow && exhaustedInARow === this.#written.exhaustedInARow) return undefined
    return { endpointId: this.endpointId, isSlow, exhaustedInARow }
  }

  noteWritten({ isSlow, exhaustedInARow }: EndpointQueueNote): void {
    this.#written = { isSlow, exhaustedInARow }
  }
}
