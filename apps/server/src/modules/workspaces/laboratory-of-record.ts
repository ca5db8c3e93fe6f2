import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { CanonicalValue } from '../ledger/index.ts'
import { recordedLaboratory } from './laboratory.ts'
import { findWorkspace } from './store.ts'
import type { WorkspaceSettings } from './workspace.ts'

/** Laboratories that are remembered; the least recently read one goes first. */
const REMEMBERED_MAX = 1000

const remembered = new Map<string, { version: string; laboratory: CanonicalValue }>()

/**
 * What records freeze of the laboratory of a workspace: its logo by the hash. It is read anew only after the
 * workspace changed, since a logo is large and most records come between two changes.
 */
export async function recordedLaboratoryOf(
  queries: WorkspaceQueries,
  { version }: Pick<WorkspaceSettings, 'version'>,
): Promise<CanonicalValue> {
  const known = remembered.get(queries.workspaceId)
  if (known?.version === version) return known.laboratory
  const workspace = await findWorkspace(queries)
  if (!workspace) throw new Error(`workspace ${queries.workspaceId} vanished`)
  const laboratory = recordedLaboratory(workspace.laboratory)
  remembered.delete(queries.workspaceId)
  remembered.set(queries.workspaceId, { version: workspace.version, laboratory })
  const [oldest] = remembered.keys()
  if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
  return laboratory
}
