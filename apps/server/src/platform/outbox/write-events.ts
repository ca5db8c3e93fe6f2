import type { EventType } from '@plumbline/contract'
import { sql, type Sql, type Transaction } from '../db/index.ts'
import { newId } from '../ids.ts'
import { lockedStream, takePositions } from './stream-store.ts'

/**
 * Events for open pages of the application that are not sent to webhooks: settings changed, an instrument left a site,
 * or the ledger has another entry of any kind.
 */
export type PageEventType = 'settings.changed' | 'site.left' | 'activity.added'

/** An event for a change. */
export interface OutboxEvent {
  type: EventType | PageEventType
  /** Site of the instrument at that time. */
  siteId: string | null
  /** Time of the event: the `at` of the ledger entry. */
  occurredAt: string
  data: object
  /** Sends it only to this webhook endpoint, regardless of its subscriptions. */
  endpointId?: string
}

/**
 * Writes events to the outbox in the transaction of the change, so that both commit or neither does. Returns their IDs,
 * which begin with the time of the change. Writes nothing if there are no consumers. Consumers poll for events; the
 * notification only saves them the wait.
 * @throws Error if the transaction has not locked the workspace's stream by `appendEntries` or `lockStream`
 */
export function writeEvents(tx: Transaction, events: readonly OutboxEvent[]): string[] {
  const ids = events.map(({ occurredAt }) => newId(Date.parse(occurredAt)))
  const stream = lockedStream(tx)
  if (events.length === 0 || !stream.hasConsumers) return ids
  const before = takePositions(tx, stream, events.length)
  tx.send([insertEvents(tx.workspaceId, before, ids, events)])
  tx.notify('events')
  return ids
}

function insertEvents(
  workspaceId: string,
  before: number,
  ids: readonly string[],
  events: readonly OutboxEvent[],
): Sql {
  return sql`
    insert into outbox (workspace_id, position, event_id, site_id, endpoint_id, type, occurred_at, data)
    select ${workspaceId}::uuid, ${before}::bigint + place, event_id, site_id, endpoint_id, type, occurred_at, data
    from unnest(
      ${ids}::uuid[],
      ${events.map((event) => event.siteId)}::uuid[],
      ${events.map((event) => event.endpointId ?? null)}::uuid[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.occurredAt)}::timestamptz[],
      ${events.map((event) => JSON.stringify(event.data))}::text[]
    ) with ordinality as event (event_id, site_id, endpoint_id, type, occurred_at, data, place)`
}
