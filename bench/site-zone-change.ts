// Measures how long other writers of a workspace wait while the due dates of a large site follow its new time zone. One process
// serves and runs the background work, as `plumbline serve` does. Two writers of the same site, one of records and one of
// instruments, write without a change first, and then during a change that moves every due date.
// BENCH_INSTRUMENTS is the number of instruments (100000), BENCH_ROUNDS the number of changes (3), BENCH_ROUND_MS how long the
// writers write without a change (2000).
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { APP_API_PREFIX, PUBLIC_API_PREFIX } from '@plumbline/contract'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillRegister } from './fill/fill-register.ts'
import { printTable, compareFigure } from './measure.ts'
import { signIn } from './sign-in.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 100_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 2000)

/** Polling interval for the progress of a change. */
const POLL_MS = 50

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { workspace, key } = await makeWorkspace(runtime, 'Zones')
const { workspaceId, defaultSiteId } = workspace
await fillRegister(owner, workspaceId, [defaultSiteId, defaultSiteId, defaultSiteId], INSTRUMENTS)
// At this hour the date in New York is one day earlier than in Berlin, so every due date moves.
await owner.query(
  `update instruments set basis_performed_at = date_trunc('day', basis_performed_at) + interval '2 hours'
   where workspace_id = $1 and basis_performed_at is not null`,
  [workspaceId],
)
await owner.query('vacuum (analyze) instruments')
const found = await owner.query<{ id: string }>(
  `select instrument_id as id from instruments
   where workspace_id = $1 and retired_at is null order by random() limit 5000`,
  [workspaceId],
)
const instrumentIds = found.rows.map(({ id }) => id)
const app = await startChildServer('serve-all.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_MINUTE: '1000000',
})

/** Sends a request of a writer; an error response ends the measurement. */
async function write(method: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${app.origin}${PUBLIC_API_PREFIX}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 200)}`)
}

let taken = 0
const nextInstrument = () => instrumentIds[(taken += 1) % instrumentIds.length]

const WRITERS = {
  'appends records': () =>
    write('POST', `/instruments/${nextInstrument()}/calibrations`, {
      result: 'PASS',
      performed_at: new Date(Date.now() - 1000).toISOString(),
    }),
  'changes instruments': () => write('PATCH', `/instruments/${nextInstrument()}`, { notes: `note ${taken}` }),
} as const

type WriterName = keyof typeof WRITERS

/** Milliseconds of each request of a writer. */
type Waits = Record<WriterName, number[]>

/** Runs all writers, each one request after another, while some work is in progress. */
async function writingWhile(goesOn: Promise<unknown>, waits: Waits): Promise<void> {
  const ending = new AbortController()
  const over = goesOn.finally(() => ending.abort())
  const writing = Object.entries(WRITERS).map(async ([name, act]) => {
    while (!ending.signal.aborted) {
      const startedAt = performance.now()
      await act()
      waits[name as WriterName].push(performance.now() - startedAt)
    }
  })
  await Promise.all([over, ...writing])
}

/** Changes the zone of the site and waits until its due dates are updated; returns both durations in milliseconds. */
async function changeZone(
  cookie: string,
  timezone: string | null,
): Promise<{ responded: number; whole: number }> {
  const startedAt = performance.now()
  const path = `${APP_API_PREFIX}/workspaces/${workspaceId}/sites/${defaultSiteId}`
  const response = await fetch(`${app.origin}${path}`, {
    method: 'PATCH',
    headers: { cookie, origin: app.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ timezone }),
  })
  await response.text()
  if (!response.ok) throw new Error(`the change got ${response.status}`)
  const responded = performance.now() - startedAt
  for (;;) {
    const { rowCount } = await owner.query('select from jobs where finished_at is null')
    if (rowCount === 0) return { responded, whole: performance.now() - startedAt }
    await setTimeout(POLL_MS)
  }
}

const noWaits = (): Waits => ({ 'appends records': [], 'changes instruments': [] })
const [alone, beside] = [noWaits(), noWaits()]
const changes: { responded: number; whole: number }[] = []
try {
  const cookie = await signIn(runtime, app.origin, workspaceId)
  await writingWhile(setTimeout(ROUND_MS), noWaits())
  for (let round = 0; round < ROUNDS; round += 1) {
    await writingWhile(setTimeout(ROUND_MS), alone)
    const change = changeZone(cookie, round % 2 === 0 ? 'America/New_York' : null)
    await writingWhile(
      change.then((times) => changes.push(times)),
      beside,
    )
  }
} finally {
  await app.stop()
  await bench.drop()
}

const row = (name: string, meanwhile: string, waits: readonly number[]) => {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return [name, meanwhile, sorted.length, at(0.5).toFixed(1), at(0.99).toFixed(1), at(1).toFixed(0)]
}
const names = Object.keys(WRITERS) as WriterName[]
printTable(
  `Writers of a site with ${INSTRUMENTS} instruments`,
  ['writer', 'meanwhile', 'requests', 'p50 ms', 'p99 ms', 'longest ms'],
  names.flatMap((name) => [row(name, 'nothing', alone[name]), row(name, 'its zone changes', beside[name])]),
)
printTable(
  'The change itself',
  ['responded after s', 'due dates followed after s'],
  changes.map(({ responded, whole }) => [(responded / 1000).toFixed(1), (whole / 1000).toFixed(1)]),
)
const longest = Math.max(...names.flatMap((name) => beside[name]))
compareFigure(
  'longest that another writer waits while the zone of a large site changes',
  longest,
  { below: 1000 },
  ' ms',
)
