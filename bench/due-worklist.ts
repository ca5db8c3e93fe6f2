// Measures GET /due with ten thousand and with a million instruments: its first page, a deep page, and by page token.
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
const app = await startChildServer('serve-app.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
})
const load = ({ key }: { key: string }, query: string) =>
  requests(app.origin, `/api/public/v1/due${query}`, { 'x-api-key': key })

try {
  for (const [query, name] of [
    ['', 'as it is'],
    ['?within_days=365', 'for a year'],
    ['?within_days=365&compliance_status=NON_COMPLIANT', 'by token'],
  ] as const) {
    const { few, many } = await alternate({ few: load(small, query), many: load(large, query) })
    report(`GET /due${query}`, { [`${SMALL}`]: few, [`${LARGE}`]: many })
    compareFigure(`GET /due ${name}, latency at ${LARGE} against ${SMALL}`, many.p50Ms / few.p50Ms, {
      below: 1.3,
    })
  }
  // The worklist of a year contains nearly every instrument.
  const deep = Math.floor(LARGE * 0.9)
  report(
    'Deep pages of GET /due?within_days=365',
    await alternate({
      'offset 0': load(large, '?within_days=365'),
      [`offset ${deep}`]: load(large, `?within_days=365&offset=${deep}`),
    }),
  )
} finally {
  await app.stop()
  await bench.drop()
}
