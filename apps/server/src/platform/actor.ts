import type { Role, Scope } from '@plumbline/contract'

/**
 * The actor of a request or a command: its identity, workspace and permissions. Passed to use cases as an argument;
 * routes of the public API and of the app create it in the same way.
 */
export interface Actor {
  readonly type: 'api_key' | 'user' | 'system'
  /** ID of the API key or person; `cli` for the command line. */
  readonly id: string
  /** The person or service account on whose behalf it acts; null for the system. */
  readonly userId: string | null
  /** Display name at this time. */
  readonly name: string
  readonly workspaceId: string
  readonly role: Role
  readonly scope: Scope
  /** Sites that the actor can access; null for all sites of the workspace. */
  readonly siteIds: readonly string[] | null
  /** The import that the actor executes; recorded in its ledger entries. */
  readonly importId?: string
}

/** Returns the actor of the command line and of background work in a workspace. */
export function systemActor(workspaceId: string, id = 'cli'): Actor {
  return {
    type: 'system',
    id,
    userId: null,
    name: 'Plumbline',
    workspaceId,
    role: 'admin',
    scope: 'write',
    siteIds: null,
  }
}
