import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findSettings } from '../workspaces/index.ts'
import type { Caller } from './caller.ts'

/**
 * Returns the caller with the workspace's current settings: those that came with the request were read before the
 * transaction, and decisions based on them must be valid within it.
 */
export async function withCurrentSettings(queries: WorkspaceQueries, caller: Caller): Promise<Caller> {
  const workspace = await findSettings(queries)
  if (!workspace) throw new Error(`workspace ${queries.workspaceId} vanished`)
  return { ...caller, workspace }
}

/**
 * Returns the caller with the settings of a version: unchanged if it has them, otherwise with the workspace's current
 * settings.
 */
export async function withSettingsOfVersion(
  queries: WorkspaceQueries,
  caller: Caller,
  version: string | undefined,
): Promise<Caller> {
  return version === caller.workspace.version ? caller : withCurrentSettings(queries, caller)
}
