import type { EventData, EventType } from './contract-types.ts'
import type { WebhookEvent } from './verify-webhook-async.ts'

/** An event of a known type, with the type of its data. */
export interface WebhookEventOf<Type extends EventType> extends WebhookEvent {
  readonly type: Type
  readonly data: EventData[Type]
}

/** An event of any type that this version knows; `switch` over its `type` narrows its data. */
export type KnownWebhookEvent = { [Type in EventType]: WebhookEventOf<Type> }[EventType]

/** The event types that this version knows. */
export const eventTypes = [
  'calibration.created',
  'calibration.approved',
  'calibration.rejected',
  'calibration.corrected',
  'calibration.voided',
  'calibration.due_soon',
  'calibration.overdue',
  'finding.opened',
  'finding.closed',
  'instrument.created',
  'instrument.updated',
  'instrument.retired',
  'instrument.status_changed',
  'instrument.sent_out',
  'instrument.received',
] as const satisfies readonly EventType[]

/** Whether an event is of this type; narrows the type of its data. */
export function isEvent<Type extends EventType>(
  event: WebhookEvent,
  type: Type,
): event is WebhookEventOf<Type> {
  return event.type === type
}

/**
 * Returns whether this version knows the type of an event. Later versions of the server may send others:
 * ignore them.
 */
export function isKnownEvent(event: WebhookEvent): event is KnownWebhookEvent {
  const known: readonly string[] = eventTypes
  return known.includes(event.type)
}
