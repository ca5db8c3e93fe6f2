// Compares GET /instruments through the whole stack with a bare handler, and a million instruments with ten thousand.
import { alternate, report, requests, compareFigure } from './measure.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { startChildServer } from './processes/child-server.ts'
import { fillRegister } from './fill/fill-register.ts'

const LARGE = Number(process.env['BENCH_INSTRUMENTS'] ?? 1_000_000)
const SMALL = 10_000

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const small = await makeWorkspace(runtime, 'Small')
const large = await makeWorkspace(runtime, 'Large')
await fillRegister(owner, small.workspace.workspaceId, small.sites, SMALL)
await fillRegister(owner, large.workspace.workspaceId, large.sites, LARGE)

const environment = {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
  COMPUTED_FILTER_MAX_CANDIDATES: '100000000',
}
const app = await startChildServer('serve-app.ts', environment)
const bare = await startChildServer('serve-bare.ts', environment)
const PATH = '/api/public/v1/instruments'
const load = ({ key }: { key: string }, query = '') =>
  requests(app.origin, `${PATH}${query}`, { 'x-api-key': key })

try {
  const whole = await alternate({
    'bare node:http and pg, no key': requests(bare.origin, `/${large.workspace.workspaceId}`, {}),
    'GET /instruments': load(large),
  })
  report(`50 of ${LARGE} instruments, whole stack against a bare handler`, whole)
  compareFigure(
    'GET /instruments, 50 rows, against a bare handler with the same rows and no key',
    whole['GET /instruments'].perSecond / whole['bare node:http and pg, no key'].perSecond,
    { atLeast: 0.7 },
  )
  for (const [query, name] of [
    ['', 'unfiltered'],
    ['?compliance_status=WARNING', 'by WARNING'],
    ['?compliance_status=NON_COMPLIANT', 'by NON_COMPLIANT'],
    ['?compliance_status=NOT_CALIBRATED', 'by NOT_CALIBRATED'],
  ] as const) {
    const { few, many } = await alternate({ few: load(small, query), many: load(large, query) })
    report(`GET /instruments${query}`, { [`${SMALL}`]: few, [`${LARGE}`]: many })
    compareFigure(`GET /instruments ${name}, latency at ${LARGE} against ${SMALL}`, many.p50Ms / few.p50Ms, {
      below: 1.3,
    })
  }
  const deep = Math.floor(LARGE * 0.9)
  const { first, behind } = await alternate({ first: load(large), behind: load(large, `?offset=${deep}`) })
  report('Deep pages', { 'offset 0': first, [`offset ${deep}`]: behind })
  compareFigure(`GET /instruments at offset ${deep}, with 8 at once`, behind.p50Ms, { below: 100 }, ' ms')
} finally {
  await app.stop()
  await bare.stop()
  await bench.drop()
}
