import { because } from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'

/**
 * People, keys, sites and settings concern the whole workspace: a person who is limited to sites could
 * otherwise lift the limit.
 * @throws 403 FORBIDDEN for an actor who is limited to sites
 */
export function requireAllSites(actor: Pick<Actor, 'siteIds'>): void {
  if (actor.siteIds === null) return
  throw new ApiError('FORBIDDEN', { reason: because('access.needs_all_sites') })
}
