import type { Type } from 'typebox'
import { eventTypeNames } from './events.ts'
import { defineOperations } from './operation.ts'
import { Closed, OneOf, Uuid } from './values.ts'

/** Body of POST /webhooks/{id}/test-event. */
export const TestEvent = Closed(
  { type: OneOf(eventTypeNames, { description: 'What the made-up event tells of, subscribed to or not.' }) },
  { $id: 'TestEvent' },
)
export type TestEvent = Type.Static<typeof TestEvent>

const Sent = Closed(
  { event_id: Uuid({ description: 'Stands in the delivery log once it was handed on.' }) },
  { $id: 'TestEventSent' },
)

/** What the app does with webhooks beyond the public API. */
export const appWebhookOperations = defineOperations({
  sendTestEvent: {
    method: 'POST',
    path: '/webhooks/{id}/test-event',
    tag: 'Webhooks',
    summary: 'Send a test event to an endpoint',
    description:
      'An event of made-up data, by the way that real ones take: queue, signature, log and new attempts. What became of it stands in the delivery log.',
    scope: 'write',
    roles: ['admin', 'manager'],
    roleError: 'INSUFFICIENT_ROLE',
    params: Closed({ id: Uuid({ description: 'Id of the endpoint.' }) }),
    body: TestEvent,
    reply: {
      status: 201,
      schema: Sent,
      description: 'The event is on its way.',
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
