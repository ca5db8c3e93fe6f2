import { Worker } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import type { LedgerReport } from './modules/ledger/index.ts'
import type { Config } from './platform/config.ts'
import type { VerifyTask, VerifyWord } from './verify-thread-main.ts'

const PROGRAM = new URL('./verify-thread-main.ts', import.meta.url)

/** Verifies ledgers in threads of their own: hashing a million entries keeps no request waiting. */
export interface VerifyThreads {
  /** The signal ends the thread; its verification fails. */
  readonly verify: (
    workspaceId: string,
    onProgress: (entriesDone: number) => void,
    signal: AbortSignal,
  ) => Promise<LedgerReport>
}

/** Threads that read the database of these parts through a connection of their own. */
export function createVerifyThreads({
  config,
  connection,
}: {
  config: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>
  connection: ClientConfig
}): VerifyThreads {
  const verify: VerifyThreads['verify'] = (workspaceId, onProgress, signal) => {
    signal.throwIfAborted()
    const { SECRET_KEY: secretKey, DATA_DIR: dataDir } = config
    const workerData: VerifyTask = { workspaceId, connection, secretKey, dataDir }
    const worker = new Worker(PROGRAM, { workerData, name: 'ledger' })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end)
    const { promise, resolve, reject } = Promise.withResolvers<LedgerReport>()
    worker.on('message', (word: VerifyWord) => {
      if ('report' in word) resolve(word.report)
      else onProgress(word.entriesDone)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', end)
      reject(new Error(`the verifying thread ended with ${code} before it was done`))
    })
    return promise
  }
  return { verify }
}
