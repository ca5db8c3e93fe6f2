import type { Clock } from '../clock.ts'
import type { Database, Queries, Transaction } from '../db/index.ts'
import { advance, nextEvents, pruneEvents, workspacesBehind, type ReadEvent } from './consumer-store.ts'
import { endExpired, listen } from './listen.ts'

/** What a consumer is made from. */
export interface EventConsumerParts {
  readonly db: Database
  readonly clock: Clock
  /** Name under which it listens; see `listen`. */
  readonly name: string
  /**
   * Workspaces in which it has to listen and does not, such as those that were there before the consumer was added. It
   * begins there when it first looks: without that it would be silent in every workspace that exists already.
   */
  readonly unheard: (queries: Queries) => Promise<readonly string[]>
  /** Most events of one transaction: enough to spread its cost, few enough to let other workspaces have their turn. */
  readonly eventsMax: number
  /**
   * Takes events of one workspace, in their order, in the transaction that moves the consumer past them: what it
   * writes there commits with that, once. What it does elsewhere it does in `tx.afterCommit`, at most once.
   * @returns how many of them it took, from the first on
   */
  readonly take: (tx: Transaction, events: readonly ReadEvent[]) => Promise<number>
}

/** Workspaces that are worked on at once: a transaction each, of a pool that requests need too. */
const WORKSPACES_AT_ONCE = 4

/** Behind every notification: an event is read within a second also where none arrives. */
const WHOLE_LOOK_EVERY_MS = 1000

/**
 * Reads the events of all workspaces in which it listens, each event once, however many processes read under the same
 * name. Within a workspace events come in the order in which their changes committed.
 */
export class EventConsumer {
  readonly #parts: EventConsumerParts
  readonly #notified = new Set<string>()
  #wholeLookAt = -Infinity
  #hasBegun = false

  constructor(parts: EventConsumerParts) {
    this.#parts = parts
  }

  /** Notes that a workspace has new events, for the next look. */
  notified(workspaceId: string): void {
    this.#notified.add(workspaceId)
  }

  /** Reads the events of the workspaces that were notified, and once a second those of all. */
  async look(): Promise<void> {
    const now = performance.now()
    if (now - this.#wholeLookAt >= WHOLE_LOOK_EVERY_MS) {
      this.#wholeLookAt = now
      return this.lookThrough()
    }
    const notified = [...this.#notified]
    this.#notified.clear()
    await this.#read(notified)
  }

  /** Reads whatever there is, in all workspaces, and removes what every consumer has read. */
  async lookThrough(): Promise<void> {
    const { db, name } = this.#parts
    this.#notified.clear()
    if (!this.#hasBegun) await this.#begin()
    for (;;) {
      const behind = await workspacesBehind(db.global, name)
      if ((await this.#read(behind)) === 0) break
    }
    await endExpired(this.#parts)
    while (await pruneEvents(db.global));
  }

  /** Begins to listen where it has to; a process that ends meanwhile leaves the rest to the next. */
  async #begin(): Promise<void> {
    const { db, name, unheard } = this.#parts
    for (const workspaceId of await unheard(db.global)) {
      await db.transaction(workspaceId, (tx) => listen(tx, name))
    }
    this.#hasBegun = true
  }

  /** Lets workspaces take turns until none of them has an event left; returns how many events were read. */
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
