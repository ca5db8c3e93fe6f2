import { constants, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import { rebuildLedger, verifyLedger, type LedgerReport, type RebuildReport } from './modules/ledger/index.ts'
import { APPLICATION_ROLE, openDatabase } from './platform/db/index.ts'
import { createSecrets, type SecretKeys } from './platform/secrets.ts'
import { projections } from './projections.ts'

/** The input of a thread that verifies a ledger or rebuilds the read models from it. */
export interface LedgerTask {
  readonly workspaceId: string
  /** Connection settings; those of the owner for a rebuild. */
  readonly connection: ClientConfig
  readonly secretKeys: SecretKeys
  readonly savedCheckpoints: readonly string[]
  readonly rebuild?: { readonly takeLog: boolean }
}

/** Messages of the thread: its progress, and the report at the end. */
export type LedgerWord = { readonly entriesDone: number } | { readonly report: LedgerReport | RebuildReport }

const task = workerData as LedgerTask
// The port of a thread has no origin, unlike a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (word: LedgerWord) => parentPort!.postMessage(word)

// Requests take precedence when processors are busy. Only Linux has priorities of single threads.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** Number of entries between two progress messages. */
const PROGRESS_STEP = 5000
let posted = 0

function postProgress(entriesDone: number): void {
  if (Math.abs(entriesDone - posted) < PROGRESS_STEP) return
  posted = entriesDone
  post({ entriesDone })
}

const { workspaceId, connection, secretKeys, savedCheckpoints, rebuild } = task
const role = rebuild ? undefined : APPLICATION_ROLE
const db = openDatabase({ connection, poolSize: 1, role, onIdleError: () => undefined })
const parts = {
  secrets: createSecrets(secretKeys),
  projections,
  onProgress: postProgress,
}
const report = rebuild
  ? await rebuildLedger({ owner: db, ...parts }, workspaceId, rebuild)
  : await verifyLedger({ db, ...parts }, workspaceId, savedCheckpoints)
post({ report })
await db.close()
