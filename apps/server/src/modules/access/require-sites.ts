import { because } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { unusableValue } from '../../platform/errors.ts'
import { listSites } from '../workspaces/index.ts'

/**
 * Checks that all IDs name sites of the workspace; null names all of them.
 * @throws 422 INVALID_REQUEST with `details.field` = site_ids
 */
export async function requireSites(
  queries: WorkspaceQueries,
  siteIds: readonly string[] | null,
): Promise<void> {
  if (siteIds === null) return
  const known = new Set((await listSites(queries, null)).map((site) => site.siteId))
  const unknown = siteIds.filter((siteId) => !known.has(siteId))
  if (unknown.length > 0) {
    throw unusableValue('site_ids', because('place.no_sites'), { unknown })
  }
}
