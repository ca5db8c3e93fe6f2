import { defineOperations } from '../../shared/operation.ts'
import {
  EventResend,
  EventResendResponse,
  RESENT_EVENTS_MAX,
  WebhookEventListQuery,
  WebhookEventPage,
} from './webhook-event.ts'
import { managed, webhookOperations, webhookParams } from './webhook-operations.ts'

const [delivery] = webhookOperations.listDeliveries.reply.example.data
const { id: webhookId } = webhookOperations.getWebhook.reply.example

/** The events that are kept, and sending them again. */
export const webhookEventOperations = defineOperations({
  listWebhookEvents: {
    method: 'GET',
    path: '/webhooks/events/log',
    tag: 'Webhooks',
    summary: 'List events with their deliveries',
    description:
      'Newest first: the events that some endpoint subscribes to, with one delivery for each endpoint. They are kept as long as the delivery log. A key limited to sites sees the events of its sites, and those that endpoints within its sites got, with the deliveries of such endpoints.',
    scope: 'read',
    ...managed,
    query: WebhookEventListQuery,
    reply: {
      status: 200,
      schema: WebhookEventPage,
      description: 'A page of events.',
      example: {
        data: [
          {
            id: delivery.event_id,
            type: delivery.event_type,
            created_at: '2026-11-21T05:01:39.123Z',
            deliveries: [{ webhook_id: webhookId, ...delivery }],
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['INVALID_REQUEST', 'INSUFFICIENT_ROLE', 'VALIDATION_ERROR'],
  },
  resendEvents: {
    method: 'POST',
    path: '/webhooks/{id}/resend',
    tag: 'Webhooks',
    summary: 'Send again everything since',
    description: `Every event that happened since then, while the endpoint existed, of the types that it subscribes to now, also those that it missed while it was disabled; oldest first, at most ${RESENT_EVENTS_MAX} for each request. Each keeps its id and its body, byte for byte, and the schedule begins afresh. What is still on its way goes on as it was. Events are kept as long as the delivery log. On a disabled endpoint they wait until that is enabled, and \`is_waiting\` says so.`,
    scope: 'write',
    ...managed,
    params: webhookParams,
    body: EventResend,
    reply: {
      status: 200,
      schema: EventResendResponse,
      description: 'How much is sent again.',
      example: { queued: 412, already_open: 3, is_waiting: false, next_since: null },
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
