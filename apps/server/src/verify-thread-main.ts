import { constants, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import {
  chainInThread,
  rebuildLedger,
  verifyLedger,
  type LedgerReport,
  type RebuildReport,
} from './modules/ledger/index.ts'
import { APPLICATION_ROLE, openDatabase } from './platform/db/index.ts'
import { createSecrets, type SecretKeys } from './platform/secrets.ts'
import { projections } from './projections.ts'

/** What a thread is started with: it verifies a ledger, or rebuilds the read models from it. */
export interface LedgerTask {
  readonly workspaceId: string
  /** The owner's where it rebuilds. */
  readonly connection: ClientConfig
  readonly secretKeys: SecretKeys
  readonly keptCheckpoints: readonly string[]
  /** Whether another thread verifies the chain of entries. */
  readonly isChainApart: boolean
  readonly rebuild?: { readonly takeLog: boolean }
}

/** Its messages on the way, and at the end. */
export type LedgerWord = { readonly entriesDone: number } | { readonly report: LedgerReport | RebuildReport }

const task = workerData as LedgerTask
// A port of a thread has no origin, as a window has.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (word: LedgerWord) => parentPort!.postMessage(word)

// Requests come first where processors are scarce. On Linux alone a thread has a priority of its own.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** So many entries more are worth a message. */
const PROGRESS_STEP = 5000
let posted = 0

function postProgress(entriesDone: number): void {
  if (Math.abs(entriesDone - posted) < PROGRESS_STEP) return
  posted = entriesDone
  post({ entriesDone })
}

const { workspaceId, connection, secretKeys, keptCheckpoints, isChainApart, rebuild } = task
const role = rebuild ? undefined : APPLICATION_ROLE
const db = openDatabase({ connection, poolSize: 1, role, onIdleError: () => undefined })
const parts = {
  secrets: createSecrets(secretKeys),
  projections,
  onProgress: postProgress,
  chainApart: isChainApart ? chainInThread({ connection, role, secretKeys }) : undefined,
}
const report = rebuild
  ? await rebuildLedger({ owner: db, ...parts }, workspaceId, rebuild)
  : await verifyLedger({ db, ...parts }, workspaceId, keptCheckpoints)
post({ report })
await db.close()
