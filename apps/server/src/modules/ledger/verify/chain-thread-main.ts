import { constants, platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, readSnapshot } from '../../../platform/db/index.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import type { ChainTask } from './chain-thread.ts'
import { verifyChainButPayloads } from './verify-chain.ts'

const { connection, role, secretKeys, workspaceId, snapshotId, keptCheckpoints } = workerData as ChainTask

// Requests take priority if processors are scarce. Only on Linux do threads have their own priority.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const db = openDatabase({ connection, poolSize: 1, role, onIdleError: () => undefined })
const secrets = createSecrets(secretKeys)
const report = await readSnapshot(
  db,
  workspaceId,
  (snapshot) => verifyChainButPayloads(snapshot, secrets, { keptCheckpoints }),
  { snapshotId },
)
// A port of a thread has no origin, as a window has.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort!.postMessage(report)
await db.close()
