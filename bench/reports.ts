// Measures the duration and processor time of each report and of interval advice with a large register whose records
// all
// opened a finding.
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillFeed } from './fill/fill-feed.ts'
import { fillRegister } from './fill/fill-register.ts'
import { ofCluster } from './processor-time.ts'
import { findWorkspace } from '../apps/server/src/modules/workspaces/index.ts'
import { intervalRoutes } from '../apps/server/src/modules/intervals/index.ts'
import { reportRoutes } from '../apps/server/src/modules/reports/index.ts'
import { systemActor } from '../apps/server/src/platform/actor.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 100_000)
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 300_000)

/** Number of years over which the records are distributed. */
const YEARS = 3
const ROUNDS = 5

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, sites } = await makeWorkspace(runtime, 'Reports')
const { workspaceId } = workspace
await fillRegister(owner, workspaceId, sites, INSTRUMENTS)
await fillFeed(owner, workspaceId, RECORDS)
await spreadOverYears()
await spreadOverModels()
await openFindings()

const found = await findWorkspace(runtime.db.in(workspaceId))
const caller = { ...systemActor(workspaceId), role: 'manager', workspace: found! } as never
const reports = reportRoutes(runtime)
const advice = intervalRoutes(runtime.db)
const groups = (group_by: 'model' | 'category') => () =>
  advice.listIntervalAdvice({ caller, query: { group_by, limit: 50, offset: 0 } } as never)
const ofSite = { ...(caller as object), siteIds: [sites[0]!] }
const findingsOfSite = () => reports.getFindingReport({ caller: ofSite, query: { list: 'closed' } } as never)
const every: [string, () => Promise<unknown>][] = [
  ...Object.entries(reports).map(([name, handler]): [string, () => Promise<unknown>] => [
    name,
    () =>
      (handler as (call: unknown) => Promise<unknown>)({
        caller,
        query: {},
        params: {},
        headers: {},
        body: {},
      }),
  ]),
  ['getFindingReport, of one site, closed ones listed', findingsOfSite],
  ['interval advice by model', groups('model')],
  ['interval advice by category, one of all', groups('category')],
]
/** Selects reports by words of their names. */
const wanted = (process.env['BENCH_LOADS'] ?? '').split(' ')
const chosen = every.filter(([name]) => wanted.some((word) => name.includes(word)))
const meter = await ofCluster(owner)
const times: Record<
  string,
  { 'p50 ms': number; 'slowest ms': number; 'PostgreSQL ms': number; 'server ms': number }
> = {}
for (const [name, ask] of chosen) {
  const taken: number[] = []
  const [database, own] = [await meter(), process.cpuUsage()]
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await ask()
    taken.push(performance.now() - start)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  const { user, system } = process.cpuUsage(own)
  times[name] = {
    'p50 ms': Math.round(sorted[ROUNDS >> 1]!),
    'slowest ms': Math.round(sorted.at(-1)!),
    'PostgreSQL ms': Math.round(((await meter()) - database) / ROUNDS),
    'server ms': Math.round((user + system) / 1000 / ROUNDS),
  }
}
console.table(times)
await bench.drop()

/** Inserts records of each instrument a year apart, with all columns that reports use. */
async function spreadOverYears(): Promise<void> {
  await owner.query('alter table calibrations disable trigger all')
  await owner.query(
    `update calibrations
     set performed_at = now() - make_interval(secs => (calibration_place * $2::float8 / $3)),
       as_found_reading = '10.0' || lpad((calibration_place * 7919 % 60)::text, 2, '0') || ' mm',
       service_provider = case when calibration_place % 3 = 0 then 'Eastgate ' || calibration_place % 5 end,
       snapshot = '{"instrument": {"calibration_interval_value": 12, "calibration_interval_unit": "months", "unit_of_measure": "mm"}}'
     where workspace_id = $1`,
    [workspaceId, YEARS * 365 * 86_400, RECORDS],
  )
  await owner.query('alter table calibrations enable trigger all')
  await owner.query('vacuum (analyze) calibrations')
}

/** Assigns five hundred models in ten categories. */
async function spreadOverModels(): Promise<void> {
  await owner.query('alter table instruments disable trigger all')
  await owner.query(
    `update instruments
     set model = 'AC-' || abs(hashtext(asset_tag)) % 500, category = 'Category ' || abs(hashtext(asset_tag)) % 10
     where workspace_id = $1`,
    [workspaceId],
  )
  await owner.query('alter table instruments enable trigger all')
  await owner.query('vacuum (analyze) instruments')
}

/** Inserts a finding for each record: a third are open, the others took up to a year. */
async function openFindings(): Promise<void> {
  await owner.query(
    `insert into findings (workspace_id, finding_id, instrument_id, calibration_id, opened_at, opened_by, points, due_date,
       closed_at, closed_because, signature_meaning)
     select workspace_id, calibration_id, instrument_id, calibration_id, performed_at, 'Quinn', '[]'::jsonb,
       (performed_at + interval '60 days')::date,
       case when calibration_place % 3 > 0 then performed_at + make_interval(days => calibration_place::integer % 365) end,
       case when calibration_place % 3 > 0 then 'concluded' end,
       case when calibration_place % 3 > 0 then 'Closed' end
     from calibrations
     where workspace_id = $1`,
    [workspaceId],
  )
  await owner.query('vacuum (analyze) findings')
}
