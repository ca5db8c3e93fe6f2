import type { TSchema } from 'typebox'
import { eventEnvelope } from './webhooks/event-data.ts'
import { eventExamples } from './webhooks/event-examples.ts'
import { eventTypeNames, eventTypes, type EventType } from './webhooks/events.ts'

type Json = Record<string, unknown>

/**
 * The `webhooks` section of the OpenAPI document: the request of each type of event.
 * @param schemaOf writes a schema for the document
 */
export function webhooksSection(tag: string, schemaOf: (schema: TSchema) => Json): Json {
  return Object.fromEntries(eventTypeNames.map((type) => [type, { post: delivery(type, tag, schemaOf) }]))
}

function delivery(type: EventType, tag: string, schemaOf: (schema: TSchema) => Json): Json {
  return {
    operationId: `on.${type}`,
    summary: eventTypes[type],
    description:
      'Sent to your endpoint at least once. Verify Svc-Signature against the raw body before you parse it, and ignore members that you do not know.',
    tags: [tag],
    // Your server receives these requests: openapi-generator makes no methods of them, and typescript-fetch none that compile.
    'x-internal': true,
    security: [],
    parameters: headers.map(([name, description, schema]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(eventEnvelope(type)), example: exampleOf(type) } },
    },
    responses: {
      '2XX': { description: 'You have received the event.' },
      '4XX': { description: 'A failure, as is every other non-2XX status: the delivery is retried.' },
    },
  }
}

const exampleOf = (type: EventType): Json => ({
  id: '019345c3-44a1-7b0e-8f52-7c9d2e1a6b30',
  type,
  created_at: '2026-11-24T18:05:12.345Z',
  data: eventExamples[type],
})

const headers: readonly [name: string, description: string, schema: Json][] = [
  ['Svc-Event-Id', 'The ID in the envelope.', { type: 'string', format: 'uuid' }],
  ['Svc-Event-Type', 'The event type in the envelope.', { type: 'string' }],
  ['Svc-Webhook-Id', 'ID of the endpoint.', { type: 'string', format: 'uuid' }],
  ['Svc-Delivery-Attempt', 'Counts the attempts of this delivery, from 1.', { type: 'integer', minimum: 1 }],
  [
    'Svc-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 by the signing secret over t, a dot and the raw body.',
    { type: 'string' },
  ],
]
