import type { Projection, RowColumns } from '../ledger/index.ts'
import { recordedLaboratory, type Laboratory } from './laboratory.ts'
import { locationPayload, sitePayload, workspacePayload } from './recorded-settings.ts'
import {
  locationRows,
  siteRows,
  streamLocationRows,
  streamSiteRows,
  streamWorkspaceRows,
  workspaceRows,
} from './projection-store.ts'
import { ReplayedWorkspace } from './replayed-workspace.ts'

/** Settings of the workspace, its sites and its locations, as recorded in the ledger. */
export const workspaceProjection: Projection = {
  payloads: [workspacePayload, sitePayload, locationPayload],
  tables: [workspaceRows, siteRows, locationRows],
  begin: (snapshot, findings) => {
    const replayed = new ReplayedWorkspace()
    return {
      take: (entry) => replayed.take(entry),
      compare: async () => {
        const { workspaces, sites, locations } = replayed
        const withLaboratory = { read: withHashedLogo, write: withCurrentLogo }
        await workspaces.compare(streamWorkspaceRows(snapshot), 'workspace_id', findings, withLaboratory)
        await sites.compare(streamSiteRows(snapshot), 'site_id', findings, withLaboratory)
        await locations.compare(streamLocationRows(snapshot), 'location_id', findings)
      },
    }
  },
}

/** Replaces a logo by its hash, as in the ledger. */
function withHashedLogo(row: RowColumns): RowColumns {
  return { ...row, laboratory: recordedLaboratory(row['laboratory'] as Laboratory) }
}

/**
 * Keeps the present logo if its hash is the recorded one, because no entry contains a logo; otherwise there is none.
 */
function withCurrentLogo(recorded: RowColumns, found: RowColumns): RowColumns {
  const { logo_sha256: hash, ...laboratory } = recorded['laboratory'] as Laboratory & { logo_sha256?: string }
  const { logo } = found['laboratory'] as Laboratory
  const isRecorded = recordedLaboratory({ logo: logo ?? '' }) as { logo_sha256: string }
  return { ...recorded, laboratory: hash === isRecorded.logo_sha256 ? { ...laboratory, logo } : laboratory }
}
