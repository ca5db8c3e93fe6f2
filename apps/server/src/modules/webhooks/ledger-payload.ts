import { RecordedPayload, type FieldTable } from '../ledger/index.ts'

/** Recorded fields of an endpoint, without its secret. */
export const endpointFields = {
  url: 'url',
  eventTypes: { column: 'event_types', member: 'events' },
  description: 'description',
  siteIds: 'site_ids',
} as const satisfies FieldTable

/** The payload of a new endpoint's entry. */
export const endpointPayload = new RecordedPayload({ kinds: ['webhook.created'], fields: endpointFields })
