import {
  because,
  siteFieldNames,
  siteMember,
  type RequiredSiteField,
  type SiteFieldValues,
  type SiteMember,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatedUnique, type Database } from '../../platform/db/index.ts'
import { ApiError, unusableValue } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { appendEntries } from '../ledger/index.ts'
import { changedLaboratory, type Laboratory, type LaboratoryChange } from './laboratory.ts'
import { asRecorded, locationPayload, sitePayload } from './recorded-settings.ts'
import { findSite, insertLocation, insertSite, type Location } from './store.ts'
import type { Site } from './workspace.ts'

/** A new site: an absent optional field means null, and a null time zone means the workspace's. */
export type NewSite = Pick<SiteFieldValues, SiteMember<RequiredSiteField>> &
  Partial<SiteFieldValues> & { laboratory?: LaboratoryChange }

/**
 * Adds a site.
 * @throws 409 CONFLICT if another site has the same name
 */
export async function createSite(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  { laboratory, ...stated }: NewSite,
): Promise<Site> {
  const site = newSite(newId(), stated, changedLaboratory({}, laboratory ?? {}))
  await refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      const [appended] = await appendEntries(tx, clock, actor, [
        {
          kind: 'site.created',
          subject: { type: 'site', id: site.siteId },
          payload: sitePayload.write(asRecorded(site)),
        },
      ])
      await insertSite(tx, site, appended.at)
    }),
  )
  return site
}

/** Default values of a site; required fields are always stated. */
const noFields = Object.fromEntries(siteFieldNames.map((name) => [siteMember(name), null])) as {
  [Member in Exclude<SiteMember, SiteMember<RequiredSiteField>>]: null
}

/** Returns a site with the stated fields; the others are null. */
export function newSite(
  siteId: string,
  stated: Omit<NewSite, 'laboratory'>,
  laboratory: Laboratory = {},
): Site {
  return { ...noFields, ...stated, siteId, laboratory }
}

/**
 * Adds a location to a site.
 * @throws 422 INVALID_REQUEST if the site does not belong to the workspace; 409 CONFLICT if the site already has a
 * location with this name
 */
export async function createLocation(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  input: { siteId: string; name: string },
): Promise<Location> {
  const location: Location = { locationId: newId(), ...input }
  await refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      if (!(await findSite(tx, input.siteId))) {
        throw unusableValue('site_id', because('place.no_site'))
      }
      const [appended] = await appendEntries(tx, clock, actor, [
        {
          kind: 'location.created',
          subject: { type: 'location', id: location.locationId },
          payload: locationPayload.write(location),
        },
      ])
      await insertLocation(tx, location, appended.at)
    }),
  )
  return location
}

/** Converts a violated unique name of sites and locations into 409 CONFLICT. */
export async function refusingTakenName<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    const taken = violatedUnique(error)
    if (taken !== 'site_name_key' && taken !== 'location_name_key') throw error
    throw new ApiError('CONFLICT', {
      reason: because('place.name_taken'),
      details: { field: 'name' },
      cause: error,
    })
  }
}
