import { Type } from 'typebox'
import { EventCatalogEntry, eventTypeNames } from './events.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, OneOf, Text, Timestamp, Uuid, WordQuery } from '../../shared/values.ts'

/** Longest url of an endpoint (contract, "Limits"). */
export const WEBHOOK_URL_LENGTH_MAX = 2048

/** States of a delivery (contract, "Webhook delivery status"). */
export const deliveryStatuses = ['pending', 'failed', 'succeeded', 'exhausted'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const readFields = {
  id: Uuid({ description: 'ID of the endpoint.' }),
  url: Type.String({ description: 'Where events are sent.' }),
  events: Nullable(Type.Array(Type.String(), { description: 'Event types that are sent. Null means all.' })),
  description: Nullable(Type.String({ description: "Description of the endpoint's purpose." })),
  is_active: Type.Boolean({
    default: true,
    description: 'If false, nothing is sent and deliveries wait.',
  }),
  secret_prefix: Nullable(
    Type.String({ description: 'First characters of the signing secret, to tell secrets apart.' }),
  ),
  disabled_at: Nullable(
    Timestamp({
      description:
        'When the endpoint was disabled, either manually or because its deliveries were exhausted.',
    }),
  ),
  created_at: Nullable(Timestamp({ description: 'When it was created.' })),
  updated_at: Nullable(Timestamp({ description: 'When the endpoint was last changed.' })),
}

/** A webhook endpoint without its secret. */
export const WebhookRead = Closed(readFields, {
  $id: 'WebhookRead',
  description: 'A webhook endpoint, without its signing secret.',
})
export type WebhookRead = Type.Static<typeof WebhookRead>

const Secret = Type.String({ description: 'The signing secret. It is shown only here, so store it now.' })

/** A new endpoint with its secret. */
export const WebhookCreatedResponse = Closed(
  { ...readFields, secret: Secret },
  {
    $id: 'WebhookCreatedResponse',
    description: 'A new webhook endpoint with its signing secret, which is not shown again.',
  },
)
export type WebhookCreatedResponse = Type.Static<typeof WebhookCreatedResponse>

/** A new secret. */
export const SecretRotatedResponse = Closed(
  {
    id: Uuid({ description: 'ID of the endpoint.' }),
    secret: Secret,
    secret_prefix: readFields.secret_prefix,
  },
  {
    $id: 'SecretRotatedResponse',
    description: 'The new signing secret of a webhook endpoint, which is not shown again.',
  },
)
export type SecretRotatedResponse = Type.Static<typeof SecretRotatedResponse>

const Url = Text(WEBHOOK_URL_LENGTH_MAX, {
  description: 'Must use https, and every address that the host name resolves to must be public.',
  examples: ['https://hooks.example.com/plumbline'],
})
const Events = Type.Array(OneOf(eventTypeNames, { $id: 'EventType', description: 'A type of event.' }), {
  description: 'Event types to send. Null or an empty list means all.',
})
const Description = Text(500, { description: "Description of the endpoint's purpose." })

/** Body of POST /webhooks. */
export const WebhookCreate = Closed(
  {
    url: Url,
    events: Type.Optional(Nullable(Events)),
    description: Type.Optional(Nullable(Description)),
  },
  { $id: 'WebhookCreate', description: 'A webhook endpoint to be added.' },
)
export type WebhookCreate = Type.Static<typeof WebhookCreate>

/** Body of PATCH /webhooks/{id}: only sent keys change. */
export const WebhookUpdate = Closed(
  {
    url: Type.Optional(Nullable(Url)),
    events: Type.Optional(Nullable(Events)),
    description: Type.Optional(Nullable(Description)),
    is_active: Type.Optional(
      Nullable(Type.Boolean({ description: 'false pauses the endpoint, true enables it again.' })),
    ),
  },
  {
    $id: 'WebhookUpdate',
    description: 'The members to be changed. Members that are not sent keep their value.',
  },
)
export type WebhookUpdate = Type.Static<typeof WebhookUpdate>

/** A row of the delivery log. */
export const WebhookDeliveryRead = Closed(
  {
    id: Uuid({ description: 'ID of the delivery, not of the event.' }),
    event_id: Uuid({ description: 'The event ID in the body.' }),
    event_type: Type.String({ description: 'Type of the event.' }),
    status: Type.String({ description: `One of ${deliveryStatuses.join(', ')}.` }),
    attempt_count: Type.Integer({ default: 0, description: 'Number of completed attempts.' }),
    next_attempt_at: Nullable(Timestamp({ description: 'Null if no further attempt is planned.' })),
    last_attempt_at: Nullable(
      Timestamp({ description: 'When the last attempt started; null before the first.' }),
    ),
    last_status_code: Nullable(Type.Integer({ description: 'Null if there was no response.' })),
    last_error: Nullable(Type.String({ description: 'Why the last attempt failed; null if it did not.' })),
    response_snippet: Nullable(Type.String({ description: 'The first part of the last response body.' })),
    is_waiting: Type.Boolean({
      description:
        'True if the delivery waits until its endpoint is enabled again. Until then no attempt is made, regardless of `next_attempt_at`.',
    }),
    created_at: Nullable(Timestamp({ description: 'When the delivery was created.' })),
    updated_at: Nullable(Timestamp({ description: 'When the delivery was last changed.' })),
  },
  {
    $id: 'WebhookDeliveryRead',
    description: 'The delivery of an event, and the outcome of its last attempt.',
  },
)
export type WebhookDeliveryRead = Type.Static<typeof WebhookDeliveryRead>

/** All types of events that a webhook can carry. */
export const EventCatalogResponse = Closed(
  { events: Type.Array(EventCatalogEntry, { description: 'All event types, in catalog order.' }) },
  { $id: 'EventCatalogResponse', description: 'Every type of event that an endpoint can subscribe to.' },
)

/** Query of GET /webhooks/{id}/deliveries. */
export const DeliveryListQuery = Closed({
  ...pageQuery,
  status: Type.Optional(
    WordQuery(deliveryStatuses, { description: deliveryStatuses.join(', '), examples: ['exhausted'] }),
  ),
})
export type DeliveryListQuery = Type.Static<typeof DeliveryListQuery>

export const WebhookPage = PageOf(WebhookRead, 'WebhookPage')
export const WebhookDeliveryPage = PageOf(WebhookDeliveryRead, 'WebhookDeliveryPage')
