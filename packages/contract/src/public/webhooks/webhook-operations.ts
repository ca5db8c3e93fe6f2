import { eventTypes } from './events.ts'
import { defineOperations, ifMatch } from '../../shared/operation.ts'
import { pageQuery } from '../../shared/page.ts'
import { Closed, Uuid } from '../../shared/values.ts'
import {
  DeliveryListQuery,
  EventCatalogResponse,
  SecretRotatedResponse,
  WebhookCreate,
  WebhookCreatedResponse,
  WebhookDeliveryPage,
  WebhookDeliveryRead,
  WebhookPage,
  WebhookRead,
  WebhookUpdate,
} from './webhook.ts'

/** Parameters of a path to an endpoint. */
export const webhookParams = Closed({ id: Uuid({ description: 'ID of the endpoint.' }) })
/** Parameters of a path to one delivery. */
export const deliveryParams = Closed({
  ...webhookParams.properties,
  delivery_id: Uuid({ description: 'ID of a row in the delivery log, not of the event.' }),
})

const tag = 'Webhooks'
/** Who manages webhooks and reads their log, and what anybody else receives. */
export const managed = { roles: ['admin', 'manager'], roleError: 'INSUFFICIENT_ROLE' } as const
const etagHeader = {
  ETag: 'Version of the endpoint. Send it as If-Match when you update the endpoint, or as If-None-Match when you read it again.',
}
const pagination = { limit: 50, offset: 0, total: 1, has_more: false }

const webhook: WebhookRead = {
  id: '019345c0-2b1e-7d55-8a41-6f0c9d3e7b12',
  url: 'https://hooks.example.com/plumbline',
  events: ['calibration.approved', 'calibration.overdue'],
  description: 'Maintenance planning',
  is_active: true,
  secret_prefix: 'whsec_vT3k',
  disabled_at: null,
  created_at: '2026-11-21T04:56:39.123Z',
  updated_at: '2026-11-21T04:56:39.123Z',
}
const secret = 'whsec_vT3kQm8yR1xWz5uJb7Hn2Lc9Pd4Sf6Ga0Ke-Yi_Ot3E'

const delivery: WebhookDeliveryRead = {
  id: '019345c4-90d7-7a3c-b6e2-1d8f4c5a0e77',
  event_id: '019345c4-90cf-7e10-9c42-5a7b3d2f8e61',
  event_type: 'calibration.approved',
  status: 'failed',
  attempt_count: 2,
  next_attempt_at: '2026-11-21T05:02:45.310Z',
  last_attempt_at: '2026-11-21T05:01:44.871Z',
  last_status_code: 503,
  last_error: 'The receiver responded with status 503.',
  response_snippet: 'upstream unavailable',
  is_waiting: false,
  created_at: '2026-11-21T05:01:39.204Z',
  updated_at: '2026-11-21T05:01:44.902Z',
}

