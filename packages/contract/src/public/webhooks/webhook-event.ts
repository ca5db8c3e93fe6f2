import { Type } from 'typebox'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, Timestamp, Uuid, WordQuery } from '../../shared/values.ts'
import { EventInstrument } from './event-data.ts'
import { eventTypeNames } from './events.ts'
import { WebhookDeliveryRead } from './webhook.ts'

/** Maximum number of events that one request sends again: one transaction writes them well within its deadline. */
export const RESENT_EVENTS_MAX = 5000

/** A delivery of an event, with the endpoint that it goes to. */
const WebhookEventDelivery = Closed(
  {
    webhook_id: Uuid({ description: 'The endpoint that the delivery is sent to.' }),
    ...WebhookDeliveryRead.properties,
  },
  { $id: 'WebhookEventDelivery', description: 'The delivery of an event to one endpoint.' },
)

/** An event that endpoints subscribe to, with its deliveries. */
export const WebhookEventRead = Closed(
  {
    id: Uuid({ description: 'The event ID in the body.' }),
    type: Type.String({ description: 'Type of the event, such as `calibration.approved`.' }),
    created_at: Timestamp({ description: 'When the event occurred.' }),
    instrument: Nullable(EventInstrument),
    deliveries: Type.Array(WebhookEventDelivery, {
      description:
        'One for each endpoint that has received or will receive the event; empty if all were paused.',
    }),
  },
  { $id: 'WebhookEventRead', description: 'An event, and its deliveries to the endpoints of the workspace.' },
)
export type WebhookEventRead = Type.Static<typeof WebhookEventRead>

/** Query of GET /webhooks/events/log. */
export const WebhookEventListQuery = Closed({
  ...pageQuery,
  type: Type.Optional(
    WordQuery(eventTypeNames, { description: 'One event type.', examples: ['calibration.approved'] }),
  ),
  since: Type.Optional(Timestamp({ description: 'Occurred at or after this time.' })),
})
export type WebhookEventListQuery = Type.Static<typeof WebhookEventListQuery>

/** Body of POST /webhooks/{id}/resend. */
export const EventResend = Closed(
  { since: Timestamp({ description: 'Events that occurred at or after this time are resent.' }) },
  { $id: 'EventResend', description: 'Which events to send again.' },
)
export type EventResend = Type.Static<typeof EventResend>

/** The events that are sent again. */
export const EventResendResponse = Closed(
  {
    queued: Type.Integer({ description: 'Number of events whose delivery starts over now.' }),
    already_open: Type.Integer({
      description:
        'Number of events whose delivery was already in progress or between attempts; it continues unchanged.',
    }),
    is_waiting: Type.Boolean({
      description: 'True if the endpoint is disabled. All deliveries wait until it is enabled again.',
    }),
    next_since: Nullable(
      Timestamp({
        description: `Set if more than ${RESENT_EVENTS_MAX} events occurred: send it as the next \`since\`. Null if there are no more.`,
      }),
    ),
  },
  { $id: 'EventResendResponse', description: 'The number of events that are sent again.' },
)
export type EventResendResponse = Type.Static<typeof EventResendResponse>

export const WebhookEventPage = PageOf(WebhookEventRead, 'WebhookEventPage')
