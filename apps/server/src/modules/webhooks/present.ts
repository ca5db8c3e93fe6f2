import type { WebhookDeliveryRead, WebhookRead } from '@plumbline/contract'
import type { LoggedDelivery } from './delivery-log-store.ts'
import type { Endpoint } from './endpoint.ts'

/** An endpoint in the public shape, which has no place for its secret. */
export function presentEndpoint(endpoint: Endpoint): WebhookRead {
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    events: endpoint.eventTypes,
    description: endpoint.description,
    is_active: endpoint.disabledAt === null,
    secret_prefix: endpoint.secretPrefix,
    disabled_at: endpoint.disabledAt,
    created_at: endpoint.createdAt,
    updated_at: endpoint.updatedAt,
  }
}

/** A row of the delivery log in the public shape. */
export function presentDelivery(delivery: LoggedDelivery): WebhookDeliveryRead {
  return {
    id: delivery.deliveryId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    next_attempt_at: delivery.nextAttemptAt,
    last_attempt_at: delivery.lastAttemptAt,
    last_status_code: delivery.lastStatusCode,
    last_error: delivery.lastError,
    response_snippet: delivery.responseSnippet,
    created_at: delivery.createdAt,
    updated_at: delivery.updatedAt,
  }
}
