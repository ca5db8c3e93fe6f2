import { deliveryStatuses, type DeliveryStatus, type EventType } from '@plumbline/contract'
import { empty, planPage, raw, sql, type Sql, type WorkspaceQueries } from '../../../platform/db/index.ts'
import { deliveryColumns, type LoggedDelivery } from './delivery-log-store.ts'

/** Which deliveries of an endpoint are requested, and which page. */
export interface DeliveryPage {
  limit: number
  offset: number
  status: DeliveryStatus | undefined
  eventType?: EventType | undefined
  eventId?: string | undefined
}

/** Returns a page of an endpoint's deliveries, newest first, and the total number. */
export async function pageOfDeliveries(
  queries: WorkspaceQueries,
  endpointId: string,
  page: DeliveryPage,
): Promise<{ rows: LoggedDelivery[]; total: number }> {
  const [counted] = await queries.rows<{ total: number }>(countDeliveries(queries, endpointId, page))
  const total = counted?.total ?? 0
  const { fromEnd, skip, take } = planPage({ ...page, total, walked: total })
  if (take === 0) return { rows: [], total }
  const direction = raw(fromEnd ? 'asc' : 'desc')
  // Selects only keys, which an index contains along with the filtered columns; their rows are then read one by one.
  const rows = await queries.rows<LoggedDelivery>(sql`
    select ${deliveryColumns}
    from (
      select delivery_id as key, created_at as at
      from webhook_deliveries
      where ${logged(queries, endpointId, page)}
      order by created_at ${direction}, delivery_id ${direction}
      limit ${take} offset ${skip}
    ) page
    cross join lateral (
      select * from webhook_deliveries
      where workspace_id = ${queries.workspaceId} and delivery_id = key
      limit 1
    ) d
    order by at ${direction}, key ${direction}`)
  return { rows: fromEnd ? rows.toReversed() : rows, total }
}

/**
 * Uses the counts maintained by triggers. They do not include outcomes: most deliveries succeeded, so the others are
 * counted and subtracted.
 */
function countDeliveries(queries: WorkspaceQueries, endpointId: string, page: DeliveryPage): Sql {
  const counted = (wanted: Omit<DeliveryPage, 'limit' | 'offset'>, others?: Sql) => sql`
    select count(*) as total from webhook_deliveries where ${logged(queries, endpointId, wanted)} ${others ?? empty}`
  const { status, eventType, eventId } = page
  if (eventId !== undefined || (status !== undefined && status !== 'succeeded')) return counted(page)
  const kept = sql`
    select coalesce(sum(count), 0)::bigint
    from webhook_delivery_counts
    where workspace_id = ${queries.workspaceId} and endpoint_id = ${endpointId} ${ofType(eventType)}`
  if (status === undefined) return sql`select (${kept}) as total`
  const unfinished = deliveryStatuses.filter((each) => each !== 'succeeded')
  const others = counted({ status: undefined, eventType }, sql`and status = any(${unfinished})`)
  return sql`select (${kept}) - (${others}) as total`
}

function logged(
  queries: WorkspaceQueries,
  endpointId: string,
  { status, eventType, eventId }: Omit<DeliveryPage, 'limit' | 'offset'>,
): Sql {
  return sql`
    workspace_id = ${queries.workspaceId} and endpoint_id = ${endpointId}
    ${status === undefined ? empty : sql`and status = ${status}`}
    ${ofType(eventType)}
    ${eventId === undefined ? empty : sql`and event_id = ${eventId}`}`
}

function ofType(eventType: EventType | undefined): Sql {
  return eventType === undefined ? empty : sql`and event_type = ${eventType}`
}
