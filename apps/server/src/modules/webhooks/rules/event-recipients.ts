import { eventTypes } from '@plumbline/contract'

/** An event, as far as the choice of recipients depends on it. */
export interface Happening {
  readonly type: string
  /** Site of the instrument; null concerns the whole workspace. */
  readonly siteId: string | null
  /** UTC timestamp in API format, so that comparing the texts compares the instants. */
  readonly occurredAt: string
  /** The only endpoint for which it is intended; null: all that subscribe. */
  readonly endpointId: string | null
}

/** An active endpoint, as far as the choice depends on it. */
export interface Subscriber {
  readonly endpointId: string
  /** Null: every type. */
  readonly eventTypes: readonly string[] | null
  /** Null: every site. */
  readonly siteIds: readonly string[] | null
  readonly createdAt: string
}

/**
 * Whether an endpoint gets an event: it existed when the event happened, it subscribes to the type, and it is not
 * limited to other sites. An event intended for one endpoint is sent there regardless of its subscriptions. Events
 * for open pages are sent to none. Source: decisions, section 11.
 */
export function receives(subscriber: Subscriber, event: Happening): boolean {
  if (!Object.hasOwn(eventTypes, event.type)) return false
  if (event.endpointId !== null) return event.endpointId === subscriber.endpointId
  if (subscriber.createdAt > event.occurredAt) return false
  if (subscriber.eventTypes !== null && !subscriber.eventTypes.includes(event.type)) return false
  return subscriber.siteIds === null || (event.siteId !== null && subscriber.siteIds.includes(event.siteId))
}
