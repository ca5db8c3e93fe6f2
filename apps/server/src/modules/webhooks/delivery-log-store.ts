import type { DeliveryStatus } from '@plumbline/contract'
import { empty, sql, type Transaction, type WorkspaceQueries } from '../../platform/db/index.ts'

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

const deliveryColumns = sql`
  delivery_id as "deliveryId", event_id as "eventId", event_type as "eventType", status,
  attempt_count as "attemptCount", next_attempt_at as "nextAttemptAt", last_attempt_at as "lastAttemptAt",
  last_status_code as "lastStatusCode", last_error as "lastError", response_snippet as "responseSnippet",
  created_at as "createdAt", updated_at as "updatedAt"`

/** A page of an endpoint's deliveries, newest first, and how many there are. */
export async function pageOfDeliveries(
  queries: WorkspaceQueries,
  endpointId: string,
  page: { limit: number; offset: number; status: DeliveryStatus | undefined },
): Promise<{ rows: LoggedDelivery[]; total: number }> {
  const among = sql`
    workspace_id = ${queries.workspaceId} and endpoint_id = ${endpointId}
    ${page.status === undefined ? empty : sql`and status = ${page.status}`}`
  const [rows, counted] = (await queries.batch([
    sql`
      select ${deliveryColumns}
      from webhook_deliveries
      where ${among}
      order by created_at desc, delivery_id desc
      limit ${page.limit} offset ${page.offset}`,
    sql`select count(*) as total from webhook_deliveries where ${among}`,
  ])) as [LoggedDelivery[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** The delivery of an event to an endpoint, once the event was handed on. */
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

/** A delivery of the endpoint, locked against other changes until the transaction ends. */
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

/** Takes a resolved delivery up again: due at `at`, pending, counting its attempts on. */
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
