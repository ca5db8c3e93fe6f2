import {
  columnSettings,
  publicSiteFields,
  settingMember,
  siteColumn,
  siteFieldNames,
  siteMember,
  type LocationSummary,
  type SiteSummary,
} from '@plumbline/contract'
import {
  empty,
  join,
  raw,
  sql,
  type Sql,
  type Transaction,
  type WorkspaceQueries,
} from '../../platform/db/index.ts'
import type { Site, Workspace, WorkspaceSettings } from './workspace.ts'

/** Changes with every change of a workspace's row. */
export const workspaceVersion: Sql = sql`w.xmin::text || '@' || w.updated_at::text`

/** Columns of a workspace's settings under the names of their type; other modules use them in joins. */
export const settingsColumns: Sql = sql`
  w.workspace_id as "workspaceId", ${workspaceVersion} as version, w.time_zone as "timeZone", w.due_slot as "dueSlot",
  w.pending_time_zone as "pendingTimeZone", w.default_site_id as "defaultSiteId",
  ${join(columnSettings.map((name) => raw(`w.${name} as "${settingMember(name)}"`)))},
  (select s.sample_of from sample_workspaces s where s.workspace_id = w.workspace_id) as "sampleOf"`

const workspaceColumns: Sql = sql`${settingsColumns}, w.laboratory`

/** Returns the settings of the workspace; undefined if the ID is unknown. */
export async function findSettings(queries: WorkspaceQueries): Promise<WorkspaceSettings | undefined> {
  const [row] = await queries.rows<WorkspaceSettings>(sql`
    select ${settingsColumns}
    from workspaces w
    where w.workspace_id = ${queries.workspaceId}`)
  return row
}

/** Returns the whole workspace; undefined if the ID is unknown. */
export async function findWorkspace(queries: WorkspaceQueries): Promise<Workspace | undefined> {
  const [row] = await queries.rows<Workspace>(sql`
    select ${workspaceColumns}
    from workspaces w
    where w.workspace_id = ${queries.workspaceId}`)
  return row
}

/** Returns the workspace, locked against other changes of its settings until the transaction ends. */
export async function lockWorkspace(tx: Transaction): Promise<Workspace | undefined> {
  const [row] = await tx.rows<Workspace>(sql`
    select ${workspaceColumns}
    from workspaces w
    where w.workspace_id = ${tx.workspaceId}
    for no key update`)
  return row
}

export async function insertWorkspace(tx: Transaction, workspace: Workspace, at: string): Promise<void> {
  const values = columnSettings.map((name) => sql`${workspace[settingMember(name)]}`)
  await tx.rows(sql`
    insert into workspaces (
      workspace_id, time_zone, default_site_id, ${join(columnSettings.map((name) => raw(name)))},
      laboratory, created_at, updated_at
    ) values (
      ${tx.workspaceId}, ${workspace.timeZone}, ${workspace.defaultSiteId}, ${join(values)},
      ${JSON.stringify(workspace.laboratory)}::jsonb, ${at}, ${at}
    )`)
}

/**
 * Writes the settings of a workspace, except the time zone, which is changed separately because due dates depend on it.
 */
export async function updateWorkspaceSettings(
  tx: Transaction,
  workspace: Workspace,
  at: string,
): Promise<void> {
  const settings = columnSettings.map((name) => sql`${raw(name)} = ${workspace[settingMember(name)]}`)
  await tx.rows(sql`
    update workspaces
    set ${join(settings)},
      laboratory = ${JSON.stringify(workspace.laboratory)}::jsonb,
      updated_at = ${at}
    where workspace_id = ${tx.workspaceId}`)
}

const siteColumns = sql`
  site_id as "siteId", laboratory,
  ${join(siteFieldNames.map((name) => raw(`${siteColumn(name)} as "${siteMember(name)}"`)))}`

export async function findSite(queries: WorkspaceQueries, siteId: string): Promise<Site | undefined> {
  const [row] = await queries.rows<Site>(sql`
    select ${siteColumns}
    from sites
    where workspace_id = ${queries.workspaceId} and site_id = ${siteId}`)
  return row
}

/** Returns a site within the given sites (null: all), locked against other changes until the transaction ends. */
export async function lockSite(
  tx: Transaction,
  siteId: string,
  siteIds: readonly string[] | null,
): Promise<Site | undefined> {
  const [row] = await tx.rows<Site>(sql`
    select ${siteColumns}
    from sites
    where workspace_id = ${tx.workspaceId} and site_id = ${siteId} ${amongSites(siteIds)}
    for no key update`)
  return row
}

/** Returns all sites in `siteIds` (null: all of the workspace), sorted by name. */
export async function listSites(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
): Promise<Site[]> {
  return queries.rows<Site>(sql`
    select ${siteColumns}
    from sites
    where workspace_id = ${queries.workspaceId} ${amongSites(siteIds)}
    order by name, site_id`)
}

