import type { Provider } from '@plumbline/contract'
import {
  empty,
  join,
  limitTo,
  raw,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { amongSites } from '../workspaces/index.ts'
import { providerFields, type ProviderContent } from './provider.ts'

/** A provider as stored. */
export interface ProviderRow extends ProviderContent {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
}

const names = Object.keys(providerFields) as (keyof ProviderContent)[]
const rowColumns: Sql = sql`
  p.provider_id as id, ${join(names.map((name) => raw(`p.${name}`)))}, p.created_at, p.updated_at`

/** A provider with its document: its own, or one of an instrument that the sites reach. */
function shownColumns(workspaceId: string, siteIds: readonly string[] | null): Sql {
  return sql`
    ${rowColumns}, (
      select json_build_object('id', d.document_id, 'instrument_id', d.instrument_id, 'file_name', d.file_name)
      from documents d
      left join instruments i on i.workspace_id = d.workspace_id and i.instrument_id = d.instrument_id
      where d.workspace_id = ${workspaceId} and d.document_id = p.accreditation_document_id
        and (d.provider_id = p.provider_id or true ${amongSites(siteIds, sql`i.site_id`)})) as accreditation_document`
}

/** A provider; undefined when the id is unknown. */
export async function findProvider(
  queries: WorkspaceQueries,
  providerId: string,
  siteIds: readonly string[] | null,
): Promise<Provider | undefined> {
  const [row] = await queries.rows<Provider>(sql`
    select ${shownColumns(queries.workspaceId, siteIds)}
    from providers p
    where p.workspace_id = ${queries.workspaceId} and p.provider_id = ${providerId}`)
  return row
}

/**
 * Returns a provider.
 * @throws 404 NOT_FOUND if the id is unknown
 */
export async function requireProvider(
  queries: WorkspaceQueries,
  providerId: string,
  siteIds: readonly string[] | null,
): Promise<Provider> {
  const provider = await findProvider(queries, providerId, siteIds)
  if (!provider) throw notFound()
  return provider
}

/** Every provider, including archived ones, by name. */
export function allProviders(queries: WorkspaceQueries): Promise<Provider[]> {
  return queries.rows<Provider>(sql`
    select ${shownColumns(queries.workspaceId, null)}
    from providers p
    where p.workspace_id = ${queries.workspaceId}
    order by lower(p.name), p.provider_id`)
}

/** Providers as stored, by id; those that the workspace does not have are not there. */
export async function findProviderRows(
  queries: WorkspaceQueries,
  providerIds: readonly string[],
): Promise<Map<string, ProviderRow>> {
  if (providerIds.length === 0) return new Map()
  const rows = await queries.rows<ProviderRow>(sql`
    select ${rowColumns}
    from providers p
    where p.workspace_id = ${queries.workspaceId} and p.provider_id = any(${providerIds}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A provider as stored, locked against other changes until the transaction ends. */
export async function lockProvider(tx: Transaction, providerId: string): Promise<ProviderRow | undefined> {
  const [row] = await tx.rows<ProviderRow>(sql`
    select ${rowColumns}
    from providers p
    where p.workspace_id = ${tx.workspaceId} and p.provider_id = ${providerId}
    for no key update`)
  return row
}

/** Which part of the list is asked for. */
interface ProviderList {
  readonly limit: number
  readonly offset: number
  readonly withArchived: boolean
  /** The provider of this name, whatever the case. */
  readonly name?: string | undefined
  readonly siteIds: readonly string[] | null
}

/** A page of providers, by name. */
export async function pageOfProviders(
  queries: WorkspaceQueries,
  { limit, offset, withArchived, name, siteIds }: ProviderList,
): Promise<{ rows: Provider[]; total: number }> {
  const among = sql`
    p.workspace_id = ${queries.workspaceId}
    ${withArchived ? empty : sql`and not p.is_archived`}
    ${name === undefined ? empty : sql`and lower(p.name) = lower(${name})`}`
  const [rows, counted] = (await queries.batch([
    sql`
      select ${shownColumns(queries.workspaceId, siteIds)}
      from providers p
      where ${among}
      order by lower(p.name), p.provider_id
      ${limitTo(limit)} offset ${offset}`,
    sql`select count(*) as total from providers p where ${among}`,
  ])) as [Provider[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** How many providers a workspace keeps, archived ones left out. */
export async function countProviders(queries: WorkspaceQueries): Promise<number> {
  const [row] = await queries.rows<{ count: number }>(sql`
    select count(*) as count
    from providers
    where workspace_id = ${queries.workspaceId} and not is_archived`)
  return row!.count
}

/** Whether a document with the id is of an instrument or of this provider. */
export async function hasDocument(
  queries: WorkspaceQueries,
  documentId: string,
  providerId: string,
): Promise<boolean> {
  const rows = await queries.rows(sql`
    select from documents
    where workspace_id = ${queries.workspaceId} and document_id = ${documentId}
      and coalesce(provider_id, ${providerId}) = ${providerId}`)
  return rows.length > 0
}

export async function insertProvider(
  tx: Transaction,
  providerId: string,
  content: ProviderContent,
  at: string,
): Promise<void> {
  await tx.rows(sql`
    insert into providers (
      workspace_id, provider_id, ${join(names.map((name) => raw(name)))}, created_at, updated_at
    ) values (
      ${tx.workspaceId}, ${providerId}, ${join(names.map((name) => valueOf(content, name)))}, ${at}, ${at}
    )`)
}

export async function updateProviderRow(
  tx: Transaction,
  providerId: string,
  content: ProviderContent,
  at: string,
): Promise<void> {
  const changes = names.map((name) => sql`${raw(name)} = ${valueOf(content, name)}`)
  await tx.rows(sql`
    update providers
    set ${join(changes)}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and provider_id = ${providerId}`)
}

function valueOf(content: ProviderContent, name: keyof ProviderContent): Sql {
  return name === 'scope' ? sql`${JSON.stringify(content.scope)}::jsonb` : sql`${content[name]}`
}
