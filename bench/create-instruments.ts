// Measures POST of instruments through the whole stack, one at a time and in batches, in one workspace: instruments per
// second, and the processor time of the server and of PostgreSQL for each.
import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { alternate, callers, printTable, report, compareFigure, type Load } from './measure.ts'
import { ofCluster, ofProcess, timing } from './processor-time.ts'

const CALLERS = 8
const BATCH = 100
/** Number of instruments before the measurement. */
const INSTRUMENTS_BEFORE = 2000

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const { key } = await makeWorkspace(runtime, 'Register')
const app = await startChildServer('serve-app.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
})
const http = new Pool(app.origin, { connections: CALLERS })

let entered = 0
// Plans made for empty tables ignore indexes; a database in use analyzes its tables automatically.
for (let count = 0; count < INSTRUMENTS_BEFORE; count += BATCH) await batch(count % (2 * BATCH) === 0)
await owner.query('analyze')
const meters = { server: ofProcess(app.process.pid!), postgres: await ofCluster(owner) }
const timed = {
  alone: timing(
    meters,
    callers(1, () => post()),
  ),
  eight: timing(
    meters,
    callers(CALLERS, () => post()),
  ),
  batches: timing(meters, timesBatch(callers(1, () => batch(false)))),
  batchesOfEight: timing(meters, timesBatch(callers(CALLERS, () => batch(false)))),
  started: timing(meters, timesBatch(callers(1, () => batch(true)))),
}

try {
  const { alone, eight, batches, batchesOfEight, started } = await alternate({
    alone: timed.alone.load,
    eight: timed.eight.load,
    batches: timed.batches.load,
    batchesOfEight: timed.batchesOfEight.load,
    started: timed.started.load,
  })
  report('Instruments a second, 1 workspace', {
    'POST, 1 connection': alone,
    [`POST, ${CALLERS} connections`]: eight,
    [`POST of batches of ${BATCH}, 1 connection`]: batches,
    [`the same, ${CALLERS} connections`]: batchesOfEight,
    'batches, each instrument with a starting record, 1 connection': started,
  })
  printTable(
    'Processor time of an instrument, in milliseconds',
    ['load', 'server', 'PostgreSQL', 'both'],
    Object.entries(timed).map(([name, { perUnit }]) => {
      const { server, postgres } = perUnit()
      return [name, server.toFixed(2), postgres.toFixed(2), (server + postgres).toFixed(2)]
    }),
  )
  for (const [name, together, single] of [
    ['1 connection', batches, alone],
    [`${CALLERS} connections`, batchesOfEight, eight],
  ] as const) {
    const ratio = together.perSecond / single.perSecond
    compareFigure(`batches against POST of an instrument, ${name}`, ratio, { atLeast: 10 })
  }
} finally {
  await http.close()
  await app.stop()
  await bench.drop()
}

/** A typical request body with a new tag and serial number. */
function newBody(isStarted: boolean) {
  entered += 1
  return {
    asset_tag: `CAL-${entered}`,
    name: 'Digital caliper 150 mm',
    manufacturer: 'Mitutoyo',
    model: '500-196-30',
    serial_number: `SN${entered}`,
    category: 'Dimensional',
    department: 'Quality',
    location: 'Cabinet 4',
    tolerance_spec: '±0.02 mm',
    unit_of_measure: 'mm',
    calibration_interval_value: 12,
    customFields: { 'Cost centre': '4711' },
    ...(isStarted && { last_calibration_date: '2026-05-12T08:30:00.000Z' }),
  }
}

async function post(): Promise<void> {
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: '/api/public/v1/instruments',
    headers: { 'x-api-key': key, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify(newBody(false)),
  })
  const text = await body.text()
  if (statusCode !== 201) throw new Error(`returned ${statusCode}: ${text.slice(0, 200)}`)
}

async function batch(isStarted: boolean): Promise<void> {
  const items = Array.from({ length: BATCH }, () => ({
    idempotency_key: randomUUID(),
    body: newBody(isStarted),
  }))
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: '/api/public/v1/instruments/batch',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  })
  const { results } = (await body.json()) as { results?: { status: number }[] }
  if (statusCode !== 200 || !results?.every(({ status }) => status === 201)) {
    throw new Error(`a batch got ${statusCode}`)
  }
}

/** Counts instruments instead of batches. */
function timesBatch(load: Load): Load {
  return async (durationMs) => {
    const measured = await load(durationMs)
    return { ...measured, perSecond: measured.perSecond * BATCH }
  }
}
