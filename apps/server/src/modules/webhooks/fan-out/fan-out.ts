import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { EventConsumer, type ReadEvent } from '../../../platform/outbox/index.ts'
import {
  findSubscribers,
  handOn,
  workspacesUnheard,
  type KnownSubscriber,
  type NewDelivery,
} from './fan-out-store.ts'
import { eventBody } from '../rules/event-body.ts'
import { receives } from '../rules/event-recipients.ts'

/** Name of the webhook consumer in each workspace that has an endpoint. */
export const WEBHOOK_CONSUMER = 'webhooks'

/** Maximum number of events per transaction. */
const EVENTS_MAX = 100

/** Maximum number of deliveries per transaction, for workspaces with very many endpoints. */
const DELIVERIES_MAX = 5000

/**
 * Hands the events of the outbox on to active endpoints, and stores those that others miss. Every event becomes one
 * delivery for each endpoint that gets it, in the transaction that advances past it, so that neither concurrent
 * processes nor a crash duplicates or loses it.
 */
export function createFanOut({ db, clock }: { db: Database; clock: Clock }): EventConsumer {
  return new EventConsumer({
    db,
    clock,
    name: WEBHOOK_CONSUMER,
    unheard: (queries) => workspacesUnheard(queries, WEBHOOK_CONSUMER),
    eventsMax: EVENTS_MAX,
    take: async (tx, read) => {
      const { now, subscribers } = await findSubscribers(tx, clock.sqlNow())
      const count = Math.max(1, Math.floor(DELIVERIES_MAX / Math.max(1, subscribers.length)))
      const events = read.slice(0, count)
      handOnTo(tx, now, events, subscribers)
      return events.length
    },
  })
}

function handOnTo(
  tx: Transaction,
  now: string,
  events: readonly ReadEvent[],
  subscribers: readonly KnownSubscriber[],
): void {
  const heard = events.flatMap((event) => {
    const recipients = subscribers.filter((subscriber) => receives(subscriber, event))
    return recipients.length === 0 ? [] : [{ event, recipients }]
  })
  if (heard.length === 0) return
  const kept = heard.map(({ event }) => ({ ...event, body: eventBody(event) }))
  const deliveries = heard.flatMap(({ event, recipients }) => deliveriesOf(event, recipients, now))
  handOn(tx, now, kept, deliveries)
  if (deliveries.length > 0) tx.notify('deliveries')
}

function deliveriesOf(event: ReadEvent, recipients: readonly KnownSubscriber[], now: string): NewDelivery[] {
  return recipients
    .filter(({ isActive }) => isActive)
    .map(({ endpointId }) => ({
      deliveryId: newId(Date.parse(now)),
      endpointId,
      eventId: event.eventId,
      eventType: event.type,
      attemptCount: 0,
    }))
}
