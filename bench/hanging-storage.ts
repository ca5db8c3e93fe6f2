// Measures the effect on other requests of 200 requests for new certificates and registrations whose storage never responds.
// node bench/hanging-storage.ts
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { callers, median, report, requests, compareFigure, type Measured } from './measure.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 5000)
const HANGING = 200

/** Time until the certificates are typeset and all requests wait for the storage. */
const ARRIVAL_MS = Number(process.env['BENCH_ARRIVAL_MS'] ?? 15_000)

/** Accepts every connection and never responds. */
const silent = createServer((socket) => {
  socket.on('error', () => socket.destroy()).resume()
})
silent.listen(0, '127.0.0.1')
await once(silent, 'listening')

const bench = await openBenchDatabase()
const { runtime } = bench
const { key } = await makeWorkspace(runtime, 'Bench')
const { port } = silent.address() as AddressInfo
const app = await startChildServer('serve-app.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  UPLOADS_PER_DAY: '100000',
  LOG_LEVEL: 'silent',
  REQUEST_DEADLINE_MS: String(ARRIVAL_MS + ROUND_MS + 5000),
  STORAGE_URL: `s3://AKID:secret@files?endpoint=http://127.0.0.1:${port}`,
})
const PREFIX = '/api/public/v1'
const headers = { 'x-api-key': key }
/** Separate connection pools for requests that hang and for those that do not. */
const pools = { hanging: new Pool(app.origin, { connections: HANGING }), others: new Pool(app.origin) }

async function ask(
  pool: Pool,
  method: 'GET' | 'POST',
  path: string,
  content?: object,
): Promise<{ status: number; body: any }> {
  const { statusCode, body } = await pool.request({
    method,
    path: PREFIX + path,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: content ? JSON.stringify(content) : null,
  })
  return { status: statusCode, body: await body.json() }
}

const send = (path: string, content: object) => ask(pools.others, 'POST', path, content)
const calibration = { result: 'PASS', calibration_type: 'in_house' }
const instrument = async (tag: string) =>
  (await send('/instruments', { asset_tag: tag, name: 'Gauge', calibration_interval_value: 12 })).body
    .id as string

/** Requests that hang in the storage. They can be sent again, because they have no effect. */
const hanging: (() => Promise<{ status: number }>)[] = []
const hangingOn = await instrument('HANG')
while (hanging.length < HANGING) {
  const record = await send(`/instruments/${hangingOn}/calibrations`, calibration)
  hanging.push(() => ask(pools.hanging, 'GET', `/calibrations/${record.body.id}/certificate`))
  const file = { file_name: 'report.pdf', content_type: 'application/pdf' }
  const ticket = await send(`/instruments/${hangingOn}/documents/upload-url`, file)
  const registration = { key: ticket.body.key, file_name: 'report.pdf' }
  hanging.push(() => ask(pools.hanging, 'POST', `/instruments/${hangingOn}/documents`, registration))
}

const target = await instrument('TARGET')
const loads = {
  'GET /instruments': requests(app.origin, `${PREFIX}/instruments`, headers, 4),
  'POST a calibration': callers(4, async () => {
    const { status } = await send(`/instruments/${target}/calibrations`, calibration)
    if (status !== 201) throw new Error(`an append returned ${status}`)
  }),
}

type Load = (durationMs: number) => Promise<Measured>

/** The figures, and the processor time of the server per request, including hanging ones. */
type Costed = Measured & { cpuMs: number }

/** Returns the processor time of the server so far. */
function cpuMs(): number {
  const stat = readFileSync(`/proc/${app.process.pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')'))
    .split(' ')
    .slice(USER_TIME, USER_TIME + 2)
  return (Number(user) + Number(system)) * CLOCK_TICK_MS
}

/** Index of the user time after the command name, and the unit in which Linux counts it. */
const USER_TIME = 12
const CLOCK_TICK_MS = 10

async function costed(load: Load, durationMs: number): Promise<Costed> {
  const before = cpuMs()
  const measured = await load(durationMs)
  return { ...measured, cpuMs: (cpuMs() - before) / ((measured.perSecond * durationMs) / 1000) }
}

/** The same load while the hanging requests arrive, and while all of them hang. */
async function beside(load: Load): Promise<{ arriving: Costed; hung: Costed }> {
  const responses = hanging.map((request) => request())
  const measured = { arriving: await costed(load, ARRIVAL_MS), hung: await costed(load, ROUND_MS) }
  for (const { status } of await Promise.all(responses)) {
    if (status !== 503) throw new Error(`a request that hangs returned ${status}`)
  }
  return measured
}

try {
  for (const [name, load] of Object.entries(loads)) {
    await load(ROUND_MS)
    await beside(load)
    const rounds: Record<'alone' | 'arriving' | 'hung', Costed>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ alone: await costed(load, ROUND_MS), ...(await beside(load)) })
    }
    const middle = (when: keyof (typeof rounds)[0]): Costed => {
      const of = (figure: keyof Costed) => median(rounds.map((round) => round[when][figure]))
      return {
        perSecond: of('perSecond'),
        p50Ms: of('p50Ms'),
        p95Ms: of('p95Ms'),
        p99Ms: of('p99Ms'),
        cpuMs: of('cpuMs'),
      }
    }
    const phases = {
      without: middle('alone'),
      'while they hang': middle('hung'),
      [`in the ${ARRIVAL_MS / 1000} s after all came at once`]: middle('arriving'),
    }
    report(`${name}, with ${HANGING} requests that hang in the storage`, phases)
    for (const [phase, { cpuMs: spent }] of Object.entries(phases)) {
      console.log(`processor time of the server for a request ${phase}: ${spent.toFixed(2)} ms`)
    }
    compareFigure(
      `${name}: p99 beside ${HANGING} requests whose storage hangs, of its usual`,
      median(rounds.map(({ alone, hung }) => hung.p99Ms / alone.p99Ms)),
      { below: 2 },
    )
  }
} finally {
  await app.stop()
  await bench.drop()
  silent.close()
  await Promise.all([pools.hanging.destroy(), pools.others.destroy()])
}
// Connections to the storage that its clients left open.
process.exit()
