import { defineOperations } from '../../shared/operation.ts'
import { instrumentOperations } from '../instrument-operations.ts'
import {
  EventResend,
  EventResendResponse,
  RESENT_EVENTS_MAX,
  WebhookEventListQuery,
  WebhookEventPage,
} from './webhook-event.ts'
import { managed, webhookOperations, webhookParams } from './webhook-operations.ts'

const [delivery] = webhookOperations.listDeliveries.reply.example.data
const { id: instrumentId, asset_tag, name } = instrumentOperations.getInstrument.reply.example
const { id: webhookId } = webhookOperations.getWebhook.reply.example

/** Operations on stored events, and resending them. */
export const webhookEventOperations = defineOperations({
  listWebhookEvents: {
    method: 'GET',
    path: '/webhooks/events/log',
    tag: 'Webhooks',
    summary: 'List events with their deliveries',
    description:
      'Newest first: the events that at least one endpoint subscribes to, with the instrument as it was then and one delivery for each endpoint. The instrument of a test event is null. Events are kept as long as the delivery log. A key limited to sites sees the events of its sites and the events sent to endpoints within its sites, with the deliveries of those endpoints.',
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
            instrument: { id: instrumentId, asset_tag, name },
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
    summary: 'Resend all events since a time',
    description: `Resends every event that has occurred since then, while the endpoint existed, of the types that it now subscribes to, including events that it missed while it was disabled; oldest first, at most ${RESENT_EVENTS_MAX} per request. Each event keeps its ID and its body, byte for byte, and its retry schedule starts over. Deliveries that are still in progress continue unchanged. Events are kept as long as the delivery log. If the endpoint is disabled, the deliveries wait until it is enabled, and \`is_waiting\` is true.`,
    scope: 'write',
    ...managed,
    params: webhookParams,
    body: EventResend,
    reply: {
      status: 200,
      schema: EventResendResponse,
      description: 'The number of events that are resent.',
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
