import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findSettings } from '../workspaces/index.ts'
import type { Caller } from './caller.ts'

/**
 * The caller with the settings that the workspace has now: those that came with the request were read before the
 * transaction, and what is decided by them must hold in it.
 */
export async function withPresentSettings(queries: WorkspaceQueries, caller: Caller): Promise<Caller> {
  const workspace = await findSettings(queries)
  if (!workspace) throw new Error(`workspace ${queries.workspaceId} vanished`)
  return { ...caller, workspace }
}

/** The caller with the settings of a version: as it is where it has them, and else with those that the workspace has now. */
export async function withSettingsOfVersion(
  queries: WorkspaceQueries,
  caller: Caller,
  version: string | undefined,
): Promise<Caller> {
  return version === caller.workspace.version ? caller : withPresentSettings(queries, caller)
}
