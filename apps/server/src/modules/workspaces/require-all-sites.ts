import { because } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'

/**
 * Members, keys, sites and settings concern the whole workspace: otherwise a user limited to sites could remove the
 * limit.
 * @throws 403 FORBIDDEN for an actor who is limited to sites
 */
export function requireAllSites(actor: Pick<Actor, 'siteIds'>): void {
  if (actor.siteIds === null) return
  throw new ApiError('FORBIDDEN', { reason: because('access.needs_all_sites') })
}
