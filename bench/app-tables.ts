// Measures the app's tables while a person types, with 100,000 instruments and row-level security: search, filters, sorting,
// worklist and global search, one request after another. The p95 must be under 100 ms. The baseline is a page of the same
// rows read by a single statement as the owner. Then exports the whole register.
import { APP_API_PREFIX } from '../packages/contract/src/index.ts'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillRegister, writeWords } from './fill/fill-register.ts'
import { callers, printTable, requests, compareFigure } from './measure.ts'
import { signIn } from './sign-in.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 100_000)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 2000)
const PROMISED_MS = 100

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, sites } = await makeWorkspace(runtime, 'Register')
const { workspaceId } = workspace
await fillRegister(owner, workspaceId, sites, INSTRUMENTS)
await writeWords(owner, workspaceId)
const app = await startChildServer('serve-app.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
  COMPUTED_FILTER_MAX_CANDIDATES: '100000000',
})

const deep = Math.floor(INSTRUMENTS * 0.9)
const paths: Record<string, string> = {
  'first page': '/instruments?limit=50',
  'search: t (all match)': '/instruments?limit=50&q=t',
  'search: dig cal': '/instruments?limit=50&q=dig+cal',
  'search: tag-0004': '/instruments?limit=50&q=tag-0004',
  'search: SN4711': '/instruments?limit=50&q=SN4711',
  'search: nothing': '/instruments?limit=50&q=zzzz',
  'search by name: tag-0004': '/instruments?limit=50&q=tag-0004&sort=name',
  'search by due date: t': '/instruments?limit=50&q=t&sort=due_date',
  'filter: overdue': '/instruments?limit=50&compliance_status=NON_COMPLIANT',
  'filter: site and due soon': `/instruments?limit=50&site_id=${sites[1]}&compliance_status=WARNING`,
  'sort: tag': '/instruments?limit=50&sort=asset_tag',
  'sort: name, backwards': '/instruments?limit=50&sort=-name',
  'sort: due date': '/instruments?limit=50&sort=due_date',
  'sort: tag, deep': `/instruments?limit=50&sort=asset_tag&offset=${Math.floor(deep / 2)}`,
  'sort: due date of a site': `/instruments?limit=50&sort=due_date&site_id=${sites[1]}`,
  'sort: name, overdue': '/instruments?limit=50&sort=name&compliance_status=NON_COMPLIANT',
  worklist: '/due?limit=50&within_days=30',
  'worklist: a year, deep': `/due?limit=50&within_days=365&offset=${deep}`,
  'everything: tag-0004': '/search?q=tag-0004',
}

try {
  const cookie = await signIn(runtime, app.origin, workspaceId)
  const address = `${APP_API_PREFIX}/workspaces/${workspaceId}`
  const bare = await callers(1, () =>
    owner.query({
      name: 'bare',
      text: 'select * from instruments where workspace_id = $1 and retired_at is null order by created_at, instrument_id limit 50',
      values: [workspaceId],
    }),
  )(ROUND_MS)
  const rows: (string | number)[][] = [['bare statement', ...figures(bare, bare.p50Ms)]]
  for (const [name, path] of Object.entries(paths)) {
    const load = requests(app.origin, address + path, { cookie }, 1)
    await load(ROUND_MS / 4)
    const seen = await load(ROUND_MS)
    rows.push([name, ...figures(seen, bare.p50Ms)])
    compareFigure(
      `GET ${path.split('&offset')[0]} at ${INSTRUMENTS} instruments, p95`,
      seen.p95Ms,
      { below: PROMISED_MS },
      ' ms',
    )
  }
  printTable(
    `Tables of the app at ${INSTRUMENTS} instruments`,
    ['request', 'p50 ms', 'p95 ms', 'p50 of bare'],
    rows,
  )
  await download(`${app.origin}${address}/exports/instruments`, cookie)
} finally {
  await app.stop()
  await bench.drop()
}

function figures({ p50Ms, p95Ms }: { p50Ms: number; p95Ms: number }, bareMs: number): string[] {
  return [p50Ms.toFixed(1), p95Ms.toFixed(1), (p50Ms / bareMs).toFixed(1)]
}

/** Downloads the whole register; returns the time to the first byte, the duration and the number of lines. */
async function download(url: string, cookie: string): Promise<void> {
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { cookie } })
  let first = 0
  let lines = 0
  for await (const part of response.body!) {
    first ||= performance.now() - startedAt
    lines += part.reduce((count: number, byte: number) => (byte === 10 ? count + 1 : count), 0)
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `\nThe register as CSV: ${lines} lines in ${seconds.toFixed(1)} s, the first after ${first.toFixed(0)} ms`,
  )
}
