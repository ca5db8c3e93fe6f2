import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import {
  discardUnheardEvents,
  handOn,
  takeEvents,
  workspacesWithEvents,
  type NewDelivery,
  type WrittenEvent,
} from './fan-out-store.ts'
import { eventBody } from './rules/event-body.ts'
import { receives, type Subscriber } from './rules/event-recipients.ts'

/** Events of one transaction: enough to spread its cost, few enough to let other workspaces have their turn. */
const EVENTS_MAX = 100

/** Deliveries of one transaction, where a workspace has very many endpoints. */
const DELIVERIES_MAX = 5000

/** Workspaces that are worked on at once: a transaction each, of a pool that requests need too. */
const WORKSPACES_AT_ONCE = 4

/**
 * Rows that were handed on and deleted stay in the index as long as any transaction can still see them, and
 * would be walked again and again. So the outbox is read from the last event that was handed on, less a
 * margin for changes that committed long after they happened, and from its beginning every second.
 */
const LATE_COMMIT_MS = 10_000
const WHOLE_LOOK_EVERY_MS = 1000
const BEGINNING = '-infinity'

/**
 * Hands the events of the outbox on to endpoints. Every event becomes one delivery for each endpoint that
 * gets it, in the transaction that removes it from the outbox, so that no number of processes, and no end
 * of one, doubles or loses it.
 */
export class FanOut {
  readonly #db: Database
  readonly #clock: Clock
  #handedOnUntilMs = -Infinity
  #wholeLookAt = -Infinity

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db
    this.#clock = clock
  }

  /** Hands on whatever there is, until none is left that nobody else has in hand. */
  async look(): Promise<void> {
    while ((await this.#pass(this.#since())) > 0);
  }

  /** The same from the beginning of the outbox. */
  async lookThrough(): Promise<void> {
    while ((await this.#pass(BEGINNING)) > 0);
  }

  #since(): string {
    const now = performance.now()
    const isKnown = this.#handedOnUntilMs > -Infinity
    if (isKnown && now - this.#wholeLookAt < WHOLE_LOOK_EVERY_MS) {
      return new Date(this.#handedOnUntilMs - LATE_COMMIT_MS).toISOString()
    }
    this.#wholeLookAt = now
    return BEGINNING
  }

  /** One turn of every workspace; answers how many events left the outbox. */
  async #pass(since: string): Promise<number> {
    if (since === BEGINNING) while (await discardUnheardEvents(this.#db.global));
    const turns = (await workspacesWithEvents(this.#db.global, since)).values()
    let handedOn = 0
    const work = async () => {
      for (const workspaceId of turns) handedOn += await this.#turn(workspaceId, since)
    }
    await Promise.all(Array.from({ length: WORKSPACES_AT_ONCE }, work))
    return handedOn
  }

  async #turn(workspaceId: string, since: string): Promise<number> {
    return this.#db.transaction(workspaceId, async (tx) => {
      const range = { since, limit: EVENTS_MAX }
      const { now, events: taken, subscribers } = await takeEvents(tx, this.#clock.sqlNow(), range)
      const events = taken.slice(0, Math.max(1, Math.floor(DELIVERIES_MAX / Math.max(1, subscribers.length))))
      if (events.length === 0) return 0
      await handOnTo(tx, now, events, subscribers)
      tx.afterCommit(() => this.#remember(events))
      return events.length
    })
  }

  #remember(events: readonly WrittenEvent[]): void {
    for (const { occurredAt } of events) {
      this.#handedOnUntilMs = Math.max(this.#handedOnUntilMs, Date.parse(occurredAt))
    }
  }
}

async function handOnTo(
  tx: Transaction,
  now: string,
  events: readonly WrittenEvent[],
  subscribers: readonly Subscriber[],
): Promise<void> {
  const deliveries = events.flatMap((event) => deliveriesOf(event, subscribers, now))
  const heard = new Set(deliveries.map((delivery) => delivery.eventId))
  const kept = events
    .filter((event) => heard.has(event.eventId))
    .map((event) => ({ eventId: event.eventId, type: event.type, body: eventBody(event) }))
  await handOn(tx, now, events, kept, deliveries)
  if (deliveries.length > 0) tx.announce('deliveries')
}

function deliveriesOf(event: WrittenEvent, subscribers: readonly Subscriber[], now: string): NewDelivery[] {
  return subscribers
    .filter((subscriber) => receives(subscriber, event))
    .map(({ endpointId }) => ({
      deliveryId: newId(Date.parse(now)),
      endpointId,
      eventId: event.eventId,
      eventType: event.type,
      attemptCount: 0,
    }))
}
