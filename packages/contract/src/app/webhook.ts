import { Type } from 'typebox'
import { eventTypeNames } from '../public/webhooks/events.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf } from '../shared/page.ts'
import { Closed, Nullable, OneOf, Timestamp, Uuid } from '../shared/values.ts'
import { DeliveryListQuery, WebhookDeliveryRead, WebhookRead } from '../public/webhooks/webhook.ts'
import { deliveryParams, webhookOperations } from '../public/webhooks/webhook-operations.ts'

/** Counts of deliveries stop at this number. */
export const DELIVERY_COUNT_MAX = 1000

/** The period of recent permanent failures. */
export const EXHAUSTED_LATELY_DAYS = 7

/** Maximum number of attempts of a delivery that are shown, latest first. */
export const ATTEMPTS_SHOWN_MAX = 100

/** An endpoint with statistics of its deliveries. */
export const AppWebhook = Closed(
  {
    ...WebhookRead.properties,
    site_ids: Nullable(
      Type.Array(Uuid(), { description: 'The sites whose events it receives; null for all sites.' }),
    ),
    switched_off_after: Nullable(
      Type.Integer({
        description:
          'Number of consecutive permanently failed deliveries for which the server disabled the endpoint; null if it is enabled or was disabled by a person.',
      }),
    ),
    last_succeeded_at: Nullable(Timestamp({ description: 'When its receiver last accepted a delivery.' })),
    exhausted_in_a_row: Type.Integer({
      description:
        'Number of deliveries that failed permanently since the last success; at five, the endpoint is disabled.',
    }),
    open_deliveries: Type.Integer({
      description: `Number of deliveries in progress or between attempts, counted up to ${DELIVERY_COUNT_MAX}.`,
    }),
    failing_deliveries: Type.Integer({
      description: `Number of these that have failed at least once, counted up to ${DELIVERY_COUNT_MAX}.`,
    }),
    exhausted_deliveries: Type.Integer({
      description: `Failed permanently, of the last ${EXHAUSTED_LATELY_DAYS} days, counted up to ${DELIVERY_COUNT_MAX}.`,
    }),
  },
  { $id: 'AppWebhook' },
)
export type AppWebhook = Type.Static<typeof AppWebhook>

/** Query of GET /webhooks/{id}/deliveries in the app; filters combine. */
export const AppDeliveryListQuery = Closed({
  ...DeliveryListQuery.properties,
  event_type: Type.Optional(OneOf(eventTypeNames)),
  event_id: Type.Optional(Uuid({ description: 'The one delivery of this event.' })),
})
export type AppDeliveryListQuery = Type.Static<typeof AppDeliveryListQuery>

/** One attempt of a delivery. */
export const DeliveryAttemptRead = Closed(
  {
    number: Type.Integer({ description: 'As in the header Svc-Delivery-Attempt; 1 is the first.' }),
    attempted_at: Timestamp(),
    took_ms: Type.Integer(),
    signature: Nullable(
      Type.String({
        description: 'The header Svc-Signature; null when the signing secret could not be read.',
      }),
    ),
    status_code: Nullable(Type.Integer({ description: 'Null if there was no response.' })),
    error: Nullable(Type.String({ description: 'Null if it succeeded.' })),
    response_snippet: Nullable(Type.String({ description: 'The first part of the response body.' })),
  },
  { $id: 'DeliveryAttemptRead' },
)
export type DeliveryAttemptRead = Type.Static<typeof DeliveryAttemptRead>

/** A delivery with its body and its attempts. */
export const AppDelivery = Closed(
  {
    ...WebhookDeliveryRead.properties,
    body: Type.String({ description: 'The exact body that every attempt sends, as UTF-8.' }),
    attempts: Type.Array(DeliveryAttemptRead, {
      description: `Latest first, at most ${ATTEMPTS_SHOWN_MAX}.`,
    }),
  },
  { $id: 'AppDelivery' },
)
export type AppDelivery = Type.Static<typeof AppDelivery>

