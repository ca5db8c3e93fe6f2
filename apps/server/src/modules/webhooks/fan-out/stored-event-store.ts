import type { WebhookEventRead } from '@plumbline/contract'
import {
  empty,
  join,
  planPage,
  raw,
  sql,
  type Sql,
  type WorkspaceQueries,
} from '../../../platform/db/index.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { deliveryColumns, type LoggedDelivery } from '../delivery/delivery-log-store.ts'

/** Which stored events are requested, and which page. */
export interface EventPage {
  limit: number
  offset: number
  type: string | undefined
  /** The lowest ID to return; IDs begin with the time of the event. */
  leastId: string | undefined
}

/** A stored event. */
export interface StoredEventRow {
  eventId: string
  type: string
  occurredAt: string
  /** The instrument in its data, as it was then; null for a sample, whose instrument is made up. */
  instrument: WebhookEventRead['instrument']
}

/** Returns a page of the events visible to an actor with these sites, newest first, and the total number. */
export async function pageOfEvents(
  queries: WorkspaceQueries,
  page: EventPage,
  reach: readonly string[] | null,
): Promise<{ rows: StoredEventRow[]; total: number }> {
  const { workspaceId } = queries
  const chosen = sql`
    ${page.type === undefined ? empty : sql`and e.type = ${page.type}`}
    ${page.leastId === undefined ? empty : sql`and e.event_id >= ${page.leastId}`}`
  const ways = reach === null ? [] : waysWithin(workspaceId, reach)
  const wanted = sql`${chosen} ${ways.length === 0 ? empty : sql`and (${join(ways, ' or ')})`}`
  const [counted] = await queries.rows<{ total: number }>(countOf(queries, chosen, ways))
  const total = counted?.total ?? 0
  const { fromEnd, skip, take } = planPage({ ...page, total, walked: total })
  if (take === 0) return { rows: [], total }
  const direction = raw(fromEnd ? 'asc' : 'desc')
  // Events stored by an earlier release have their time only in their body.
  const rows = await queries.rows<StoredEventRow>(sql`
    select e.event_id as "eventId", e.type,
      coalesce(e.occurred_at, (e.body::json ->> 'created_at')::timestamptz(3)) as "occurredAt",
      case when s.about is not null and e.endpoint_id is null then json_build_object(
        'id', s.about ->> 'id', 'asset_tag', s.about ->> 'asset_tag', 'name', s.about ->> 'name') end as "instrument"
    from webhook_events e
    cross join lateral (
      select coalesce(e.body::json #> '{data,instrument}', e.body::json #> '{data,due}') as about) s
    where e.workspace_id = ${workspaceId} ${wanted}
    order by e.event_id ${direction}
    limit ${take} offset ${skip}`)
  return { rows: fromEnd ? rows.toReversed() : rows, total }
}

/**
 * Returns the two ways in which an event is visible within sites, which exclude each other: it is of one of them, or it
 * has no site, being a sample or stored by an earlier release, and was sent to an endpoint within them.
 */
function waysWithin(workspaceId: string, reach: readonly string[]): Sql[] {
  return [
    sql`e.site_id = any(${reach}::uuid[])`,
    sql`e.site_id is null and exists (
      select from webhook_deliveries d
      join webhook_endpoints p on p.workspace_id = d.workspace_id and p.endpoint_id = d.endpoint_id
      where d.workspace_id = ${workspaceId} and d.event_id = e.event_id and p.site_ids <@ ${reach}::uuid[])`,
  ]
}

/** Counts each way on its own: an index has everything that the first one needs, and few events have no site. */
function countOf({ workspaceId }: WorkspaceQueries, chosen: Sql, ways: readonly Sql[]): Sql {
  const conditions = ways.length === 0 ? [chosen] : ways.map((way) => sql`${chosen} and ${way}`)
  const counts = conditions.map(
    (each) => sql`(select count(*) from webhook_events e where e.workspace_id = ${workspaceId} ${each})`,
  )
  return sql`select ${join(counts, ' + ')} as total`
}

/** Returns the deliveries of events to endpoints within these sites, in the order of the endpoints. */
export function deliveriesOfEvents(
  queries: WorkspaceQueries,
  eventIds: readonly string[],
  reach: readonly string[] | null,
): Promise<(LoggedDelivery & Pick<Endpoint, 'endpointId' | 'disabledAt'>)[]> {
  const { workspaceId } = queries
  return queries.rows(sql`
    select d.*, p.endpoint_id as "endpointId", p.disabled_at as "disabledAt"
    from (
      select endpoint_id, ${deliveryColumns}
      from webhook_deliveries
      where workspace_id = ${workspaceId} and event_id = any(${eventIds}::uuid[])
    ) d
    join webhook_endpoints p on p.workspace_id = ${workspaceId} and p.endpoint_id = d.endpoint_id
    where true ${reach === null ? empty : sql`and p.site_ids <@ ${reach}::uuid[]`}
    order by p.created_at, p.endpoint_id`)
}

/** An event to be resent to an endpoint. */
export interface EventToResend {
  eventId: string
  type: string
  /** Whether the log of the endpoint has a delivery of it. */
  isLogged: boolean
}

/**
 * Returns the events that match the endpoint's current settings, from an ID on, in order: of the types and sites that
 * `receives` checks, and no samples. Those stored without their site by an earlier release are included only if they
 * were already sent to the endpoint.
 */
export function eventsToResend(
  queries: WorkspaceQueries,
  { endpointId, eventTypes, siteIds }: Endpoint,
  leastId: string,
  limit: number,
): Promise<EventToResend[]> {
  const { workspaceId } = queries
  return queries.rows<EventToResend>(sql`
    select e.event_id as "eventId", e.type, d.event_id is not null as "isLogged"
    from webhook_events e
    left join webhook_deliveries d
      on d.workspace_id = ${workspaceId} and d.event_id = e.event_id and d.endpoint_id = ${endpointId}
    where e.workspace_id = ${workspaceId} and e.event_id >= ${leastId} and e.endpoint_id is null
      ${eventTypes === null ? empty : sql`and e.type = any(${eventTypes}::text[])`}
      and (d.event_id is not null or (e.occurred_at is not null
        ${siteIds === null ? empty : sql`and e.site_id = any(${siteIds}::uuid[])`}))
    order by e.event_id
    limit ${limit}`)
}
