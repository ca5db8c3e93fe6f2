// Measures the effect on another workspace while one key requests 20 large certificates: the p99 of ordinary
// certificates,
// each typeset at its first request, compared with the usual p99.
// node bench/large-certificates.ts
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { compareFigure, inTurn, median, printTable } from './measure.ts'
import { startChildServer } from './processes/child-server.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const ORDINARY = Number(process.env['BENCH_CERTIFICATES'] ?? 100)
const LARGE = 20
const POINTS = 330

/** Interval between two requests of an impatient client for a certificate that is not ready. */
const ASK_AGAIN_MS = 500

const bench = await openBenchDatabase()
const { runtime } = bench
const [crowd, other] = [await makeWorkspace(runtime, 'Crowd'), await makeWorkspace(runtime, 'Other')]
const app = await startChildServer('serve-all.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
})
const pool = new Pool(app.origin, { connections: 2 * LARGE })
let entered = 0

async function ask(method: 'GET' | 'POST', path: string, key: string, content?: object) {
  const { statusCode, body } = await pool.request({
    method,
    path: `/api/public/v1${path}`,
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: content ? JSON.stringify(content) : null,
  })
  return { status: statusCode, bytes: Buffer.from(await body.arrayBuffer()) }
}

/** Creates an approved record; returns the path of its certificate. */
async function enter(key: string, record: object): Promise<string> {
  const create = async (path: string, content: object): Promise<string> => {
    const { status, bytes } = await ask('POST', path, key, content)
    if (status !== 201) throw new Error(`${path} returned ${status}: ${bytes.toString()}`)
    return (JSON.parse(bytes.toString()) as { id: string }).id
  }
  entered += 1
  const instrument = { asset_tag: `TAG-${entered}`, name: 'Meter', unit_of_measure: 'V' }
  const id = await create('/instruments', { ...instrument, calibration_interval_value: 12 })
  const body = { result: 'PASS', calibration_type: 'in_house', ...record }
  return `/calibrations/${await create(`/instruments/${id}/calibrations`, body)}/certificate`
}

const points = Array.from({ length: POINTS }, (_, index) => ({
  nominal: { value: `${index + 1}.000`, unit: 'V' },
  tolerance: { symmetric: { absolute: '0.005' } },
  as_found: { readings: [`${index + 1}.001`] },
}))
const large = { decision_rule: 'simple_acceptance', measurements: points }

/** Returns the milliseconds of each of this many first requests, sent one after another. */
async function ordinaryTimes(paths: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const path of paths) {
    const startedAt = performance.now()
    const { status, bytes } = await ask('GET', path, other.key)
    if (status !== 200) throw new Error(`${path} returned ${status}: ${bytes.toString()}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Requests the certificate until it is ready; returns how often it was not. */
async function insist(path: string): Promise<number> {
  for (let attempts = 0; ; attempts += 1) {
    const { status } = await ask('GET', path, crowd.key)
    if (status === 200) return attempts
    if (status !== 503) throw new Error(`${path} returned ${status}`)
    await pause(ASK_AGAIN_MS)
  }
}

interface Round {
  readonly p50: number
  readonly p99: number
  /** How long all large certificates took together. */
  readonly largeMs: number
  readonly refused: number
}

async function round(withCrowd: boolean, isWarmUp: boolean): Promise<Round> {
  const ordinary: string[] = []
  for (let count = 0; count < (isWarmUp ? 10 : ORDINARY); count += 1) {
    ordinary.push(await enter(other.key, { as_found_reading: '10.001 V', nominal_value: '10 V' }))
  }
  const startedAt = performance.now()
  const wanted = withCrowd ? (isWarmUp ? 1 : LARGE) : 0
  const crowding = Promise.all(
    Array.from({ length: wanted }, async () => insist(await enter(crowd.key, large))),
  )
  // Waits until the large certificates are in progress.
  if (withCrowd) await pause(2000)
  const times = (await ordinaryTimes(ordinary)).toSorted((one, another) => one - another)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
  const refused = (await crowding).reduce((sum, count) => sum + count, 0)
  const largeMs = withCrowd ? performance.now() - startedAt : 0
  return { p50: at(0.5), p99: at(0.99), largeMs, refused }
}

try {
  const seen = await inTurn(ROUNDS, {
    usual: (isWarmUp) => round(false, isWarmUp),
    'beside 20 large ones': (isWarmUp) => round(true, isWarmUp),
  })
  const of = (name: keyof typeof seen, part: keyof Round) => median(seen[name].map((each) => each[part]))
  printTable(
    `${ORDINARY} ordinary certificates of another workspace, one after another`,
    ['round', 'p50 ms', 'p99 ms', 'large ones took s', '503'],
    (Object.keys(seen) as (keyof typeof seen)[]).map((name) => [
      name,
      of(name, 'p50').toFixed(1),
      of(name, 'p99').toFixed(1),
      (of(name, 'largeMs') / 1000).toFixed(1),
      of(name, 'refused'),
    ]),
  )
  const ratio = of('beside 20 large ones', 'p99') / of('usual', 'p99')
  compareFigure('p99 beside 20 large certificates, of its usual', ratio, { below: 3 }, ' times')
} finally {
  await app.stop()
  await pool.close()
  await bench.drop()
}
