import type { SiteFieldValues } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { followSiteZone } from '../instruments/index.ts'
import { appendEntries } from '../ledger/index.ts'
import {
  changedLaboratory,
  lockLocation,
  lockSite,
  recordedSite,
  refusingTakenName,
  updateLocation,
  updateSite,
  type LaboratoryChange,
  type Location,
  type Site,
} from '../workspaces/index.ts'
import { changesBetween } from './changes-between.ts'

/** Changes of a site; undefined leaves a member unchanged. */
export type SiteChange = { [Member in keyof SiteFieldValues]?: SiteFieldValues[Member] | undefined } & {
  laboratory?: LaboratoryChange
}

/**
 * Changes a site that the actor has access to. A new time zone takes effect immediately; the due dates of the site's
 * worklist follow in separate batches (`followSiteZone`).
 * @param requireVersion throws if the site has changed since the change was written
 * @throws 404 NOT_FOUND; 409 CONFLICT if another site has the same name
 */
export async function changeSite(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  siteId: string,
  { laboratory, ...fields }: SiteChange,
  requireVersion: (present: Site) => void = () => {},
): Promise<Site> {
  return refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      const before = await lockSite(tx, siteId, actor.siteIds)
      if (!before) throw notFound()
      requireVersion(before)
      const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      const after: Site = {
        ...before,
        ...sent,
        laboratory: changedLaboratory(before.laboratory, laboratory ?? {}),
      }
      const changes = changesBetween(recordedSite(before), recordedSite(after))
      if (Object.keys(changes).length === 0) return before
      if (after.timeZone !== before.timeZone) await followSiteZone(tx, { clock }, actor, after)
      const [appended] = await appendEntries(tx, clock, actor, [
        { kind: 'site.updated', subject: { type: 'site', id: siteId }, payload: { changes } },
      ])
      await updateSite(tx, after, appended.at)
      return after
    }),
  )
}

/**
 * Renames a location at a site that the actor has access to.
 * @throws 404 NOT_FOUND; 409 CONFLICT if its site already has a location with this name
 */
export async function renameLocation(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  locationId: string,
  name: string,
): Promise<Location> {
  return refusingTakenName(
    db.transaction(actor.workspaceId, async (tx) => {
      const before = await lockLocation(tx, locationId, actor.siteIds)
      if (!before) throw notFound()
      const after = { ...before, name }
      const changes = changesBetween({ name: before.name }, { name })
      if (Object.keys(changes).length === 0) return before
      const [appended] = await appendEntries(tx, clock, actor, [
        { kind: 'location.updated', subject: { type: 'location', id: locationId }, payload: { changes } },
      ])
      await updateLocation(tx, after, appended.at)
      return after
    }),
  )
}
