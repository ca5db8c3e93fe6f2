import type { Import, ImportKind, ImportOptions, ImportPreset } from '@plumbline/contract'
import { systemActor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import type { WorkspaceSettings } from '../workspaces/index.ts'
import type { ImportState, RowOutcome } from './import-state.ts'
import type { ImportParts } from './parts.ts'
import { figuresOf } from './read-import.ts'
import { runImport } from './run-import.ts'

/** The import to execute. */
export interface ImportHere {
  readonly kind: ImportKind
  readonly bytes: Buffer
  readonly fileName: string
  readonly preset: ImportPreset | null
  readonly options: ImportOptions
  readonly dryRun: boolean
  readonly onProgress: (state: ImportState) => void
}

/**
 * Imports a file in this process, for the command line. After an interruption it is called again: what already exists
 * remains unchanged.
 * @returns the ID by which the ledger refers to the import, and its result with every error and warning
 * @throws FileRefused for a file that cannot be read
 */
export async function importHere(
  parts: ImportParts,
  workspace: WorkspaceSettings & { readonly workspaceId: string },
  { kind, bytes, fileName, preset, options, dryRun, onProgress }: ImportHere,
): Promise<{ importId: string; figures: Pick<Import, keyof ReturnType<typeof figuresOf>> }> {
  const { workspaceId } = workspace
  const importId = newId()
  const caller = { ...systemActor(workspaceId), importId, workspace }
  const rows: RowOutcome[] = []
  const state = await runImport({
    parts,
    caller,
    bytes,
    input: { kind, file: fileName, fileName, preset, options, dryRun, siteIds: null },
    before: null,
    step: async (work) => {
      const done = await parts.db.transaction(workspaceId, work)
      rows.push(...done.outcomes.filter(({ issues }) => issues.length > 0))
      onProgress(done.state)
    },
  })
  const issuesOf = (isError: boolean) =>
    rows.filter(({ outcome }) => (outcome === 'error') === isError).flatMap(({ issues }) => issues)
  return { importId, figures: { ...figuresOf(state), errors: issuesOf(true), warnings: issuesOf(false) } }
}
