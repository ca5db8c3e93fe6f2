// Measures how long it takes to find everything affected by a bad standard, five levels down among 100,000 records, as a query
// and as pages over HTTP, with the processor time of PostgreSQL and of the server. The baseline reads the same number of
// records by index.
import { PUBLIC_API_PREFIX } from '../packages/contract/src/index.ts'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillFeed } from './fill/fill-feed.ts'
import { fillRegister } from './fill/fill-register.ts'
import { printTable, requests } from './measure.ts'
import { ofCluster, ofProcess, timing } from './processor-time.ts'
import { findTouched } from '../apps/server/src/modules/traceability/index.ts'
import { sql } from '../apps/server/src/platform/db/index.ts'

const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 100_000)
const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 20_000)

/** Number of standards on each level above the instruments; each level is calibrated with the one above. */
const STANDARDS = [1, 10, 100, 1000, 4000]
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
/** How long each page is measured. */
const PAGES_MS = 10_000

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, sites, key } = await makeWorkspace(runtime, 'Reach')
const { workspaceId } = workspace
await fillRegister(owner, workspaceId, sites, INSTRUMENTS)
await fillFeed(owner, workspaceId, RECORDS)
const standardId = await arrange()

const queries = runtime.db.in(workspaceId)
const reach = { standardId, from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }
const measured = { reach: [] as number[], baseline: [] as number[] }
const database = await ofCluster(owner)
const used = { server: 0, PostgreSQL: 0 }
let levels: [number, number][] = []
for (let round = 0; round < ROUNDS; round += 1) {
  measured.reach.push(
    await timed(async () => {
      const [before, own] = [await database(), process.cpuUsage()]
      const touched = await findTouched(queries, reach)
      const { user, system } = process.cpuUsage(own)
      used.server += (user + system) / 1000
      used.PostgreSQL += (await database()) - before
      levels = [...Map.groupBy(touched, ({ level }) => level)].map(([level, { length }]) => [level, length])
    }),
  )
  measured.baseline.push(
    await timed(() =>
      queries.rows(sql`
        select count(*), max(performed_at), max(instrument_id::text)
        from calibrations
        where workspace_id = ${workspaceId} and record_type = 'calibration' and result <> 'DAMAGED'`),
    ),
  )
}
console.table(Object.fromEntries(levels.map(([level, touched]) => [`level ${level}`, { touched }])))
console.table(
  Object.fromEntries(
    Object.entries(measured).map(([name, times]) => {
      const sorted = times.toSorted((a, b) => a - b)
      return [name, { 'p50 ms': Math.round(sorted[ROUNDS >> 1]!), 'slowest ms': Math.round(sorted.at(-1)!) }]
    }),
  ),
)
const share = (ms: number) => Math.round(ms / ROUNDS)
console.log('reach, processor ms:', { server: share(used.server), PostgreSQL: share(used.PostgreSQL) })
await pagesOverHttp()
await bench.drop()

/** Reads the pages of everything the standard was used for, one request after another. */
async function pagesOverHttp(): Promise<void> {
  const app = await startChildServer('serve-app.ts', {
    DATA_DIR: runtime.config.DATA_DIR,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  })
  const rows: (string | number)[][] = []
  try {
    const meters = { server: ofProcess(app.process.pid!), PostgreSQL: await ofCluster(owner) }
    for (const page of ['limit=50', 'limit=100', `limit=50&offset=${Math.floor(RECORDS * 0.9)}`]) {
      const path = `${PUBLIC_API_PREFIX}/instruments/${standardId}/used-for?${page}`
      const load = timing(meters, requests(app.origin, path, { authorization: `Bearer ${key}` }, 1))
      const { p50Ms, p99Ms } = await load.load(PAGES_MS)
      const { server, PostgreSQL } = load.perUnit()
      rows.push([page, ...[p50Ms, p99Ms, server, PostgreSQL].map(Math.round)])
    }
  } finally {
    await app.stop()
  }
  printTable('used-for over HTTP', ['page', 'p50 ms', 'slowest ms', 'server ms', 'PostgreSQL ms'], rows)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Assigns every record a standard of the level above its instrument. Instruments of a level are calibrated before those of
 * the next, one record per minute.
 */
async function arrange(): Promise<string> {
  await owner.query('alter table calibrations disable trigger all')
  await owner.query(
    `with numbered as (
       select instrument_id, row_number() over (order by asset_tag) - 1 as n from instruments where workspace_id = $1
     ), bounds as (
       select level, sum(size) over (order by level) - size as first, size
       from unnest($2::int[]) with ordinality as standard (size, level)
     ), leveled as (
       select n.instrument_id, coalesce(b.level, $3) as level, n.n - coalesce(b.first, $4) as place
       from numbered n left join bounds b on n.n >= b.first and n.n < b.first + b.size
     ), above as (
       select l.instrument_id, l.level, s.instrument_id as standard
       from leveled l
       left join bounds b on b.level = l.level - 1
       left join leveled s on s.level = b.level and s.place = l.place % b.size
     )
     update calibrations c
     set reference_standard_asset_id = above.standard, result = 'PASS',
       performed_at = timestamptz '2025-01-01' + above.level * interval '30 days' + c.calibration_place * interval '1 second'
     from above
     where c.workspace_id = $1 and above.instrument_id = c.instrument_id`,
    [workspaceId, STANDARDS, STANDARDS.length + 1, STANDARDS.reduce((sum, size) => sum + size, 0)],
  )
  await owner.query('alter table calibrations enable trigger all')
  await owner.query('vacuum (analyze) calibrations')
  const { rows } = await owner.query<{ instrument_id: string }>(
    `select instrument_id from instruments where workspace_id = $1 order by asset_tag limit 1`,
    [workspaceId],
  )
  return rows[0]!.instrument_id
}