const { listWebhooks, getWebhook, listDeliveries } = webhookOperations
const webhook: AppWebhook = {
  ...getWebhook.reply.example,
  site_ids: null,
  switched_off_after: null,
  last_succeeded_at: '2026-11-21T05:01:39.871Z',
  exhausted_in_a_row: 0,
  open_deliveries: 1,
  failing_deliveries: 1,
  exhausted_deliveries: 0,
}
const [delivery] = listDeliveries.reply.example.data
const attempt = {
  status_code: delivery.last_status_code,
  error: delivery.last_error,
  response_snippet: delivery.response_snippet,
}

/** Body of POST /webhooks/{id}/test-event. */
export const TestEvent = Closed(
  { type: OneOf(eventTypeNames, { description: 'The type of the made-up event, subscribed to or not.' }) },
  { $id: 'TestEvent' },
)
export type TestEvent = Type.Static<typeof TestEvent>

const Sent = Closed(
  {
    event_id: Uuid({
      description: 'ID of the event, which appears in the delivery log once it has been queued for delivery.',
    }),
  },
  { $id: 'TestEventSent' },
)

/** Operations on webhooks that only the app API has. */
export const appWebhookOperations = defineOperations({
  listWebhooks: {
    ...listWebhooks,
    description: 'In order of creation, each with the delivery statistics of its receiver.',
    reply: {
      ...listWebhooks.reply,
      schema: PageOf(AppWebhook, 'AppWebhookPage'),
      example: { data: [webhook], pagination: listWebhooks.reply.example.pagination },
    },
  },
  getWebhook: { ...getWebhook, reply: { ...getWebhook.reply, schema: AppWebhook, example: webhook } },
  listDeliveries: { ...listDeliveries, query: AppDeliveryListQuery },
  getDelivery: {
    method: 'GET',
    path: '/webhooks/{id}/deliveries/{delivery_id}',
    tag: 'Webhooks',
    summary: 'Read a delivery with its attempts',
    description: 'The exact body, and each attempt with its signature and response.',
    scope: 'read',
    roles: ['admin', 'manager'],
    roleError: 'INSUFFICIENT_ROLE',
    params: deliveryParams,
    reply: {
      status: 200,
      schema: AppDelivery,
      description: 'The delivery.',
      example: {
        ...delivery,
        body: `{"id":"${delivery.event_id}","type":"instrument.retired","created_at":"2026-11-21T05:01:39.123Z","data":{}}`,
        attempts: [
          {
            number: 2,
            attempted_at: '2026-11-21T05:01:44.871Z',
            took_ms: 31,
            signature: 't=1795237304,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
            ...attempt,
          },
          {
            number: 1,
            attempted_at: '2026-11-21T05:01:39.310Z',
            took_ms: 28,
            signature: 't=1795237299,v1=1f7b169c846f218ab552fa82fbf86758ac7b7a2c2f7b1c8b3a36e4eb1d8e0a57',
            ...attempt,
          },
        ],
      },
    },
    errors: ['INSUFFICIENT_ROLE', 'VALIDATION_ERROR', 'NOT_FOUND'],
  },
  sendTestEvent: {
    method: 'POST',
    path: '/webhooks/{id}/test-event',
    tag: 'Webhooks',
    summary: 'Send a test event to an endpoint',
    description:
      'Sends an event with made-up data in the same way as a real one: queue, signature, log and retries. The delivery log shows the outcome.',
    scope: 'write',
    roles: ['admin', 'manager'],
    roleError: 'INSUFFICIENT_ROLE',
    params: Closed({ id: Uuid({ description: 'ID of the endpoint.' }) }),
    body: TestEvent,
    reply: {
      status: 201,
      schema: Sent,
      description: 'The event has been queued.',
      example: { event_id: '019345c4-90cf-7e10-9c42-5a7b3d2f8e61' },
    },
    errors: [
      'INVALID_REQUEST',
      'INSUFFICIENT_ROLE',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'VALIDATION_ERROR',
    ],
  },
})
