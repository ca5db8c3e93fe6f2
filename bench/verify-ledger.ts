// How long it takes to verify a ledger of a million entries: its entries, tree, head and checkpoints alone, and
// with every table compared with it; and to rebuild every table from it, which compares the words that
// instruments are found by too. The baseline reads the same bytes and looks at none. Each runs in a process of its
// own, whose peak memory is printed. Then the app verifies it in its thread, and others read pages meanwhile.
// BENCH_LOADS names those of the loads that are wanted: read, entries, tables, rebuild, app.
// BENCH_ENTRIES=1000000 node bench/verify-ledger.ts
// BENCH_ENTRIES=3000000 BENCH_ROUNDS=1 BENCH_LOADS='tables rebuild' node bench/verify-ledger.ts
// BENCH_KEEP names a folder that keeps the database: a first run fills the ledger there, later runs of the same
// BENCH_ENTRIES and BENCH_INSTRUMENTS only measure, also after a migration. BENCH_LOADS=none only fills. Removing the
// folder leaves the cluster that it links to where root started it, so remove what `realpath FOLDER/postgres` prints as
// well.
// BENCH_KEEP=/var/tmp/ledger-1m BENCH_ROUNDS=1 BENCH_LOADS='tables rebuild' node bench/verify-ledger.ts
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { latestCheckpoint } from '../apps/server/src/modules/ledger/index.ts'
import { measureBesideVerification } from './beside-verification.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillLedger } from './fill/fill-ledger.ts'
import { median, printTable } from './measure.ts'
import type { VerifyCost, VerifyOrder } from './processes/verify-process.ts'

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000)
const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 10_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const WANTED = new Set((process.env['BENCH_LOADS'] ?? 'read entries tables rebuild app').split(' '))

const STORED_IN = process.env['BENCH_KEEP']

if (STORED_IN !== undefined) await mkdir(STORED_IN, { recursive: true })
const bench = await openBenchDatabase({}, STORED_IN)
const { runtime, owner } = bench
const workspaceId =
  (STORED_IN === undefined ? undefined : await storedLedger(STORED_IN)) ?? (await filledLedger())

const allLoads: Record<string, VerifyOrder['load']> = {
  'every entry read, none looked at': 'read',
  'entries, tree, head, checkpoints': 'entries',
  'the same, and every table': 'tables',
  'rebuilt, and nothing differs': 'rebuild',
}
const loads = Object.fromEntries(Object.entries(allLoads).filter(([, load]) => WANTED.has(load)))
const PROGRAM = fileURLToPath(new URL('./processes/verify-process.ts', import.meta.url))

/** The description of a ledger that is stored in a folder. */
interface StoredLedger {
  readonly workspaceId: string
  readonly entries: number
  readonly instruments: number
}

/** Returns the workspace of the ledger that an earlier run filled; undefined if the folder is empty. */
async function storedLedger(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'bench-ledger.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const stored = JSON.parse(text) as StoredLedger
  if (stored.entries === ENTRIES && stored.instruments === INSTRUMENTS) return stored.workspaceId
  await bench.drop()
  throw new Error(`${folder} keeps ${stored.entries} entries of ${stored.instruments} instruments`)
}

/**
 * Creates a workspace whose ledger has the configured number of entries, and describes it in the folder once it is
 * complete.
 */
async function filledLedger(): Promise<string> {
  const startedAt = performance.now()
  const { workspace } = await makeWorkspace(runtime, 'Ledger')
  await fillLedger(runtime, owner, workspace, { entries: ENTRIES, instruments: INSTRUMENTS })
  await latestCheckpoint(runtime, workspace.workspaceId)
  console.log(`  filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const stored: StoredLedger = {
    workspaceId: workspace.workspaceId,
    entries: ENTRIES,
    instruments: INSTRUMENTS,
  }
  if (STORED_IN !== undefined) await writeFile(join(STORED_IN, 'bench-ledger.json'), JSON.stringify(stored))
  return workspace.workspaceId
}

async function carryOut(load: VerifyOrder['load']): Promise<VerifyCost> {
  const { user, password, host, port, database } = runtime.owner
  const connectionString = `postgres://${user}:${String(password)}@${encodeURIComponent(host!)}:${port}/${database}`
  const order: VerifyOrder = { load, connectionString, dataDir: runtime.config.DATA_DIR, workspaceId }
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, JSON.stringify(order)])
  return JSON.parse(stdout) as VerifyCost
}

const seen = Object.fromEntries(Object.keys(loads).map((name) => [name, [] as VerifyCost[]]))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, load] of Object.entries(loads)) {
    const cost = await carryOut(load)
    console.log(`  ${name}: ${JSON.stringify(cost)}`)
    seen[name]!.push(cost)
  }
}
if (Object.keys(loads).length > 0)
  printTable(
    `Verifying ${ENTRIES} entries of ${INSTRUMENTS} instruments`,
    ['what', 'seconds', 'own processor seconds', 'entries a second', 'peak memory in MB'],
    Object.entries(seen).map(([name, rounds]) => {
      const wall = median(rounds.map((each) => each.seconds))
      const own = median(rounds.map((each) => each.processorSeconds))
      const peak = Math.max(...rounds.map((each) => each.peakMemoryMb))
      return [name, wall.toFixed(1), own.toFixed(1), (ENTRIES / wall).toFixed(0), String(peak)]
    }),
  )
if (WANTED.has('app')) await measureBesideVerification(runtime, workspaceId)
await bench.drop()
