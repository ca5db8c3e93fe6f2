import { empty, sql, type Sql, type Transaction, type WorkspaceQueries } from '../../../platform/db/index.ts'
import type { Endpoint } from './endpoint.ts'

/** The sites that an actor has access to; null: all. */
type Reach = readonly string[] | null

const endpointColumns = sql`
  endpoint_id as "endpointId", url, event_types as "eventTypes", description, site_ids as "siteIds",
  disabled_at as "disabledAt", secret_prefix as "secretPrefix", created_at as "createdAt",
  updated_at as "updatedAt", ledger_index as "ledgerIndex"`

/** Actors who are limited to sites have access to endpoints that get events of no other site. */
function withinReach(siteIds: Reach): Sql {
  return siteIds === null ? empty : sql`and site_ids <@ ${siteIds}::uuid[]`
}

export async function findEndpoint(
  queries: WorkspaceQueries,
  endpointId: string,
  reach: Reach,
): Promise<Endpoint | undefined> {
  const [row] = await queries.rows<Endpoint>(sql`
    select ${endpointColumns}
    from webhook_endpoints
    where workspace_id = ${queries.workspaceId} and endpoint_id = ${endpointId} ${withinReach(reach)}`)
  return row
}

/** Returns the endpoint, locked against other changes until the transaction ends. */
export async function lockEndpoint(
  tx: Transaction,
  endpointId: string,
  reach: Reach,
): Promise<Endpoint | undefined> {
  const [row] = await tx.rows<Endpoint>(sql`
    select ${endpointColumns}
    from webhook_endpoints
    where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId} ${withinReach(reach)}
    for no key update`)
  return row
}

/** Returns a page of endpoints, oldest first, and the total number. */
export async function pageOfEndpoints(
  queries: WorkspaceQueries,
  page: { limit: number; offset: number },
  reach: Reach,
): Promise<{ rows: Endpoint[]; total: number }> {
  const [rows, counted] = (await queries.batch([
    sql`
      select ${endpointColumns}
      from webhook_endpoints
      where workspace_id = ${queries.workspaceId} ${withinReach(reach)}
      order by created_at, endpoint_id
      limit ${page.limit} offset ${page.offset}`,
    sql`
      select count(*) as total
      from webhook_endpoints
      where workspace_id = ${queries.workspaceId} ${withinReach(reach)}`,
  ])) as [Endpoint[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

export async function countEndpoints(queries: WorkspaceQueries): Promise<number> {
  const [row] = await queries.rows<{ total: number }>(sql`
    select count(*) as total from webhook_endpoints where workspace_id = ${queries.workspaceId}`)
  return row?.total ?? 0
}

/** Writes an endpoint with the queue of its deliveries. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: Endpoint,
  sealedSecret: Buffer,
): Promise<void> {
  await tx.batch([
    sql`
      insert into webhook_endpoints (
        workspace_id, endpoint_id, url, event_types, description, site_ids, secret_prefix, sealed_secret,
        created_at, updated_at, ledger_index
      ) values (
        ${tx.workspaceId}, ${endpoint.endpointId}, ${endpoint.url}, ${endpoint.eventTypes}::text[],
        ${endpoint.description}, ${endpoint.siteIds}::uuid[], ${endpoint.secretPrefix}, ${sealedSecret},
        ${endpoint.createdAt}, ${endpoint.updatedAt}, ${endpoint.ledgerIndex}
      )`,
    sql`
      insert into webhook_endpoint_queues (workspace_id, endpoint_id, has_plan, paused_since)
      select workspace_id, ${endpoint.endpointId}::uuid, plan_has_api(plan),
        case when plan_has_api(plan) then null else ${endpoint.createdAt}::timestamptz end
      from workspaces
      where workspace_id = ${tx.workspaceId}`,
  ])
}

export async function updateEndpoint(tx: Transaction, endpoint: Endpoint): Promise<void> {
  await tx.rows(sql`
    update webhook_endpoints
    set url = ${endpoint.url},
      event_types = ${endpoint.eventTypes}::text[],
      description = ${endpoint.description},
      disabled_at = ${endpoint.disabledAt},
      updated_at = ${endpoint.updatedAt},
      ledger_index = ${endpoint.ledgerIndex}
    where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpoint.endpointId}`)
}

export async function replaceSecret(
  tx: Transaction,
  endpoint: Pick<Endpoint, 'endpointId' | 'secretPrefix' | 'updatedAt' | 'ledgerIndex'>,
  sealedSecret: Buffer,
): Promise<void> {
  await tx.rows(sql`
    update webhook_endpoints
    set sealed_secret = ${sealedSecret},
      secret_prefix = ${endpoint.secretPrefix},
      updated_at = ${endpoint.updatedAt},
      ledger_index = ${endpoint.ledgerIndex}
    where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpoint.endpointId}`)
}

/** A signing secret as stored. */
export interface StoredSecret {
  readonly endpointId: string
  readonly secretPrefix: string
  readonly sealedSecret: Buffer
}

const secretColumns = sql`
  endpoint_id as "endpointId", secret_prefix as "secretPrefix", sealed_secret as "sealedSecret"`

/** Returns the signing secrets of a workspace, whichever sites its endpoints are limited to. */
export async function listSecrets(queries: WorkspaceQueries): Promise<StoredSecret[]> {
  return queries.rows<StoredSecret>(sql`
    select ${secretColumns} from webhook_endpoints
    where workspace_id = ${queries.workspaceId}
    order by endpoint_id`)
}

/** Returns the signing secret of an endpoint, locked against other changes until the transaction ends. */
export async function lockSecret(tx: Transaction, endpointId: string): Promise<StoredSecret | undefined> {
  const [row] = await tx.rows<StoredSecret>(sql`
    select ${secretColumns} from webhook_endpoints
    where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId}
    for no key update`)
  return row
}

/** Stores the same secret, sealed again: the endpoint counts as unchanged. */
export async function replaceSealedSecret(
  tx: Transaction,
  endpointId: string,
  sealedSecret: Buffer,
): Promise<void> {
  await tx.rows(sql`
    update webhook_endpoints
    set sealed_secret = ${sealedSecret}
    where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId}`)
}

/**
 * Deletes an endpoint, its secret and its open deliveries. The queue goes first: an event being handed on holds it,
 * and its deliveries then exist and can be deleted.
 */
export async function deleteEndpoint(tx: Transaction, endpointId: string): Promise<void> {
  await tx.batch([
    sql`delete from webhook_endpoint_queues where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId}`,
    sql`delete from webhook_queue where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId}`,
    sql`delete from webhook_endpoints where workspace_id = ${tx.workspaceId} and endpoint_id = ${endpointId}`,
  ])
}

/** Resumes the deliveries of a workspace whose plan includes the API; otherwise pauses them together with their horizon. */
export async function setEndpointQueuesByPlan(tx: Transaction): Promise<void> {
  await tx.rows(sql`
    select set_endpoint_queues(workspace_id, null, null, plan_has_api(plan), updated_at)
    from workspaces
    where workspace_id = ${tx.workspaceId}`)
}

/** Resumes the deliveries of an endpoint, or pauses them together with their horizon. */
export async function setEndpointQueue(
  tx: Transaction,
  endpointId: string,
  enabled: boolean,
  at: string,
): Promise<void> {
  await tx.rows(sql`
    select set_endpoint_queues(${tx.workspaceId}::uuid, ${endpointId}::uuid, ${enabled}::boolean, null, ${at}::timestamptz)`)
}
