import type { Role, Scope } from '@plumbline/contract'

/**
 * Who acts in a request or a command, in which workspace, and how far they may reach.
 * Use cases take it as an argument; the public and the app routes make it alike.
 */
export interface Actor {
  readonly type: 'api_key' | 'user' | 'system'
  /** Id of the key or person; `cli` for the command line. */
  readonly id: string
  /** The person behind it, or the service account that a key acts as; null for the system. */
  readonly userId: string | null
  /** Its printed name at this moment. */
  readonly name: string
  readonly workspaceId: string
  readonly role: Role
  readonly scope: Scope
  /** Sites that the actor reaches; null: all of the workspace. */
  readonly siteIds: readonly string[] | null
  /** The import that the actor carries out; its entries in the ledger name it. */
  readonly importId?: string
}

/** The actor of the command line and of background work in a workspace. */
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
