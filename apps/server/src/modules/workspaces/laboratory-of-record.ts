import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { CanonicalValue } from '../ledger/index.ts'
import { recordedLaboratory, type Laboratory } from './laboratory.ts'
import { findWorkspace } from './store.ts'
import type { WorkspaceSettings } from './workspace.ts'

/** The laboratory of a workspace, in the form that records need. */
export interface LaboratoryOfRecord {
  /** Without its logo. */
  readonly settings: Omit<Laboratory, 'logo'>
  /**
   * The data that records freeze: the hash of the logo, and no scope, because each record freezes its own lines of it.
   */
  readonly frozen: CanonicalValue
}

/** Maximum number of cached laboratories; the least recently read one is evicted first. */
const REMEMBERED_MAX = 1000

const remembered = new Map<string, LaboratoryOfRecord & { version: string }>()

/**
 * Returns the laboratory of a workspace in the form that records need. It is read again only after the workspace
 * changed, because a logo is large and most records are made between two changes.
 */
export async function laboratoryOfRecord(
  queries: WorkspaceQueries,
  { version }: Pick<WorkspaceSettings, 'version'>,
): Promise<LaboratoryOfRecord> {
  const known = remembered.get(queries.workspaceId)
  if (known?.version === version) return known
  const workspace = await findWorkspace(queries)
  if (!workspace) throw new Error(`workspace ${queries.workspaceId} vanished`)
  const { logo: _logo, ...settings } = workspace.laboratory
  const { accreditation_scope: _scope, ...printed } = workspace.laboratory
  const laboratory = { settings, frozen: recordedLaboratory(printed), version: workspace.version }
  remembered.delete(queries.workspaceId)
  remembered.set(queries.workspaceId, laboratory)
  const [oldest] = remembered.keys()
  if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest)
  return laboratory
}
