import { Worker } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import type { LedgerReport, RebuildReport } from './modules/ledger/index.ts'
import type { SecretKeys } from './platform/secrets.ts'
import type { LedgerTask, LedgerWord } from './verify-thread-main.ts'

const PROGRAM = new URL('./verify-thread-main.ts', import.meta.url)

/**
 * What is held is some 40 MB whatever the size of a ledger. Without limits the heap of a large machine grows to several
 * times that before it is swept; with narrower ones sweeping takes a third of the time.
 */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 }

/** How a thread is followed. */
interface Following {
  readonly onProgress?: (entriesDone: number) => void
  /** Ends the thread; what it does fails. */
  readonly signal?: AbortSignal
}

/** Verifies and rebuilds in threads of their own: hashing a million entries keeps no request waiting. */
export interface LedgerThreads {
  readonly verify: (
    workspaceId: string,
    options?: Following & { keptCheckpoints?: readonly string[] },
  ) => Promise<LedgerReport>
  /** As the owner of the tables, whose connection is `owner`. */
  readonly rebuild: (
    workspaceId: string,
    options: { owner: ClientConfig; takeLog: boolean },
  ) => Promise<RebuildReport>
}

/** What threads read the database with. */
interface ThreadParts {
  readonly secretKeys: SecretKeys
  readonly connection: ClientConfig
}

/**
 * Threads that read the database of these parts through a connection of their own.
 * @param isChainApart gives each ledger a second thread and connection, for the chain of its entries: quicker where a
 *   processor is left for it
 */
export function createLedgerThreads(
  { secretKeys, connection }: ThreadParts,
  { isChainApart = false }: { isChainApart?: boolean } = {},
): LedgerThreads {
  const kept = { secretKeys, isChainApart, keptCheckpoints: [] }
  return {
    verify: (workspaceId, { keptCheckpoints = [], ...following } = {}) =>
      carryOut<LedgerReport>({ ...kept, workspaceId, connection, keptCheckpoints }, following),
    rebuild: (workspaceId, { owner, takeLog }) =>
      carryOut<RebuildReport>({ ...kept, workspaceId, connection: owner, rebuild: { takeLog } }, {}),
  }
}

function carryOut<Report extends LedgerReport>(
  workerData: LedgerTask,
  { onProgress, signal }: Following,
): Promise<Report> {
  signal?.throwIfAborted()
  const worker = new Worker(PROGRAM, { workerData, name: 'ledger', resourceLimits: MEMORY_LIMITS })
  const end = () => void worker.terminate()
  signal?.addEventListener('abort', end)
  const { promise, resolve, reject } = Promise.withResolvers<Report>()
  worker.on('message', (word: LedgerWord) => {
    if ('report' in word) resolve(word.report as Report)
    else onProgress?.(word.entriesDone)
  })
  worker.on('error', reject)
  worker.on('exit', (code) => {
    signal?.removeEventListener('abort', end)
    reject(new Error(`the thread on a ledger ended with ${code} before it was done`))
  })
  return promise
}
