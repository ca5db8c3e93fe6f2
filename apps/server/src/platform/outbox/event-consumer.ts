import type { Clock } from '../clock.ts'
import type { Database, Queries, Transaction } from '../db/index.ts'
import { advance, nextEvents, pruneEvents, workspacesBehind, type ReadEvent } from './consumer-store.ts'
import { endExpired, listen } from './listen.ts'

/** Parameters of a consumer. */
export interface EventConsumerParts {
  readonly db: Database
  readonly clock: Clock
  /** Name of the consumer; see `listen`. */
  readonly name: string
  /**
   * Returns workspaces in which it should listen but does not, such as those that existed before the consumer was
   * added. It starts to listen there when it first reads; otherwise it would get no events of existing workspaces.
   */
  readonly unheard: (queries: Queries) => Promise<readonly string[]>
  /**
   * Maximum number of events per transaction: enough to spread its cost, few enough to give other workspaces their
   * turn.
   */
  readonly eventsMax: number
  /**
   * Processes events of one workspace, in order, in the transaction that moves the consumer past them: what it writes
   * there commits together with that, exactly once. Other effects belong in `tx.afterCommit`, and happen at most once.
   * @returns the number of events that it processed, from the first one
   */
  readonly take: (tx: Transaction, events: readonly ReadEvent[]) => Promise<number>
}

/** Number of workspaces processed simultaneously: each needs a transaction from a pool that requests use too. */
const WORKSPACES_AT_ONCE = 4

/** In addition to notifications: an event is read within a second even if no notification arrives. */
const FULL_POLL_EVERY_MS = 1000

/**
 * Reads the events of all workspaces in which it listens, each event once, regardless of how many processes read under
 * the same name. Events of a workspace are read in the order in which their changes committed.
 */
export class EventConsumer {
  readonly #parts: EventConsumerParts
  readonly #notified = new Set<string>()
  #lastFullPollAt = -Infinity
  #hasStarted = false

  constructor(parts: EventConsumerParts) {
    this.#parts = parts
  }

  /** Records that a workspace has new events, for the next `poll`. */
  notified(workspaceId: string): void {
    this.#notified.add(workspaceId)
  }

  /** Reads the events of workspaces with notifications, and once a second those of all workspaces. */
  async poll(): Promise<void> {
    const now = performance.now()
    if (now - this.#lastFullPollAt >= FULL_POLL_EVERY_MS) {
      this.#lastFullPollAt = now
      return this.pollAll()
    }
    const notified = [...this.#notified]
    this.#notified.clear()
    await this.#read(notified)
  }

  /** Reads all events of all workspaces, and deletes those that all consumers have read. */
  async pollAll(): Promise<void> {
    const { db, name } = this.#parts
    this.#notified.clear()
    if (!this.#hasStarted) await this.#begin()
    for (;;) {
      const behind = await workspacesBehind(db.global, name)
      if ((await this.#read(behind)) === 0) break
    }
    await endExpired(this.#parts)
    while (await pruneEvents(db.global));
  }

  /** Starts to listen where it should; if the process ends meanwhile, another one does the rest. */
  async #begin(): Promise<void> {
    const { db, name, unheard } = this.#parts
    for (const workspaceId of await unheard(db.global)) {
      await db.transaction(workspaceId, (tx) => listen(tx, name))
    }
    this.#hasStarted = true
  }

  /** Reads workspaces in turns until none of them has events left; returns the number of events read. */
  async #read(workspaceIds: readonly string[]): Promise<number> {
    let read = 0
    for (let waiting = workspaceIds; waiting.length > 0;) {
      const turns = waiting.values()
      const next: string[] = []
      const work = async () => {
        for (const workspaceId of turns) {
          const count = await this.#turn(workspaceId)
          if (count > 0) next.push(workspaceId)
          read += count
        }
      }
      await Promise.all(Array.from({ length: WORKSPACES_AT_ONCE }, work))
      waiting = next
    }
    return read
  }

  async #turn(workspaceId: string): Promise<number> {
    const { db, name, eventsMax, take } = this.#parts
    return db.transaction(workspaceId, async (tx) => {
      const events = await nextEvents(tx, name, eventsMax)
      if (events.length === 0) return 0
      const count = await take(tx, events)
      const last = events[count - 1]
      if (last) advance(tx, name, last.position)
      return count
    })
  }
}
