import {
  deliveryStatuses,
  EXHAUSTED_LATELY_DAYS,
  pageOf,
  type AppWebhook,
  type appWebhookOperations,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { readToken, type Handlers } from '../../platform/http/index.ts'
import { findDelivery } from './delivery/delivery-log-store.ts'
import { pageOfDeliveries } from './delivery/delivery-page-store.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { recordsOf } from './endpoints/endpoint-record-store.ts'
import { pageOfEndpoints } from './endpoints/endpoint-store.ts'
import { serializeDelivery, serializeRecord, serializeWholeDelivery } from './serialize.ts'
import { reachedEndpoint, versionOf } from './routes.ts'
import { sendSample } from './delivery/send-sample.ts'

const LATELY_MS = EXHAUSTED_LATELY_DAYS * 24 * 60 * 60 * 1000

interface Parts {
  db: Database
  clock: Clock
}

/** Handlers of the webhook operations that only the app has, or for which it returns more. */
export function appWebhookRoutes(parts: Parts): Handlers<typeof appWebhookOperations, Actor> {
  const { db } = parts
  return {
    listWebhooks: async ({ caller, query }) => {
      const { rows, total } = await pageOfEndpoints(db.in(caller.workspaceId), query, caller.siteIds)
      return { body: pageOf(await withRecords(parts, caller, rows), total, query) }
    },
    getWebhook: async ({ caller, params }) => {
      const endpoint = await reachedEndpoint(parts, caller, params.id)
      const [body] = await withRecords(parts, caller, [endpoint])
      if (!body) throw notFound()
      return { body, headers: versionOf(endpoint) }
    },
    listDeliveries: async ({ caller, params, query }) => {
      const { limit, offset, event_type: eventType, event_id: eventId } = query
      const status = readToken('status', query.status, deliveryStatuses)
      const endpoint = await reachedEndpoint(parts, caller, params.id)
      const page = { limit, offset, status, eventType, eventId }
      const { rows, total } = await pageOfDeliveries(db.in(caller.workspaceId), endpoint.endpointId, page)
      const shown = rows.map((row) => serializeDelivery(row, endpoint))
      return { body: pageOf(shown, total, query) }
    },
    getDelivery: async ({ caller, params }) => {
      const endpoint = await reachedEndpoint(parts, caller, params.id)
      const found = await findDelivery(db.in(caller.workspaceId), endpoint.endpointId, params.delivery_id)
      if (!found) throw notFound()
      return { body: serializeWholeDelivery(found, endpoint) }
    },
    sendTestEvent: async ({ caller, params, body }) => {
      const { eventId } = await sendSample(parts, caller, params.id, body.type)
      return { body: { event_id: eventId } }
    },
  }
}

/** Returns each endpoint with its record; an endpoint deleted in the meantime is omitted. */
async function withRecords(
  { db, clock }: Parts,
  caller: Actor,
  endpoints: Endpoint[],
): Promise<AppWebhook[]> {
  const ids = endpoints.map(({ endpointId }) => endpointId)
  const since = new Date(clock.now().getTime() - LATELY_MS).toISOString()
  const records = await recordsOf(db.in(caller.workspaceId), ids, since)
  const recordOf = new Map(records.map((record) => [record.endpointId, record]))
  return endpoints.flatMap((endpoint) => {
    const record = recordOf.get(endpoint.endpointId)
    return record ? [serializeRecord(endpoint, record)] : []
  })
}
