import type { EventType } from '@plumbline/contract'
import { newId } from './ids.ts'
import { sql, type Sql, type Transaction } from './db/index.ts'

/** An event that a change tells of. */
export interface OutboxEvent {
  type: EventType
  /** Site of the instrument when it happened. */
  siteId: string | null
  /** When it happened: the `at` of the ledger entry. */
  occurredAt: string
  data: object
  /** For this webhook endpoint alone, whatever it subscribes to. */
  endpointId?: string
}

/**
 * Puts events into the outbox in the transaction of the change, so that both commit or neither
 * does; answers their ids. Whoever delivers them looks for them; the announcement only spares them
 * the wait.
 */
export function writeEvents(tx: Transaction, events: readonly OutboxEvent[]): string[] {
  const ids = events.map(() => newId())
  if (events.length === 0) return ids
  tx.send([insertEvents(tx.workspaceId, ids, events)])
  tx.announce('events')
  return ids
}

function insertEvents(workspaceId: string, ids: readonly string[], events: readonly OutboxEvent[]): Sql {
  return sql`
    insert into outbox (event_id, workspace_id, site_id, endpoint_id, type, occurred_at, data)
    select event_id, ${workspaceId}::uuid, site_id, endpoint_id, type, occurred_at, data
    from unnest(
      ${ids}::uuid[],
      ${events.map((event) => event.siteId)}::uuid[],
      ${events.map((event) => event.endpointId ?? null)}::uuid[],
      ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.occurredAt)}::timestamptz[],
      ${events.map((event) => JSON.stringify(event.data))}::text[]
    ) as event (event_id, site_id, endpoint_id, type, occurred_at, data)`
}
