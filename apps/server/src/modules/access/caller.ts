import type { Actor } from '../../platform/actor.ts'
import type { WorkspaceSettings } from '../workspaces/index.ts'

/** An actor of a request together with the workspace that the gate read along with it. */
export interface Caller extends Actor {
  readonly workspace: WorkspaceSettings
  /** The session of a person in the app; a key has none. */
  readonly sessionId?: string
}

/**
 * The sites that a key reaches: its own and its owner's, intersected (decisions, section 2).
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

/** Whether the actor and a member have a site in common that both reach. */
export function sharesSite(
  actor: Pick<Actor, 'siteIds'>,
  member: { readonly siteIds: readonly string[] | null },
): boolean {
  const common = commonSites(actor.siteIds, member.siteIds)
  return common === null || common.length > 0
}

/** Whether the actor reaches a site. */
export function reachesSite(actor: Pick<Actor, 'siteIds'>, siteId: string): boolean {
  return actor.siteIds === null || actor.siteIds.includes(siteId)
}
