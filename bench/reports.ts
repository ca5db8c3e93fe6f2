// How long each report takes at a large register.
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillFeed } from './fill/fill-feed.ts'
import { fillRegister } from './fill/fill-register.ts'
import { findWorkspace } from '../apps/server/src/modules/workspaces/index.ts'
import { reportRoutes } from '../apps/server/src/modules/reports/index.ts'
import { systemActor } from '../apps/server/src/platform/actor.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 100_000)
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 300_000)

/** Years over which the records are spread. */
const YEARS = 3
const ROUNDS = 5

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, sites } = await makeWorkspace(runtime, 'Reports')
const { workspaceId } = workspace
await fillRegister(owner, workspaceId, sites, INSTRUMENTS)
await fillFeed(owner, workspaceId, RECORDS)
await spreadOverYears()

const found = await findWorkspace(runtime.db.in(workspaceId))
const caller = { ...systemActor(workspaceId), role: 'manager', workspace: found! } as never
const reports = reportRoutes(runtime)
const query = {} as never
const times: Record<string, { 'p50 ms': number; 'slowest ms': number }> = {}
for (const [name, handler] of Object.entries(reports)) {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await (handler as (call: unknown) => Promise<unknown>)({
      caller,
      query,
      params: {},
      headers: {},
      body: {},
    })
    taken.push(performance.now() - start)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  times[name] = { 'p50 ms': Math.round(sorted[ROUNDS >> 1]!), 'slowest ms': Math.round(sorted.at(-1)!) }
}
console.table(times)
await bench.drop()

/** The records of each instrument are a year apart, with what reports look at beside the result. */
async function spreadOverYears(): Promise<void> {
  await owner.query('alter table calibrations disable trigger all')
  await owner.query(
    `update calibrations
     set performed_at = now() - make_interval(secs => (calibration_place * $2::float8 / $3)),
       service_provider = case when calibration_place % 3 = 0 then 'Eastgate ' || calibration_place % 5 end,
       snapshot = '{"instrument": {"calibration_interval_value": 12, "calibration_interval_unit": "months", "unit_of_measure": "mm"}}'
     where workspace_id = $1`,
    [workspaceId, YEARS * 365 * 86_400, RECORDS],
  )
  await owner.query('alter table calibrations enable trigger all')
  await owner.query('vacuum (analyze) calibrations')
}
