import type { EventType } from '@plumbline/contract'
import { join, sql, type Sql, type Transaction } from '../db/index.ts'
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
  tx.send(insertEvents(tx.workspaceId, before, ids, events))
  tx.notify('events')
  return ids
}

/**
 * Numbers of rows that one statement inserts, from the largest on, so that few statements insert any number and few
 * texts are prepared.
 */
const ROWS_AT_ONCE = [64, 8, 7, 6, 5, 4, 3, 2, 1]

/**
 * Returns the statements that insert events. Their rows are values and not selected from parameters: a worker node of a
 * cluster would copy selected rows to the coordinator, which row security forbids.
 */
function insertEvents(
  workspaceId: string,
  before: number,
  ids: readonly string[],
  events: readonly OutboxEvent[],
): Sql[] {
  const rows = events.map(
    (event, index) => sql`(
      ${workspaceId}, ${before + index + 1}, ${ids[index]!}, ${event.siteId}, ${event.endpointId ?? null},
      ${event.type}, ${event.occurredAt}, ${JSON.stringify(event.data)})`,
  )
  const statements: Sql[] = []
  for (let from = 0; from < rows.length;) {
    const count = ROWS_AT_ONCE.find((each) => each <= rows.length - from)!
    statements.push(sql`
      insert into outbox (workspace_id, position, event_id, site_id, endpoint_id, type, occurred_at, data)
      values ${join(rows.slice(from, from + count))}`)
    from += count
  }
  return statements
}
