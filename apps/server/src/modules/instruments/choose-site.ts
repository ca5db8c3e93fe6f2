import { because } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { ApiError, unusableValue } from '../../platform/errors.ts'
import { reachesSite, type Caller } from '../access/index.ts'
import { findLocation, findSite, listSites, type Site } from '../workspaces/index.ts'
import type { InstrumentSettings } from './body-fields.ts'
import type { InstrumentRow } from './instrument.ts'

/** The site and location of an instrument, with the time zone of the site. */
export type SiteAndLocation = Pick<InstrumentRow, 'siteId' | 'locationId' | 'siteTimeZone'>

/** The names of a site and location, and what the site states about its laboratory. */
export interface SiteDetails {
  siteName: string
  siteLaboratory: Site['laboratory']
  /** Null if the instrument has no location. */
  locationName: string | null
}

/** A site and location with their names and details. */
export interface ChosenSite {
  readonly site: SiteAndLocation
  readonly details: SiteDetails
}

type SiteFields = Pick<InstrumentSettings, 'site_id' | 'location_id'>

/** @throws 403 FORBIDDEN for a caller without access to any site, because there is nowhere to put an instrument */
export function requireSomeSite(caller: Caller): void {
  if (caller.siteIds?.length !== 0) return
  throw new ApiError('FORBIDDEN', { reason: because('access.no_site') })
}

/**
 * Returns the site and location of a new instrument: the named site; otherwise the workspace's default site, or, for a
 * caller limited to other sites, the first of those by name (decisions, section 5).
 * @throws 422 INVALID_REQUEST naming `site_id` or `location_id` if one of them does not exist within the caller's reach
 */
export async function siteOfNew(
  queries: WorkspaceQueries,
  caller: Caller,
  fields: SiteFields,
): Promise<ChosenSite> {
  const { site_id: siteId, location_id: locationId = null } = lowerCase(fields)
  const site =
    siteId === undefined ? await usualSite(queries, caller) : await namedSite(queries, caller, siteId)
  const locationName = await requireLocation(queries, site.siteId, locationId)
  return {
    site: { siteId: site.siteId, locationId, siteTimeZone: site.timeZone },
    details: { siteName: site.name, siteLaboratory: site.laboratory, locationName },
  }
}

/**
 * Returns the sites and locations of several new instruments; each one named is read once.
 * @returns for each its site and location, or the error that `siteOfNew` throws
 */
export function sitesOfNew(
  queries: WorkspaceQueries,
  caller: Caller,
  all: readonly SiteFields[],
): Promise<(ChosenSite | ApiError)[]> {
  const read = new Map<string, Promise<ChosenSite | ApiError>>()
  const siteOf = (fields: SiteFields) => {
    const name = JSON.stringify(lowerCase(fields))
    const chosen = read.get(name) ?? siteOfNew(queries, caller, fields).catch(asRefusal)
    read.set(name, chosen)
    return chosen
  }
  return Promise.all(all.map(siteOf))
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/**
 * Returns the site and location of an instrument after a change. Moving to another site clears its location.
 * @throws 422 INVALID_REQUEST as above
 */
export async function siteAfter(
  queries: WorkspaceQueries,
  caller: Caller,
  row: InstrumentRow,
  fields: SiteFields,
): Promise<SiteAndLocation> {
  const { site_id: siteId = row.siteId, location_id: sentLocation } = lowerCase(fields)
  const moves = siteId !== row.siteId
  const site = moves
    ? await namedSite(queries, caller, siteId)
    : { siteId: row.siteId, timeZone: row.siteTimeZone }
  const stays = moves ? null : row.locationId
  const locationId = sentLocation === undefined ? stays : sentLocation
  if (locationId !== stays) await requireLocation(queries, site.siteId, locationId)
  return { siteId: site.siteId, locationId, siteTimeZone: site.timeZone }
}

/**
 * Refuses a site or location to which no instrument can be moved, before reading any instrument.
 * @throws 422 INVALID_REQUEST as above
 */
export async function requireReachableSite(
  queries: WorkspaceQueries,
  caller: Caller,
  fields: SiteFields,
): Promise<void> {
  const { site_id: siteId, location_id: locationId } = lowerCase(fields)
  if (siteId !== undefined) await namedSite(queries, caller, siteId)
  if (locationId == null) return
  if (siteId !== undefined) {
    await requireLocation(queries, siteId, locationId)
    return
  }
  const location = await findLocation(queries, locationId)
  if (location === undefined || !reachesSite(caller, location.siteId)) {
    throw unusableValue('location_id', because('instrument.location_unreachable'))
  }
}

/** UUIDs are accepted in any case and stored in lowercase. */
function lowerCase({ site_id: siteId, location_id: locationId }: SiteFields): SiteFields {
  return {
    ...(siteId !== undefined && { site_id: siteId.toLowerCase() }),
    ...(locationId !== undefined && { location_id: locationId?.toLowerCase() ?? null }),
  }
}

async function usualSite(queries: WorkspaceQueries, caller: Caller): Promise<Site> {
  const { defaultSiteId } = caller.workspace
  const site = reachesSite(caller, defaultSiteId)
    ? await findSite(queries, defaultSiteId)
    : (await listSites(queries, caller.siteIds))[0]
  if (!site) throw new Error(`workspace ${caller.workspaceId} lacks the sites of its key`)
  return site
}

async function namedSite(queries: WorkspaceQueries, caller: Caller, siteId: string): Promise<Site> {
  const site = reachesSite(caller, siteId) ? await findSite(queries, siteId) : undefined
  if (!site) throw unusableValue('site_id', because('place.site_unreachable'))
  return site
}

/** Returns the name of a location of a site; null for none. */
async function requireLocation(
  queries: WorkspaceQueries,
  siteId: string,
  locationId: string | null,
): Promise<string | null> {
  if (locationId === null) return null
  const location = await findLocation(queries, locationId)
  if (location?.siteId !== siteId) {
    throw unusableValue('location_id', because('instrument.location_of_other_site'))
  }
  return location.name
}
