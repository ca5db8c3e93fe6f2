import { constants, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import { verifyLedger, type LedgerReport } from './modules/ledger/index.ts'
import { APPLICATION_ROLE, openDatabase } from './platform/db/index.ts'
import { createSecrets, keptSecretKey } from './platform/secrets.ts'
import { projections } from './projections.ts'

/** What a verifying thread is started with. */
export interface VerifyTask {
  readonly workspaceId: string
  readonly connection: ClientConfig
  /** Undefined where it is kept in the data folder. */
  readonly secretKey: string | undefined
  readonly dataDir: string
}

/** What it tells on the way, and at the end. */
export type VerifyWord = { readonly entriesDone: number } | { readonly report: LedgerReport }

const task = workerData as VerifyTask
// A port of a thread has no origin, as a window has.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (word: VerifyWord) => parentPort!.postMessage(word)

// Requests come first where processors are scarce. On Linux alone a thread has a priority of its own.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const db = openDatabase({
  connection: task.connection,
  poolSize: 1,
  role: APPLICATION_ROLE,
  onIdleError: () => undefined,
})
const secrets = createSecrets(task.secretKey ?? (await keptSecretKey(task.dataDir)))
const onProgress = (entriesDone: number) => tell({ entriesDone })
tell({ report: await verifyLedger({ db, secrets, projections, onProgress }, task.workspaceId) })
await db.close()
