import { constants, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import { rebuildLedger, verifyLedger, type LedgerReport, type RebuildReport } from './modules/ledger/index.ts'
import { APPLICATION_ROLE, openDatabase } from './platform/db/index.ts'
import { createSecrets, keptSecretKey } from './platform/secrets.ts'
import { projections } from './projections.ts'

/** What a thread is started with: it verifies a ledger, or rebuilds the read models from it. */
export interface LedgerTask {
  readonly workspaceId: string
  /** The owner's where it rebuilds. */
  readonly connection: ClientConfig
  /** Undefined where it is kept in the data folder. */
  readonly secretKey: string | undefined
  readonly dataDir: string
  readonly keptCheckpoints: readonly string[]
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

const db = openDatabase({
  connection: task.connection,
  poolSize: 1,
  role: task.rebuild ? undefined : APPLICATION_ROLE,
  onIdleError: () => undefined,
})
const secrets = createSecrets(task.secretKey ?? (await keptSecretKey(task.dataDir)))
const onProgress = (entriesDone: number) => post({ entriesDone })
const { workspaceId, keptCheckpoints, rebuild } = task
const report = rebuild
  ? await rebuildLedger({ owner: db, secrets, projections, onProgress }, workspaceId, rebuild)
  : await verifyLedger({ db, secrets, projections, onProgress }, workspaceId, keptCheckpoints)
post({ report })
await db.close()
