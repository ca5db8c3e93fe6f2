import type { Projection, RowColumns } from '../ledger/index.ts'
import { recordedLaboratory, type Laboratory } from './laboratory.ts'
import { locationPayload, sitePayload, workspacePayload } from './recorded-settings.ts'
import { walkLocationRows, walkSiteRows, walkWorkspaceRows } from './projection-store.ts'
import { ToldPlaces } from './told-places.ts'

/** Settings of the workspace, its sites and its locations, as the ledger tells them. */
export const workspaceProjection: Projection = {
  payloads: [workspacePayload, sitePayload, locationPayload],
  begin: (snapshot, findings) => {
    const told = new ToldPlaces()
    return {
      take: (entry) => told.take(entry),
      compare: async () => {
        const { workspaces, sites, locations } = told
        const withLaboratory = { read: withHashedLogo }
        await workspaces.compare(walkWorkspaceRows(snapshot), 'workspace_id', findings, withLaboratory)
        await sites.compare(walkSiteRows(snapshot), 'site_id', findings, withLaboratory)
        await locations.compare(walkLocationRows(snapshot), 'location_id', findings)
      },
    }
  },
}

/** A logo stands in the ledger by its hash. */
function withHashedLogo(row: RowColumns): RowColumns {
  return { ...row, laboratory: recordedLaboratory(row['laboratory'] as Laboratory) }
}
