import {
  type FailedRowsFormat,
  type Import,
  type ImportKind,
  type ImportOptions,
  type ImportPreset,
} from '@plumbline/contract'
import { systemActor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import type { WorkspaceSettings } from '../workspaces/index.ts'
import { failedRowsFile } from './failed-rows.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportState, RowOutcome } from './import-state.ts'
import type { ImportParts } from './parts.ts'
import { figuresOf } from './read-import.ts'
import { runImport } from './run-import.ts'
import { openTable } from './source/read-table.ts'

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

/** What an import has done. */
export interface ImportedHere {
  readonly importId: string
  readonly figures: Pick<Import, keyof ReturnType<typeof figuresOf>>
  /** Yields the rows that failed, as a file that can be corrected and imported. */
  readonly failedRows: (format: FailedRowsFormat) => AsyncIterable<string | Uint8Array>
}

/**
 * Imports a file in this process, for the command line. After an interruption it is called again: what already exists
 * remains unchanged.
 * @returns the ID by which the ledger refers to the import, its result with every error and warning, and the rows that
 * failed
 * @throws FileRefused for a file that cannot be read, or that lacks a column for which a target was chosen
 */
export async function importHere(
  parts: ImportParts,
  workspace: WorkspaceSettings & { readonly workspaceId: string },
  { kind, bytes, fileName, preset, options, dryRun, onProgress }: ImportHere,
): Promise<ImportedHere> {
  const { workspaceId } = workspace
  const importId = newId()
  const caller = { ...systemActor(workspaceId), importId, workspace }
  const rows: RowOutcome[] = []
  const run: ImportRun = {
    parts,
    caller,
    table: await openTable(bytes),
    input: { kind, file: fileName, fileName, preset, options, dryRun, siteIds: null },
    before: null,
    step: async (work) => {
      const done = await parts.db.transaction(workspaceId, work)
      rows.push(...done.outcomes.filter(({ issues }) => issues.length > 0))
      onProgress(done.state)
    },
  }
  const state = await runImport(run)
  const issuesOf = (isError: boolean) =>
    rows.filter(({ outcome }) => (outcome === 'error') === isError).flatMap(({ issues }) => issues)
  return {
    importId,
    figures: { ...figuresOf(state), errors: issuesOf(true), warnings: issuesOf(false) },
    failedRows: (format) => failedRowsFile(state, onePage(rows), { format, at: parts.clock.now() }),
  }
}

async function* onePage(rows: readonly RowOutcome[]): AsyncGenerator<readonly RowOutcome[]> {
  yield rows
}
