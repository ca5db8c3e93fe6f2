// POST calibrations through the whole stack, in eight workspaces and in one, against plain durable inserts of the same
// row:
// records a second, also with points, and the processor time that each takes of the server and of PostgreSQL.
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { Pool } from 'undici'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillRegister } from './fill/fill-register.ts'
import { alternate, callers, printTable, report, compareFigure, type Load } from './measure.ts'
import { ofCluster, ofProcess, timing } from './processor-time.ts'

const CALLERS = 8
const INSTRUMENTS = 200
const BATCH = 100
/** Number of records of each workspace before the measurement. */
const RECORDS_BEFORE = 250

const BODY = {
  result: 'PASS',
  calibration_type: 'in_house',
  nominal_value: '10.000 mm',
  tolerance: '±0.020 mm',
  as_found_reading: '10.012 mm',
  temperature: '20.1 °C',
  humidity: '46 %',
  reference_standard: 'Gauge block set, grade 0',
} as const

const POINTS = 40

/**
 * A record of a multimeter: a reading as found and one as left at each point, under a rule that computes probabilities.
 */
const WITH_POINTS = {
  ...BODY,
  decision_rule: 'guard_band_u',
  measurements: Array.from({ length: POINTS }, (_, index) => ({
    function: 'DC voltage',
    range: '100 V',
    nominal: { value: `${index + 1}.000`, unit: 'V' },
    tolerance: { symmetric: { absolute: '0.005', percent_of_reading: '0.05' } },
    as_found: { readings: [`${index + 1}.002`] },
    as_left: { readings: [`${index + 1}.001`] },
    uncertainty: { expanded: '0.8', coverage_factor: '2', unit: 'mV' },
  })),
}

/** About the size of a record's snapshot. */
const SNAPSHOT = JSON.stringify({ instrument: BODY, workspace: BODY, site: BODY, location: null, more: BODY })

const bench = await openBenchDatabase()
const { runtime, owner } = bench
const workspaces = await Promise.all(
  Array.from({ length: CALLERS }, (_, index) => makeWorkspace(runtime, `Workspace ${index}`)),
)
const registers: string[][] = []
for (const { workspace, sites } of workspaces) {
  await fillRegister(owner, workspace.workspaceId, sites, INSTRUMENTS)
  const { rows } = await owner.query<{ id: string }>(
    `select instrument_id as id from instruments where workspace_id = $1 and status = 'active'`,
    [workspace.workspaceId],
  )
  registers.push(rows.map((row) => row.id))
}

await owner.query(
  'create table plain (like calibrations including defaults, primary key (workspace_id, calibration_id))',
)
const clients = await Promise.all(
  Array.from({ length: CALLERS }, async () => {
    const client = new Client(runtime.owner)
    await client.connect()
    return client
  }),
)
const app = await startChildServer('serve-app.ts', {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
})
const http = new Pool(app.origin, { connections: CALLERS })

// Plans made for empty tables ignore indexes; a database in use analyzes its tables automatically.
for (let record = 0; record < RECORDS_BEFORE; record += 1) {
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => post(caller)))
}
await owner.query('analyze')
const meters = { server: ofProcess(app.process.pid!), postgres: await ofCluster(owner) }
const timed = {
  plain: timing(
    meters,
    callers(CALLERS, (caller) => insertPlain(clients[caller]!)),
  ),
  eight: timing(
    meters,
    callers(CALLERS, (caller) => post(caller)),
  ),
  one: timing(
    meters,
    callers(CALLERS, () => post(0)),
  ),
  points: timing(
    meters,
    callers(CALLERS, () => post(0, WITH_POINTS)),
  ),
  batches: timing(meters, timesBatch(callers(1, () => batch(0)))),
}

try {
  const { plain, eight, one, points, batches } = await alternate({
    plain: timed.plain.load,
    eight: timed.eight.load,
    one: timed.one.load,
    points: timed.points.load,
    batches: timed.batches.load,
  })
  report('Records a second', {
    'plain durable inserts, 8 connections': plain,
    'POST, 8 workspaces': eight,
    'POST, 1 workspace': one,
    [`POST with ${POINTS} points, 1 workspace`]: points,
    [`POST of batches of ${BATCH}, 1 workspace`]: batches,
  })
  printTable(
    'Processor time of a record, in milliseconds',
    ['load', 'server', 'PostgreSQL', 'both'],
    Object.entries(timed).map(([name, { perUnit }]) => {
      const { server, postgres } = perUnit()
      return [name, server.toFixed(2), postgres.toFixed(2), (server + postgres).toFixed(2)]
    }),
  )
  const { server, postgres } = timed.one.perUnit()
  const ofPoints = timed.points.perUnit()
  compareFigure(
    'processor time of a POSTed calibration, server and PostgreSQL',
    server + postgres,
    { below: 2.5 },
    ' ms',
  )
  compareFigure(
    `processor time of a record with ${POINTS} points, of one without`,
    (ofPoints.server + ofPoints.postgres) / (server + postgres),
    { below: 3 },
  )
  for (const [name, { perSecond }, atLeast] of [
    ['8 workspaces in parallel', eight, 0.35],
    ['one workspace', one, 0.08],
  ] as const) {
    compareFigure(`POST calibration, ${name}, against plain durable inserts`, perSecond / plain.perSecond, {
      atLeast,
    })
  }
} finally {
  await Promise.all(clients.map((client) => client.end()))
  await http.close()
  await app.stop()
  await bench.drop()
}

/** Inserts a record into a table with only the columns and the primary key of the real one. */
async function insertPlain(client: Client): Promise<void> {
  await client.query({
    name: 'plain',
    text: `insert into plain (
        workspace_id, calibration_id, instrument_id, record_type, ledger_index, created_at, feed_place,
        performed_at, performed_by, result, nominal_value, tolerance, as_found_reading, temperature, humidity,
        reference_standard, snapshot
      ) values ($1, $2, $2, 'calibration', 0, now(), 0, now(), 'Bench', $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      workspaces[0]!.workspace.workspaceId,
      randomUUID(),
      BODY.result,
      BODY.nominal_value,
      BODY.tolerance,
      BODY.as_found_reading,
      BODY.temperature,
      BODY.humidity,
      BODY.reference_standard,
      SNAPSHOT,
    ],
  })
}

/** A different instrument each time, because records of one instrument wait for its row lock. */
function someInstrument(workspace: number): string {
  const register = registers[workspace]!
  return register[Math.floor(Math.random() * register.length)]!
}

async function post(workspace: number, record: object = BODY): Promise<void> {
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: `/api/public/v1/instruments/${someInstrument(workspace)}/calibrations`,
    headers: {
      'x-api-key': workspaces[workspace]!.key,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(record),
  })
  const text = await body.text()
  if (statusCode !== 201) throw new Error(`returned ${statusCode}: ${text.slice(0, 200)}`)
}

async function batch(index: number): Promise<void> {
  const items = Array.from({ length: BATCH }, () => ({
    instrument_id: someInstrument(index),
    idempotency_key: randomUUID(),
    body: BODY,
  }))
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: '/api/public/v1/calibrations/batch',
    headers: { 'x-api-key': workspaces[index]!.key, 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  })
  const { results } = (await body.json()) as { results?: { status: number }[] }
  if (statusCode !== 200 || !results?.every(({ status }) => status === 201)) {
    throw new Error(`a batch got ${statusCode}`)
  }
}

/** Counts records instead of batches. */
function timesBatch(load: Load): Load {
  return async (durationMs) => {
    const measured = await load(durationMs)
    return { ...measured, perSecond: measured.perSecond * BATCH }
  }
}
