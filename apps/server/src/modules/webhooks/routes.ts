import {
  deliveryStatuses,
  eventTypes,
  pageOf,
  type webhookEventOperations,
  type webhookOperations,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { readToken, type Handlers } from '../../platform/http/index.ts'
import { admitsVersion, etagOf } from '../instruments/index.ts'
import { createWebhook, type WebhookParts } from './endpoints/create-webhook.ts'
import { deleteWebhook } from './endpoints/delete-webhook.ts'
import { pageOfDeliveries } from './delivery/delivery-page-store.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import { findEndpoint, pageOfEndpoints } from './endpoints/endpoint-store.ts'
import { serializeDelivery, serializeEndpoint } from './serialize.ts'
import { listEvents } from './delivery/list-events.ts'
import { resendEvents } from './delivery/resend-events.ts'
import { retryDelivery } from './delivery/retry-delivery.ts'
import { rotateSecret } from './endpoints/rotate-secret.ts'
import { updateWebhook } from './endpoints/update-webhook.ts'

/** Handlers of the public API's webhooks. */
export function webhookRoutes(
  parts: WebhookParts,
): Handlers<typeof webhookOperations & typeof webhookEventOperations, Actor> {
  const { db } = parts
  return {
    listWebhooks: async ({ caller, query }) => {
      const { rows, total } = await pageOfEndpoints(db.in(caller.workspaceId), query, caller.siteIds)
      return { body: pageOf(rows.map(serializeEndpoint), total, query) }
    },
    createWebhook: async ({ caller, body }) => {
      const { endpoint, secret } = await createWebhook(parts, caller, body)
      return { body: { ...serializeEndpoint(endpoint), secret }, headers: versionOf(endpoint) }
    },
    listEventTypes: async () => {
      const events = Object.entries(eventTypes).map(([type, description]) => ({ type, description }))
      return { body: { events } }
    },
    getWebhook: async ({ caller, params }) => {
      const endpoint = await reachedEndpoint(parts, caller, params.id)
      return { body: serializeEndpoint(endpoint), headers: versionOf(endpoint) }
    },
    updateWebhook: async ({ caller, params, headers, body }) => {
      const requireVersion = (present: Endpoint) => requireMatch(headers['if-match'], present)
      const endpoint = await updateWebhook(parts, caller, params.id, body, requireVersion)
      return { body: serializeEndpoint(endpoint), headers: versionOf(endpoint) }
    },
    deleteWebhook: async ({ caller, params }) => {
      await deleteWebhook(parts, caller, params.id)
      return {}
    },
    listDeliveries: async ({ caller, params, query }) => {
      const status = readToken('status', query.status, deliveryStatuses)
      const endpoint = await reachedEndpoint(parts, caller, params.id)
      const page = { limit: query.limit, offset: query.offset, status }
      const { rows, total } = await pageOfDeliveries(db.in(caller.workspaceId), endpoint.endpointId, page)
      const shown = rows.map((row) => serializeDelivery(row, endpoint))
      return { body: pageOf(shown, total, query) }
    },
    retryDelivery: async ({ caller, params }) => {
      const { delivery, endpoint } = await retryDelivery(parts, caller, params.id, params.delivery_id)
      return { body: serializeDelivery(delivery, endpoint) }
    },
    listWebhookEvents: async ({ caller, query }) => ({ body: await listEvents(db, caller, query) }),
    resendEvents: async ({ caller, params, body }) => ({
      body: await resendEvents(parts, caller, params.id, body.since),
    }),
    rotateWebhookSecret: async ({ caller, params }) => {
      const { endpointId, secret, secretPrefix } = await rotateSecret(parts, caller, params.id)
      return { body: { id: endpointId, secret, secret_prefix: secretPrefix } }
    },
  }
}

/** @throws 404 NOT_FOUND for an endpoint outside the actor's reach */
export async function reachedEndpoint(
  { db }: Pick<WebhookParts, 'db'>,
  caller: Actor,
  endpointId: string,
): Promise<Endpoint> {
  const endpoint = await findEndpoint(db.in(caller.workspaceId), endpointId, caller.siteIds)
  if (!endpoint) throw notFound()
  return endpoint
}

/** Returns the version header of an endpoint. */
export function versionOf(endpoint: Endpoint): { etag: string } {
  return { etag: etagOf(endpoint.ledgerIndex) }
}

function requireMatch(ifMatch: string | undefined, endpoint: Endpoint): void {
  if (ifMatch !== undefined && !admitsVersion(ifMatch, endpoint.ledgerIndex)) {
    throw new ApiError('PRECONDITION_FAILED')
  }
}
