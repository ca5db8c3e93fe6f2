import { Worker } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import type { SecretKeys } from '../../../platform/secrets.ts'
import type { ChainOrder, ChainReport, VerifyChainApart } from './verify-chain.ts'

const PROGRAM = new URL('./chain-thread-main.ts', import.meta.url)

/** A page of entries is held, and nothing else grows. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

/** How the thread reaches the ledger. */
export interface ChainConnection {
  readonly connection: ClientConfig
  /** Undefined where the connection's own role reads. */
  readonly role: string | undefined
  readonly secretKeys: SecretKeys
}

/** What the thread is started with. */
export type ChainTask = ChainConnection & ChainOrder

/** Verifies chains in a thread of their own. It ends with the thread that started it. */
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

/** Between threads a buffer becomes an array of its bytes. */
function withBuffers({ computed, fault }: ChainReport): ChainReport {
  const { edge } = computed
  const hashes = edge.hashes.map((hash) => Buffer.from(hash))
  return { computed: { ...computed, edge: { size: edge.size, hashes } }, fault }
}
