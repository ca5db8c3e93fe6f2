import { Type } from 'typebox'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, Timestamp, Uuid, WordQuery } from '../../shared/values.ts'
import { eventTypeNames } from './events.ts'
import { WebhookDeliveryRead } from './webhook.ts'

/** Most events that one request sends again: what one transaction writes in well under its deadline. */
export const RESENT_EVENTS_MAX = 5000

/** A delivery of an event, with the endpoint that it goes to. */
const WebhookEventDelivery = Closed(
  {
    webhook_id: Uuid({ description: 'The endpoint that it goes to.' }),
    ...WebhookDeliveryRead.properties,
  },
  { $id: 'WebhookEventDelivery' },
)

/** An event that endpoints subscribe to, and what became of it. */
export const WebhookEventRead = Closed(
  {
    id: Uuid({ description: 'The id in the body that is sent.' }),
    type: Type.String({ description: 'Type of the event, such as `calibration.approved`.' }),
    created_at: Timestamp({ description: 'When it happened.' }),
    deliveries: Type.Array(WebhookEventDelivery, {
      description: 'One for each endpoint that got it or is to get it; none where all were paused.',
    }),
  },
  { $id: 'WebhookEventRead' },
)
export type WebhookEventRead = Type.Static<typeof WebhookEventRead>

/** Query of GET /webhooks/events/log. */
export const WebhookEventListQuery = Closed({
  ...pageQuery,
  type: Type.Optional(
    WordQuery(eventTypeNames, { description: 'One type of events.', examples: ['calibration.approved'] }),
  ),
  since: Type.Optional(Timestamp({ description: 'Happened at or after it.' })),
})
export type WebhookEventListQuery = Type.Static<typeof WebhookEventListQuery>

/** Body of POST /webhooks/{id}/resend. */
export const EventResend = Closed(
  { since: Timestamp({ description: 'Events that happened at or after it are sent again.' }) },
  { $id: 'EventResend' },
)
export type EventResend = Type.Static<typeof EventResend>

/** What is sent again. */
export const EventResendResponse = Closed(
  {
    queued: Type.Integer({ description: 'Events whose delivery begins anew, due now.' }),
    already_open: Type.Integer({
      description: 'Events whose delivery was on its way or between attempts: it goes on as it was.',
    }),
    is_waiting: Type.Boolean({
      description: 'Whether the endpoint is disabled: all of them wait until it is enabled again.',
    }),
    next_since: Nullable(
      Timestamp({
        description: `Where more than ${RESENT_EVENTS_MAX} events happened: send it as the next \`since\`. Null when there are no more.`,
      }),
    ),
  },
  { $id: 'EventResendResponse' },
)
export type EventResendResponse = Type.Static<typeof EventResendResponse>

export const WebhookEventPage = PageOf(WebhookEventRead, 'WebhookEventPage')
