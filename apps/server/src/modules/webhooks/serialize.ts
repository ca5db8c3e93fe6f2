import type { AppDelivery, AppWebhook, WebhookDeliveryRead, WebhookRead } from '@plumbline/contract'
import type { LoggedDelivery, WholeDelivery } from './delivery/delivery-log-store.ts'
import type { EndpointRecord } from './endpoints/endpoint-record-store.ts'
import type { Endpoint } from './endpoints/endpoint.ts'

/** Returns an endpoint in the public form, which does not include its secret. */
export function serializeEndpoint(endpoint: Endpoint): WebhookRead {
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

/** Returns a row of the delivery log of an endpoint in the public form. */
export function serializeDelivery(
  delivery: LoggedDelivery,
  { disabledAt }: Pick<Endpoint, 'disabledAt'>,
): WebhookDeliveryRead {
  const isOpen = delivery.status === 'pending' || delivery.status === 'failed'
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
    is_waiting: isOpen && disabledAt !== null,
    created_at: delivery.createdAt,
    updated_at: delivery.updatedAt,
  }
}

/** Returns an endpoint with its delivery record, as the app shows it. */
export function serializeRecord(endpoint: Endpoint, record: EndpointRecord): AppWebhook {
  return {
    ...serializeEndpoint(endpoint),
    site_ids: endpoint.siteIds,
    switched_off_after: record.switchedOffAfter,
    last_succeeded_at: record.lastSucceededAt,
    exhausted_in_a_row: record.exhaustedInARow,
    open_deliveries: record.open,
    failing_deliveries: record.failing,
    exhausted_deliveries: record.exhausted,
  }
}

/** Returns a delivery with what it sends and its attempts, as the app shows it. */
export function serializeWholeDelivery(
  { delivery, attempts }: WholeDelivery,
  endpoint: Pick<Endpoint, 'disabledAt'>,
): AppDelivery {
  return {
    ...serializeDelivery(delivery, endpoint),
    body: delivery.body,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      attempted_at: attempt.attemptedAt,
      took_ms: attempt.tookMs,
      signature: attempt.signature,
      status_code: attempt.statusCode,
      error: attempt.error,
      response_snippet: attempt.responseSnippet,
    })),
  }
}
