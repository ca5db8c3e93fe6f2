import { Worker } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import type { SecretKeys } from '../../../platform/secrets.ts'
import type { ChainOrder, ChainReport, VerifyChainApart } from './verify-chain.ts'

const PROGRAM = new URL('./chain-thread-main.ts', import.meta.url)

/** The thread keeps one page of entries in memory, and nothing else grows. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

/** How the thread connects to the ledger. */
export interface ChainConnection {
  readonly connection: ClientConfig
  /** Undefined to read with the connection's own role. */
  readonly role: string | undefined
  readonly secretKeys: SecretKeys
}

/** The input of the thread. */
export type ChainTask = ChainConnection & ChainOrder

/** Verifies chains in a separate thread, which ends with the thread that started it. */
export function chainInThread(to: ChainConnection): VerifyChainApart {
  return (order) => {
    const workerData: ChainTask = { ...to, ...order }
    const worker = new Worker(PROGRAM, { workerData, name: 'chain', resourceLimits: MEMORY_LIMITS })
    const { promise, resolve, reject } = Promise.withResolvers<ChainReport>()
    worker.on('message', (report: ChainReport) => resolve(withBuffers(report)))
    worker.on('error', reject)
    worker.on('exit', (code) =>
      reject(new Error(`the thread on a chain ended with ${code} before it was done`)),
    )
    return promise
  }
}

/** Buffers passed between threads arrive as byte arrays. */
function withBuffers({ computed, fault }: ChainReport): ChainReport {
  const { edge } = computed
  const hashes = edge.hashes.map((hash) => Buffer.from(hash))
  return { computed: { ...computed, edge: { size: edge.size, hashes } }, fault }
}
