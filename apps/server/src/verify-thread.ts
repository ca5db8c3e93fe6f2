import { Worker } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import type { LedgerReport, RebuildReport } from './modules/ledger/index.ts'
import type { SecretKeys } from './platform/secrets.ts'
import type { LedgerTask, LedgerWord } from './verify-thread-main.ts'

const PROGRAM = new URL('./verify-thread-main.ts', import.meta.url)

/**
 * The live data of a thread is about 40 MB, whatever the size of the ledger. Without limits the heap grows to several
 * times that on a large machine; with lower limits garbage collection takes a third of the time.
 */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 }

/** Options of a call that a thread carries out. */
interface Following {
  readonly onProgress?: (entriesDone: number) => void
  /** Stops the thread; the call then fails. */
  readonly signal?: AbortSignal
}

/** Verifies and rebuilds in separate threads, so that hashing a million entries delays no request. */
export interface LedgerThreads {
  readonly verify: (
    workspaceId: string,
    options?: Following & { savedCheckpoints?: readonly string[] },
  ) => Promise<LedgerReport>
  /** Rebuilds the read models. @param owner connection settings of the owner of the tables */
  readonly rebuild: (
    workspaceId: string,
    options: { owner: ClientConfig; takeLog: boolean },
  ) => Promise<RebuildReport>
}

/** The dependencies of the threads. */
interface ThreadParts {
  readonly secretKeys: SecretKeys
  readonly connection: ClientConfig
}

/** Creates the functions that verify and rebuild in threads. Each thread has its own database connection. */
export function createLedgerThreads({ secretKeys, connection }: ThreadParts): LedgerThreads {
  const task = { secretKeys, savedCheckpoints: [] }
  return {
    verify: (workspaceId, { savedCheckpoints = [], ...following } = {}) =>
      carryOut<LedgerReport>({ ...task, workspaceId, connection, savedCheckpoints }, following),
    rebuild: (workspaceId, { owner, takeLog }) =>
      carryOut<RebuildReport>({ ...task, workspaceId, connection: owner, rebuild: { takeLog } }, {}),
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