export async function insertSite(tx: Transaction, site: Site, at: string): Promise<void> {
  const columns = siteFieldNames.map((name) => raw(siteColumn(name)))
  const values = siteFieldNames.map((name) => sql`${site[siteMember(name)]}`)
  await tx.rows(sql`
    insert into sites (workspace_id, site_id, ${join(columns)}, laboratory, created_at, updated_at)
    values (${tx.workspaceId}, ${site.siteId}, ${join(values)},
      ${JSON.stringify(site.laboratory)}::jsonb, ${at}, ${at})`)
}

export async function updateSite(tx: Transaction, site: Site, at: string): Promise<void> {
  const fields = siteFieldNames.map((name) => sql`${raw(siteColumn(name))} = ${site[siteMember(name)]}`)
  await tx.rows(sql`
    update sites
    set ${join(fields)},
      laboratory = ${JSON.stringify(site.laboratory)}::jsonb,
      updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and site_id = ${site.siteId}`)
}

/** Returns a page of sites in public form, and the total number. */
export async function pageOfSites(
  queries: WorkspaceQueries,
  page: { limit: number; offset: number; siteIds: readonly string[] | null },
): Promise<{ rows: SiteSummary[]; total: number }> {
  const among = sql`s.workspace_id = ${queries.workspaceId} ${amongSites(page.siteIds, sql`s.site_id`)}`
  const fields = publicSiteFields.map((name) => raw(`s.${siteColumn(name)} as ${name}`))
  const [rows, counted] = (await queries.batch([
    sql`
      select s.site_id as id, s.site_id = w.default_site_id as is_default, ${join(fields)}
      from sites s join workspaces w on w.workspace_id = s.workspace_id
      where ${among}
      order by s.name, s.site_id
      limit ${page.limit} offset ${page.offset}`,
    sql`select count(*) as total from sites s where ${among}`,
  ])) as [SiteSummary[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/** A location as stored. */
export interface Location {
  locationId: string
  siteId: string
  name: string
}

export async function findLocation(
  queries: WorkspaceQueries,
  locationId: string,
): Promise<Location | undefined> {
  const [row] = await queries.rows<Location>(sql`
    select location_id as "locationId", site_id as "siteId", name
    from locations
    where workspace_id = ${queries.workspaceId} and location_id = ${locationId}`)
  return row
}

/** Returns a location within the given sites (null: all), locked against other changes until the transaction ends. */
export async function lockLocation(
  tx: Transaction,
  locationId: string,
  siteIds: readonly string[] | null,
): Promise<Location | undefined> {
  const [row] = await tx.rows<Location>(sql`
    select location_id as "locationId", site_id as "siteId", name
    from locations
    where workspace_id = ${tx.workspaceId} and location_id = ${locationId} ${amongSites(siteIds)}
    for no key update`)
  return row
}

export async function insertLocation(tx: Transaction, location: Location, at: string): Promise<void> {
  await tx.rows(sql`
    insert into locations (workspace_id, location_id, site_id, name, created_at, updated_at)
    values (${tx.workspaceId}, ${location.locationId}, ${location.siteId}, ${location.name}, ${at}, ${at})`)
}

export async function updateLocation(tx: Transaction, location: Location, at: string): Promise<void> {
  await tx.rows(sql`
    update locations
    set name = ${location.name}, updated_at = ${at}
    where workspace_id = ${tx.workspaceId} and location_id = ${location.locationId}`)
}

/** Returns a page of locations in public form, and the total number. */
export async function pageOfLocations(
  queries: WorkspaceQueries,
  page: { limit: number; offset: number; siteId: string | undefined; siteIds: readonly string[] | null },
): Promise<{ rows: LocationSummary[]; total: number }> {
  const among = sql`
    workspace_id = ${queries.workspaceId} ${amongSites(page.siteIds)}
    ${page.siteId === undefined ? empty : sql`and site_id = ${page.siteId}`}`
  const [rows, counted] = (await queries.batch([
    sql`
      select location_id as id, name, site_id
      from locations
      where ${among}
      order by name, location_id
      limit ${page.limit} offset ${page.offset}`,
    sql`select count(*) as total from locations where ${among}`,
  ])) as [LocationSummary[], [{ total: number }]]
  return { rows, total: counted[0].total }
}

/**
 * Restricts a statement to the sites that an actor has access to; null means all. Every statement that returns rows of
 * a site must include it.
 */
export function amongSites(siteIds: readonly string[] | null, column: Sql = sql`site_id`): Sql {
  return siteIds === null ? empty : sql`and ${column} = any(${siteIds}::uuid[])`
}

/** Names of sites and locations, by ID. */
export interface SiteAndLocationNames {
  readonly sites: ReadonlyMap<string, string>
  readonly locations: ReadonlyMap<string, string>
}

export async function siteAndLocationNames(queries: WorkspaceQueries): Promise<SiteAndLocationNames> {
  const [sites, locations] = (await queries.batch([
    sql`select site_id as id, name from sites where workspace_id = ${queries.workspaceId}`,
    sql`select location_id as id, name from locations where workspace_id = ${queries.workspaceId}`,
  ])) as [Named[], Named[]]
  return { sites: byId(sites), locations: byId(locations) }
}

interface Named {
  id: string
  name: string
}

function byId(places: readonly Named[]): ReadonlyMap<string, string> {
  return new Map(places.map(({ id, name }) => [id, name]))
}
