import { exportContentTypes, type FailedRowsFormat, type Import, type ImportRows } from '@plumbline/contract'
import { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Response } from '../../platform/http/index.ts'
import { attachmentHeader } from '../../platform/storage/index.ts'
import type { Caller } from '../access/index.ts'
import { outcomesFrom, readJob, type OutcomePage } from '../jobs/index.ts'
import { failedRowsFile } from './failed-rows.ts'
import type { ImportInput, ImportState, RowOutcome } from './import-state.ts'

/** Number of parts of 100 rows per response. */
const PARTS_OF_PAGE = 10

type Deps = { readonly db: Database }
type FailedRowsDeps = Deps & { readonly clock: Clock }
type ImportedJob = Awaited<ReturnType<typeof readJob>>

/**
 * Returns an import that the caller may see.
 * @throws 404 NOT_FOUND
 */
export async function readImport(deps: Deps, caller: Caller, importId: string): Promise<Import> {
  const job = await importOf(deps, caller, importId)
  const input = job.input as ImportInput
  const state = job.result as ImportState | null
  return {
    id: job.jobId,
    kind: input.kind,
    file_name: input.fileName,
    dry_run: input.dryRun,
    state: job.state,
    requested_at: job.requestedAt,
    finished_at: job.finishedAt,
    preset: state?.preset ?? input.preset,
    ...figuresOf(state),
    error: job.error && {
      code: job.error.reason?.key ?? job.error.code,
      message: job.error.message,
      values: { ...job.error.reason?.values },
    },
  }
}

/** Returns the progress figures that an import shows. */
export function figuresOf(state: ImportState | null) {
  const { create = 0, update = 0, unchanged = 0, skip = 0, error: failed = 0 } = state?.counts ?? {}
  return {
    rows: state?.rows ?? null,
    done: state?.done ?? 0,
    create,
    update,
    unchanged,
    skip,
    failed,
    errors: [...(state?.errors ?? [])],
    warnings: [...(state?.warnings ?? [])],
    sheet: state?.sheet ?? null,
    sheets: [...(state?.sheets ?? [])],
    mapping: (state?.mapping ?? []).filter(({ column }) => column !== ''),
    places: [...(state?.places ?? [])],
    statuses: [...(state?.statuses ?? [])],
  }
}

async function importOf(deps: Deps, caller: Caller, importId: string): Promise<ImportedJob> {
  const job = await readJob(deps, caller, importId)
  if (job.kind !== 'import') throw notFound()
  return job
}

/**
 * Returns the outcomes of an import's rows, starting at a part.
 * @throws 404 NOT_FOUND
 */
export async function readImportRows(
  deps: Deps,
  caller: Caller,
  importId: string,
  part: number,
): Promise<ImportRows> {
  await importOf(deps, caller, importId)
  const queries = deps.db.in(caller.workspaceId)
  const { outcomes, nextPart } = await outcomesFrom(queries, importId, part, PARTS_OF_PAGE)
  return {
    data: (outcomes as RowOutcome[]).map(({ cells: _cells, ...row }) => row),
    next_part: nextPart,
  }
}

/**
 * Returns the rows that failed, with the columns of their file and the reasons, as a CSV file with the separator of
 * their file, or as a workbook.
 * @throws 404 NOT_FOUND
 */
export async function downloadFailedRows(
  deps: FailedRowsDeps,
  caller: Caller,
  importId: string,
  format: FailedRowsFormat = 'csv',
): Promise<Response> {
  const job = await importOf(deps, caller, importId)
  const imported = (job.result as ImportState | null) ?? { mapping: [] }
  const at = deps.clock.now()
  const file = failedRowsFile(imported, pagesOf(deps, caller, importId), { format, at })
  const type = exportContentTypes[format]
  return {
    body: Readable.from(file),
    headers: {
      'content-type': format === 'csv' ? `${type}; charset=utf-8; header=present` : type,
      'content-disposition': attachmentHeader(`failed-rows.${format}`),
      'x-content-type-options': 'nosniff',
    },
  }
}

async function* pagesOf(
  { db }: Deps,
  { workspaceId }: Caller,
  importId: string,
): AsyncGenerator<readonly RowOutcome[]> {
  for (let from: number | null = 0; from !== null;) {
    const page: OutcomePage = await outcomesFrom(db.in(workspaceId), importId, from, PARTS_OF_PAGE)
    yield page.outcomes as RowOutcome[]
    from = page.nextPart
  }
}
