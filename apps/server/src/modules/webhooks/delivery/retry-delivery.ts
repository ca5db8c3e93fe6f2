import { because } from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import type { WebhookParts } from '../endpoints/create-webhook.ts'
import { lockDelivery, reopenDelivery, type LoggedDelivery } from './delivery-log-store.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { findEndpoint } from '../endpoints/endpoint-store.ts'
import { enqueue, lockQueuesNow, wakeEndpointQueues } from '../fan-out/queue-store.ts'

/**
 * Resends a resolved delivery: the same bytes, due immediately, with schedule and horizon starting over, while its
 * attempt count continues. On a disabled endpoint it waits.
 * @throws 404 NOT_FOUND; 409 DELIVERY_CONFLICT while it is still being attempted
 */
export async function retryDelivery(
  { db, clock }: Pick<WebhookParts, 'db' | 'clock'>,
  actor: Actor,
  endpointId: string,
  deliveryId: string,
): Promise<{ delivery: LoggedDelivery; endpoint: Endpoint }> {
  return db.transaction(actor.workspaceId, async (tx) => {
    const endpoint = await findEndpoint(tx, endpointId, actor.siteIds)
    if (!endpoint) throw notFound()
    const now = await lockQueuesNow(tx, clock.sqlNow())
    const delivery = await lockDelivery(tx, endpoint.endpointId, deliveryId)
    if (!delivery) throw notFound()
    if (delivery.status === 'pending' || delivery.status === 'failed') throw stillOpen(endpoint)
    const { eventId, attemptCount } = delivery
    const queued = { deliveryId: delivery.deliveryId, endpointId: endpoint.endpointId, eventId, attemptCount }
    const reopened = await reopenDelivery(tx, delivery.deliveryId, now)
    await tx.batch([enqueue(tx.workspaceId, now, [queued]), wakeEndpointQueues(tx.workspaceId, now)])
    tx.notify('deliveries')
    return { delivery: reopened, endpoint }
  })
}

function stillOpen({ disabledAt }: Endpoint): ApiError {
  return new ApiError(
    'DELIVERY_CONFLICT',
    disabledAt === null ? {} : { reason: because('webhook.delivery_waits') },
  )
}
