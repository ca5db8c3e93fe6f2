import type { WorkspaceQueries } from '../../platform/db/index.ts'
import type { CanonicalValue } from '../ledger/index.ts'
import { recordedLaboratory, type Laboratory } from './laboratory.ts'
import { findWorkspace } from './store.ts'
import type { WorkspaceSettings } from './workspace.ts'

/** The laboratory of a workspace, as records need it. */
export interface LaboratoryOfRecord {
  /** Without its logo. */
  readonly settings: Omit<Laboratory, 'logo'>
  /** What records freeze: the logo by its hash, and no scope, of which each record freezes its own lines. */
  readonly frozen: CanonicalValue
}

/** Laboratories that are remembered; the least recently read one goes first. */
const REMEMBERED_MAX = 1000

const remembered = new Map<string, LaboratoryOfRecord & { version: string }>()

/**
 * The laboratory of a workspace as records need it. It is read anew only after the workspace changed, since a logo is large
 * and most records come between two changes.
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
