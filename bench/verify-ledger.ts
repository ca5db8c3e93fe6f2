// How long it takes to verify a ledger of a million entries: its entries, tree, head and checkpoints alone, and
// with every table compared with what it tells. The baseline reads the same bytes and looks at none. Then the app
// verifies it in its thread, and others read pages meanwhile.
// BENCH_ENTRIES=1000000 node bench/verify-ledger.ts
import { latestCheckpoint, verifyLedger } from '../apps/server/src/modules/ledger/index.ts'
import { walkEntries } from '../apps/server/src/modules/ledger/verify-store.ts'
import { readSnapshot } from '../apps/server/src/platform/db/index.ts'
import { projections } from '../apps/server/src/projections.ts'
import { measureBesideVerification } from './beside-verification.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillLedger } from './fill-ledger.ts'
import { median, printTable } from './measure.ts'

const ENTRIES = Number(process.env['BENCH_ENTRIES'] ?? 1_000_000)
const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 10_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace } = await makeWorkspace(runtime, 'Ledger')
const { workspaceId } = workspace
await fillLedger(runtime, owner, workspace, { entries: ENTRIES, instruments: INSTRUMENTS })
await latestCheckpoint(runtime, workspaceId)

async function readAll(): Promise<void> {
  await readSnapshot(runtime.db, workspaceId, async (snapshot) => {
    for await (const page of walkEntries(snapshot).pages()) void page.length
  })
}

async function verify(compared: typeof projections): Promise<void> {
  const report = await verifyLedger({ ...runtime, projections: compared }, workspaceId)
  if (report.fault || report.rowFaultCount > 0) {
    throw new Error(`does not hold: ${JSON.stringify(report.fault ?? report.rowFaults[0])}`)
  }
  console.log(`  ${report.size} entries, ${report.rowsCompared} rows`)
}

const loads = {
  'every entry read, none looked at': readAll,
  'entries, tree, head, checkpoints': () => verify([]),
  'the same, and every table': () => verify(projections),
}
const seen = Object.fromEntries(
  Object.keys(loads).map((name) => [name, [] as { wall: number; own: number }[]]),
)
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, load] of Object.entries(loads)) {
    const [begun, cpu] = [performance.now(), process.cpuUsage()]
    await load()
    const { user, system } = process.cpuUsage(cpu)
    seen[name]!.push({ wall: (performance.now() - begun) / 1000, own: (user + system) / 1e6 })
  }
}
printTable(
  `Verifying ${ENTRIES} entries of ${INSTRUMENTS} instruments`,
  ['what', 'seconds', 'own processor seconds', 'entries a second'],
  Object.entries(seen).map(([name, rounds]) => {
    const wall = median(rounds.map((each) => each.wall))
    const own = median(rounds.map((each) => each.own))
    return [name, wall.toFixed(1), own.toFixed(1), (ENTRIES / wall).toFixed(0)]
  }),
)
console.log(`\nPeak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
await measureBesideVerification(runtime, workspaceId)
await bench.drop()
