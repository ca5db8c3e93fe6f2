// How long it takes to verify a ledger of a million entries: its entries, tree, head and checkpoints alone, and
// with every table compared with it; and to rebuild every table from it, which compares the words that
// instruments are found by too. The baseline reads the same bytes and looks at none. Each runs in a process of its
// own, whose peak memory is printed. Then the app verifies it in its thread, and others read pages meanwhile.
// BENCH_LOADS names those of the loads that are wanted: read, entries, tables, rebuild, app.
// BENCH_ENTRIES=1000000 node bench/verify-ledger.ts
// BENCH_ENTRIES=3000000 BENCH_ROUNDS=1 BENCH_LOADS='tables rebuild' node bench/verify-ledger.ts
// BENCH_KEEP names a folder that keeps the database for later runs; BENCH_LOADS=none only fills it.
// BENCH_KEEP=/var/tmp/ledger-1m BENCH_ROUNDS=1 BENCH_LOADS='tables rebuild' node bench/verify-ledger.ts
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { measureBesideVerification } from './beside-verification.ts'
import { openFilledDatabase } from './fill/stored-ledger.ts'
import { median, printTable } from './measure.ts'
import type { VerifyCost, VerifyOrder } from './processes/verify-process.ts'

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000)
const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 10_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const WANTED = new Set((process.env['BENCH_LOADS'] ?? 'read entries tables rebuild app').split(' '))

const bench = await openFilledDatabase({ entries: ENTRIES, instruments: INSTRUMENTS })
const { runtime, workspaceId } = bench

const allLoads: Record<string, VerifyOrder['load']> = {
  'every entry read, none looked at': 'read',
  'entries, tree, head, checkpoints': 'entries',
  'the same, and every table': 'tables',
  'rebuilt, and nothing differs': 'rebuild',
}
const loads = Object.fromEntries(Object.entries(allLoads).filter(([, load]) => WANTED.has(load)))
const PROGRAM = fileURLToPath(new URL('./processes/verify-process.ts', import.meta.url))

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
