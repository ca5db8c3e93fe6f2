import type { Actor } from '../../platform/actor.ts'
import type { WorkspaceSettings } from '../workspaces/index.ts'

/** The actor of a request with the workspace that the gate read. */
export interface Caller extends Actor {
  readonly workspace: WorkspaceSettings
  /** The session of a person in the app; API keys have none. */
  readonly sessionId?: string
}

/**
 * Returns the sites that a key has access to: the intersection of its own and its owner's (decisions, section 2).
 * Null means every site.
 */
export function commonSites(
  ofKey: readonly string[] | null,
  ofOwner: readonly string[] | null,
): readonly string[] | null {
  if (ofKey === null) return ofOwner
  if (ofOwner === null) return ofKey
  return ofKey.filter((siteId) => ofOwner.includes(siteId))
}

/** Whether the actor and a member both have access to at least one common site. */
export function sharesSite(
  actor: Pick<Actor, 'siteIds'>,
  member: { readonly siteIds: readonly string[] | null },
): boolean {
  const common = commonSites(actor.siteIds, member.siteIds)
  return common === null || common.length > 0
}

/** Whether the actor has access to a site. */
export function reachesSite(actor: Pick<Actor, 'siteIds'>, siteId: string): boolean {
  return actor.siteIds === null || actor.siteIds.includes(siteId)
}
