// One verification or rebuild for bench/verify-ledger.ts, in a separate process, so that its cost is measured without that of
// filling the ledger, and in a thread, as commands process large ledgers.
import { verifyLedger } from '../../apps/server/src/modules/ledger/index.ts'
import { streamEntries } from '../../apps/server/src/modules/ledger/verify/verify-store.ts'
import { APPLICATION_ROLE, openDatabase, readSnapshot } from '../../apps/server/src/platform/db/index.ts'
import { createSecrets, readSecretKeys } from '../../apps/server/src/platform/secrets.ts'
import { createLedgerThreads } from '../../apps/server/src/verify-thread.ts'

/** The only argument of the process, as JSON. */
export interface VerifyOrder {
  readonly load: keyof typeof loads
  readonly connectionString: string
  readonly dataDir: string
  readonly workspaceId: string
}

/** The output of the process. */
export interface VerifyCost {
  readonly seconds: number
  /** Processor time of the process, without PostgreSQL. */
  readonly processorSeconds: number
  readonly peakMemoryMb: number
  readonly rows: number
}

const loads = {
  read: readAll,
  entries: verifyAlone,
  tables: async () => rowsOf(await threads.verify(order.workspaceId)),
  rebuild: async () =>
    rowsOf(await threads.rebuild(order.workspaceId, { owner: connection, takeLog: false })),
}

const order = JSON.parse(process.argv[2]!) as VerifyOrder
const connection = { connectionString: order.connectionString }
const db = openDatabase({ connection, poolSize: 1, role: APPLICATION_ROLE, onIdleError: () => undefined })
const settings = { SECRET_KEY: undefined, SECRET_KEY_FALLBACK: undefined, DATA_DIR: order.dataDir }
const secretKeys = await readSecretKeys(settings, 'make')
const threads = createLedgerThreads({ secretKeys, connection })
const secrets = createSecrets(secretKeys)

const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
const rows = await loads[order.load]()
const { user, system } = process.cpuUsage(cpu)
const cost: VerifyCost = {
  seconds: (performance.now() - startedAt) / 1000,
  processorSeconds: (user + system) / 1e6,
  peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
  rows,
}
process.stdout.write(JSON.stringify(cost))
await db.close()

async function readAll(): Promise<number> {
  await readSnapshot(db, order.workspaceId, async (snapshot) => {
    for await (const page of streamEntries(snapshot).pages()) void page.length
  })
  return 0
}

async function verifyAlone(): Promise<number> {
  return rowsOf(await verifyLedger({ db, secrets, projections: [] }, order.workspaceId))
}

function rowsOf({ fault, rowFaultCount, rowFaults, rowsCompared }: Awaited<ReturnType<typeof verifyLedger>>) {
  if (fault || rowFaultCount > 0)
    throw new Error(`verification failed: ${JSON.stringify(fault ?? rowFaults[0])}`)
  return rowsCompared
}
