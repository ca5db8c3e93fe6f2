import { because, eventExamples, type EventType } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { lockStream, writeEvents } from '../../../platform/outbox/index.ts'
import { findDeliveryOfEvent, type LoggedDelivery } from './delivery-log-store.ts'
import { findEndpoint } from '../endpoints/endpoint-store.ts'
import { currentInstant } from '../fan-out/queue-store.ts'

/** A sample that has been sent. */
export interface SentSample {
  readonly eventId: string
  readonly url: string
  /** Returns its entry in the log; undefined until it has been handed on. */
  outcome(): Promise<LoggedDelivery | undefined>
}

/**
 * Sends an event with made-up data to one endpoint, regardless of its subscriptions, along the path of real events:
 * outbox, queue, guard, signature, log.
 * @throws 404 NOT_FOUND; 409 CONFLICT if the endpoint is not active
 */
export async function sendSample(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  endpointId: string,
  type: EventType,
): Promise<SentSample> {
  return db.transaction(actor.workspaceId, async (tx) => {
    const endpoint = await findEndpoint(tx, endpointId, actor.siteIds)
    if (!endpoint) throw notFound()
    if (endpoint.disabledAt !== null) {
      throw new ApiError('CONFLICT', { reason: because('webhook.inactive') })
    }
    const [instant] = await tx.rows<{ now: string }>(currentInstant(clock.sqlNow()))
    await lockStream(tx)
    const event = { type, siteId: null, occurredAt: instant!.now, data: eventExamples[type], endpointId }
    const [eventId] = writeEvents(tx, [event])
    const outcome = () => findDeliveryOfEvent(db.in(actor.workspaceId), endpointId, eventId!)
    return { eventId: eventId!, url: endpoint.url, outcome }
  })
}
