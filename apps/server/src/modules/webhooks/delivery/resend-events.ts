import { RESENT_EVENTS_MAX, type EventResendResponse } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Transaction } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { instantOfId, leastIdAt, newId } from '../../../platform/ids.ts'
import type { WebhookParts } from '../endpoints/create-webhook.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { lockEndpoint } from '../endpoints/endpoint-store.ts'
import { insertDeliveries } from '../fan-out/fan-out-store.ts'
import { eventsToResend, type EventToResend } from '../fan-out/stored-event-store.ts'
import { enqueue, lockQueuesNow, wakeEndpointQueues, type QueuedDelivery } from '../fan-out/queue-store.ts'
import { reopenDeliveries } from './delivery-log-store.ts'

/**
 * Resends to an endpoint every event since an instant that matches its current settings, including those that it
 * missed while it was disabled: the same bytes, due immediately, with schedule and horizon starting over. The log has
 * one delivery per event, so a resolved delivery is reopened, an open one continues, and a missing one is created. On
 * a disabled endpoint they wait.
 * @throws 404 NOT_FOUND
 */
export async function resendEvents(
  { db, clock }: Pick<WebhookParts, 'db' | 'clock'>,
  actor: Actor,
  endpointId: string,
  since: string,
): Promise<EventResendResponse> {
  return db.transaction(actor.workspaceId, async (tx) => {
    // The lock blocks a second such request, which would create the same deliveries.
    const endpoint = await lockEndpoint(tx, endpointId, actor.siteIds)
    if (!endpoint) throw notFound()
    const now = await lockQueuesNow(tx, clock.sqlNow())
    // Events from before it existed are not meant for it (decisions, section 11).
    const fromMs = Math.max(Date.parse(since), Date.parse(endpoint.createdAt))
    const found = await eventsToResend(tx, endpoint, leastIdAt(fromMs), RESENT_EVENTS_MAX + 1)
    const events = found.slice(0, RESENT_EVENTS_MAX)
    const next = found[RESENT_EVENTS_MAX]
    const queued = await queueAgain(tx, endpoint, events, now)
    return {
      queued,
      already_open: events.length - queued,
      is_waiting: endpoint.disabledAt !== null,
      next_since: next ? instantOfId(next.eventId) : null,
    }
  })
}

/** @returns the number of deliveries that start over */
async function queueAgain(
  tx: Transaction,
  { endpointId }: Endpoint,
  events: readonly EventToResend[],
  now: string,
): Promise<number> {
  const logged = events.filter(({ isLogged }) => isLogged).map(({ eventId }) => eventId)
  const reopened = logged.length > 0 ? await reopenDeliveries(tx, endpointId, logged, now) : []
  const missed = events
    .filter(({ isLogged }) => !isLogged)
    .map(({ eventId, type }) => ({
      deliveryId: newId(Date.parse(now)),
      endpointId,
      eventId,
      eventType: type,
      attemptCount: 0,
    }))
  const queued: QueuedDelivery[] = [...reopened, ...missed]
  if (queued.length === 0) return 0
  await tx.batch([
    insertDeliveries(tx.workspaceId, now, missed),
    enqueue(tx.workspaceId, now, queued),
    wakeEndpointQueues(tx.workspaceId, now),
  ])
  tx.notify('deliveries')
  return queued.length
}