export const webhookOperations = defineOperations({
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    tag,
    summary: 'List webhook endpoints',
    description:
      'In order of creation. A key limited to sites sees only the endpoints that were created within its sites.',
    scope: 'read',
    ...managed,
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: WebhookPage,
      description: 'A page of endpoints.',
      example: { data: [webhook], pagination },
    },
    errors: ['INSUFFICIENT_ROLE', 'VALIDATION_ERROR'],
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    tag,
    summary: 'Create a webhook endpoint',
    description:
      'The secret is returned only in this response. An endpoint created with a key that is limited to sites receives only the events of those sites.',
    scope: 'write',
    ...managed,
    body: WebhookCreate,
    valueRuleError: 'INVALID_REQUEST',
    reply: {
      status: 201,
      location: '/webhooks/{id}',
      showsSecret: true,
      schema: WebhookCreatedResponse,
      description: 'The endpoint with its signing secret.',
      headers: etagHeader,
      example: { ...webhook, secret },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_ROLE',
      'FORBIDDEN',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'INVALID_WEBHOOK_URL',
      'WEBHOOK_LIMIT_REACHED',
    ],
  },
  listEventTypes: {
    method: 'GET',
    path: '/webhooks/events',
    tag,
    summary: 'List event types',
    description: 'All event types that a webhook can deliver; more may be added.',
    scope: 'read',
    reply: {
      status: 200,
      schema: EventCatalogResponse,
      description: 'The catalog of event types.',
      example: { events: Object.entries(eventTypes).map(([type, description]) => ({ type, description })) },
    },
    errors: [],
  },
  getWebhook: {
    method: 'GET',
    path: '/webhooks/{id}',
    tag,
    summary: 'Read a webhook endpoint',
    scope: 'read',
    ...managed,
    params: webhookParams,
    reply: {
      status: 200,
      schema: WebhookRead,
      description: 'The endpoint.',
      headers: etagHeader,
      example: webhook,
    },
    errors: ['INSUFFICIENT_ROLE', 'VALIDATION_ERROR', 'NOT_FOUND'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{id}',
    tag,
    summary: 'Update, pause or enable a webhook endpoint',
    description:
      'Only the members that are sent are changed; a null url changes nothing. A changed url applies from the next attempt on. While an endpoint is paused, its open deliveries wait, and events that occur in the meantime are not sent later.',
    scope: 'write',
    ...managed,
    params: webhookParams,
    headers: ifMatch,
    body: WebhookUpdate,
    valueRuleError: 'INVALID_REQUEST',
    reply: {
      status: 200,
      schema: WebhookRead,
      description: 'The endpoint after the change.',
      headers: etagHeader,
      example: { ...webhook, events: ['calibration.approved'] },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'PRECONDITION_FAILED',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
      'INVALID_WEBHOOK_URL',
    ],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{id}',
    tag,
    summary: 'Delete a webhook endpoint',
    description:
      'No further attempts are started, and the delivery log of the endpoint can no longer be read.',
    scope: 'write',
    ...managed,
    params: webhookParams,
    reply: { status: 204, description: 'The endpoint has been deleted.' },
    errors: ['INSUFFICIENT_SCOPE', 'INSUFFICIENT_ROLE', 'VALIDATION_ERROR', 'NOT_FOUND'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    tag,
    summary: 'Read the delivery log of an endpoint',
    description: 'Newest first.',
    scope: 'read',
    ...managed,
    params: webhookParams,
    query: DeliveryListQuery,
    reply: {
      status: 200,
      schema: WebhookDeliveryPage,
      description: 'A page of deliveries.',
      example: { data: [delivery], pagination },
    },
    errors: ['INVALID_REQUEST', 'INSUFFICIENT_ROLE', 'VALIDATION_ERROR', 'NOT_FOUND'],
  },
  retryDelivery: {
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery_id}/retry',
    tag,
    summary: 'Resend a delivery',
    description:
      'Only deliveries that have succeeded or are exhausted can be resent. The body is the same, byte for byte, and the retry schedule starts over. If the endpoint is disabled, the delivery waits until it is enabled, and `is_waiting` is true.',
    scope: 'write',
    ...managed,
    params: deliveryParams,
    reply: {
      status: 200,
      schema: WebhookDeliveryRead,
      description: 'The delivery, pending and due now.',
      example: { ...delivery, status: 'pending', next_attempt_at: '2026-11-25T09:12:03.518Z' },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'DELIVERY_CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{id}/rotate-secret',
    tag,
    summary: 'Replace the signing secret',
    description:
      'The old secret is no longer used for signing. The new secret is returned only in this response.',
    scope: 'write',
    ...managed,
    params: webhookParams,
    reply: {
      status: 200,
      showsSecret: true,
      schema: SecretRotatedResponse,
      description: 'The new secret.',
      example: { id: webhook.id, secret, secret_prefix: webhook.secret_prefix },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_SCOPE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
})
