import { eventTypes } from '@plumbline/contract'

/** What happened, as far as the choice of recipients looks at it. */
export interface Happening {
  readonly type: string
  /** Site of the instrument; null concerns the whole workspace. */
  readonly siteId: string | null
  /** UTC timestamp of the API's form, so that texts compare as instants do. */
  readonly occurredAt: string
  /** The one endpoint that it is meant for; null: all that subscribe. */
  readonly endpointId: string | null
}

/** An active endpoint, as far as the choice looks at it. */
export interface Subscriber {
  readonly endpointId: string
  /** Null: every type. */
  readonly eventTypes: readonly string[] | null
  /** Null: every site. */
  readonly siteIds: readonly string[] | null
  readonly createdAt: string
}

/**
 * Whether an endpoint gets an event: it existed when the event happened, it subscribes to the type, and
 * it is not limited to other sites. An event that is meant for one endpoint goes there whatever it
 * subscribes to. Events for open pages go to none. Source: decisions, section 11.
 */
export function receives(subscriber: Subscriber, event: Happening): boolean {
  if (!Object.hasOwn(eventTypes, event.type)) return false
  if (event.endpointId !== null) return event.endpointId === subscriber.endpointId
  if (subscriber.createdAt > event.occurredAt) return false
  if (subscriber.eventTypes !== null && !subscriber.eventTypes.includes(event.type)) return false
  return subscriber.siteIds === null || (event.siteId !== null && subscriber.siteIds.includes(event.siteId))
}
