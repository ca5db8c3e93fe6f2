import { ATTEMPTS_SHOWN_MAX, type DeliveryStatus } from '@plumbline/contract'
import { sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'
import type { QueuedDelivery } from '../fan-out/queue-store.ts'

/** A row of the delivery log. */
export interface LoggedDelivery {
  deliveryId: string
  eventId: string
  eventType: string
  status: DeliveryStatus
  attemptCount: number
  nextAttemptAt: string | null
  lastAttemptAt: string | null
  lastStatusCode: number | null
  lastError: string | null
  responseSnippet: string | null
  createdAt: string
  updatedAt: string
}

/** Columns of a delivery. */
export const deliveryColumns = sql`
  delivery_id as "deliveryId", event_id as "eventId", event_type as "eventType", status,
  attempt_count as "attemptCount", next_attempt_at as "nextAttemptAt", last_attempt_at as "lastAttemptAt",
  last_status_code as "lastStatusCode", last_error as "lastError", response_snippet as "responseSnippet",
  created_at as "createdAt", updated_at as "updatedAt"`

/** Returns the delivery of an event to an endpoint, once the event has been handed on. */
export async function findDeliveryOfEvent(
  queries: WorkspaceQueries,
  endpointId: string,
  eventId: string,
): Promise<LoggedDelivery | undefined> {
  const [row] = await queries.rows<LoggedDelivery>(sql`
    select ${deliveryColumns}
    from webhook_deliveries
    where workspace_id = ${queries.workspaceId} and event_id = ${eventId} and endpoint_id = ${endpointId}`)
  return row
}

/** A logged attempt. */
export interface LoggedAttempt {
  number: number
  attemptedAt: string
  tookMs: number
  signature: string | null
  statusCode: number | null
  error: string | null
  responseSnippet: string | null
}

/** A delivery with the text that it sends, and its latest attempts. */
export interface WholeDelivery {
  delivery: LoggedDelivery & { body: string }
  attempts: LoggedAttempt[]
}

/** Returns a delivery of the endpoint with all its details. */
export async function findDelivery(
  queries: WorkspaceQueries,
  endpointId: string,
  deliveryId: string,
): Promise<WholeDelivery | undefined> {
  const [[delivery], attempts] = (await queries.batch([
    sql`
      select ${deliveryColumns},
        (select body from webhook_events e
          where e.workspace_id = ${queries.workspaceId} and e.event_id = d.event_id) as body
      from webhook_deliveries d
      where d.workspace_id = ${queries.workspaceId} and delivery_id = ${deliveryId} and endpoint_id = ${endpointId}`,
    sql`
      select number, attempted_at as "attemptedAt", took_ms as "tookMs", signature, status_code as "statusCode",
        error, response_snippet as "responseSnippet"
      from webhook_attempts
      where workspace_id = ${queries.workspaceId} and delivery_id = ${deliveryId}
      order by number desc
      limit ${ATTEMPTS_SHOWN_MAX}`,
  ])) as [[WholeDelivery['delivery']?], LoggedAttempt[]]
  return delivery && { delivery, attempts }
}

/** Returns a delivery of the endpoint, locked against other changes until the transaction ends. */
export async function lockDelivery(
  tx: Transaction,
  endpointId: string,
  deliveryId: string,
): Promise<LoggedDelivery | undefined> {
  const [row] = await tx.rows<LoggedDelivery>(sql`
    select ${deliveryColumns}
    from webhook_deliveries
    where workspace_id = ${tx.workspaceId} and delivery_id = ${deliveryId} and endpoint_id = ${endpointId}
    for no key update`)
  return row
}

/** Reopens a resolved delivery: pending and due at `at`, with its attempts counting on from before. */
export async function reopenDelivery(
  tx: Transaction,
  deliveryId: string,
  at: string,
): Promise<LoggedDelivery> {
  const [row] = await tx.rows<LoggedDelivery>(sql`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = ${at}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and delivery_id = ${deliveryId}
    returning ${deliveryColumns}`)
  if (!row) throw new Error(`delivery ${deliveryId} vanished while it was locked`)
  return row
}

/** Reopens resolved deliveries of events to an endpoint, with their attempts counting on from before. */
export function reopenDeliveries(
  tx: Transaction,
  endpointId: string,
  eventIds: readonly string[],
  at: string,
): Promise<QueuedDelivery[]> {
  return tx.rows<QueuedDelivery>(sql`
    update webhook_deliveries
    set status = 'pending', next_attempt_at = ${at}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId}
      and event_id = any(${eventIds}::uuid[]) and status in ('succeeded', 'exhausted')
    returning delivery_id as "deliveryId", endpoint_id as "endpointId", event_id as "eventId",
      attempt_count as "attemptCount"`)
}
