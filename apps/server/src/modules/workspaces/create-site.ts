import { because } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatedUnique, type Database } from '../../platform/db/index.ts'
import { ApiError, unusableValue } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { appendEntries } from '../ledger/index.ts'
import { changedLaboratory, type LaboratoryChange } from './laboratory.ts'
import { asRecorded, locationPayload, sitePayload } from './recorded-settings.ts'
import { findSite, insertLocation, insertSite, type Location } from './store.ts'
import type { Site } from './workspace.ts'

/**
 * Adds a site; its zone is null where the workspace's holds.
 * @throws 409 CONFLICT when another site has the name
 */
export async function createSite(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  input: { name: string; timeZone: string | null; laboratory?: LaboratoryChange },
): Promise<Site> {
  const laboratory = changedLaboratory({}, input.laboratory ?? {})
  const site: Site = { siteId: newId(), name: input.name, timeZone: input.timeZone, laboratory }
  await refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      const [place] = await appendEntries(tx, clock, actor, [
        {
          kind: 'site.created',
          subject: { type: 'site', id: site.siteId },
          payload: sitePayload.write(asRecorded(site)),
        },
      ])
      await insertSite(tx, site, place.at)
    }),
  )
  return site
}

/**
 * Adds a location to a site.
 * @throws 422 INVALID_REQUEST when the site is not of the workspace; 409 CONFLICT when the site has one of that name
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
      const [place] = await appendEntries(tx, clock, actor, [
        {
          kind: 'location.created',
          subject: { type: 'location', id: location.locationId },
          payload: locationPayload.write(location),
        },
      ])
      await insertLocation(tx, location, place.at)
    }),
  )
  return location
}

/** Turns a violated unique name of sites and locations into 409 CONFLICT. */
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
