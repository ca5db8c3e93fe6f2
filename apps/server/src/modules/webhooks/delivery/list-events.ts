import {
  eventTypeNames,
  pageOf,
  type Page,
  type WebhookEventListQuery,
  type WebhookEventRead,
} from '@plumbline/contract'
import type { Actor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/db/index.ts'
import { readToken } from '../../../platform/http/index.ts'
import { leastIdAt } from '../../../platform/ids.ts'
import { deliveriesOfEvents, pageOfEvents } from '../fan-out/stored-event-store.ts'
import { serializeDelivery } from '../serialize.ts'

/**
 * Returns a page of the stored events, newest first, with their deliveries, within the sites of the actor.
 * @throws 422 INVALID_REQUEST for an unknown type
 */
export async function listEvents(
  db: Database,
  actor: Actor,
  query: WebhookEventListQuery,
): Promise<Page<WebhookEventRead>> {
  const queries = db.in(actor.workspaceId)
  const page = {
    limit: query.limit,
    offset: query.offset,
    type: readToken('type', query.type, eventTypeNames),
    leastId: query.since === undefined ? undefined : leastIdAt(Date.parse(query.since)),
  }
  const { rows, total } = await pageOfEvents(queries, page, actor.siteIds)
  const eventIds = rows.map(({ eventId }) => eventId)
  const deliveries = eventIds.length > 0 ? await deliveriesOfEvents(queries, eventIds, actor.siteIds) : []
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId)
  const shown = rows.map(({ eventId, type, occurredAt, instrument }) => ({
    id: eventId,
    type,
    created_at: occurredAt,
    instrument,
    deliveries: (byEvent.get(eventId) ?? []).map((delivery) => ({
      webhook_id: delivery.endpointId,
      ...serializeDelivery(delivery, delivery),
    })),
  }))
  return pageOf(shown, total, query)
}
