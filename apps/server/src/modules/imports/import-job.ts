import { buffer } from 'node:stream/consumers'
import { DOCUMENT_BYTES_MAX } from '@plumbline/contract'
import { ApiError, unusableValue } from '../../platform/errors.ts'
import { withSmallHeap } from '../../platform/small-heap.ts'
import { actingMember, type Caller } from '../access/index.ts'
import type { JobKind, RunningJob } from '../jobs/index.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportInput, ImportState } from './import-state.ts'
import type { ImportParts } from './parts.ts'
import { runImport } from './run-import.ts'
import { FileRefused } from './source/file-refused.ts'
import { openTable } from './source/read-table.ts'

/** The rows of smaller files fit into any heap. Making the heap small pauses the whole process. */
const SMALL_FILE_BYTES = 256 * 1024

/**
 * Returns the job kind of imports. Rows commit together with the progress, so that a process that takes the job over
 * continues after the last committed part, and no row is imported twice.
 */
export function importJob(parts: ImportParts): JobKind {
  return {
    isCancellable: true,
    carryOut: async (job) => {
      const input = job.input as ImportInput
      const caller = await callerOf(parts, job, input)
      try {
        const bytes = await readFile(parts, input.file)
        const before = job.result as ImportState | null
        const step: ImportRun['step'] = (work) =>
          job.step(async (tx) => {
            const { state, outcomes } = await work(tx)
            return { result: state, done: state.done, total: state.rows, outcomes }
          })
        const run = async () =>
          runImport({ parts, caller, input, table: await openTable(bytes), before, step })
        return await (bytes.length < SMALL_FILE_BYTES ? run() : withSmallHeap(run))
      } catch (error) {
        if (error instanceof FileRefused) throw unusableValue('document_key', error.reason)
        throw error
      }
    },
  }
}

/** Reads the file, whose size upload URLs limit. */
async function readFile({ storage }: ImportParts, key: string): Promise<Buffer> {
  const { sizeBytes } = await storage.head(key)
  if (sizeBytes > DOCUMENT_BYTES_MAX) throw new ApiError('PAYLOAD_TOO_LARGE')
  return buffer(await storage.read(key))
}

/** @throws 403 FORBIDDEN if the person may no longer import */
async function callerOf(
  parts: ImportParts,
  { workspaceId, jobId, requestedBy }: RunningJob,
  { siteIds }: ImportInput,
): Promise<Caller> {
  if (requestedBy === null) throw new Error('an import that no person asked for')
  const member = await actingMember(parts, workspaceId, requestedBy)
  if (member.role !== 'admin' && member.role !== 'manager') throw new ApiError('FORBIDDEN')
  return { ...member, siteIds: within(member.siteIds, siteIds), importId: jobId }
}

/** Returns those of an API key's sites that its person still has access to. */
function within(own: readonly string[] | null, ofKey: readonly string[] | null): readonly string[] | null {
  if (own === null || ofKey === null) return own ?? ofKey
  return own.filter((id) => ofKey.includes(id))
}
