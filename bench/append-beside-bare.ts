// Compares POSTed calibrations with a bare handler that checks the key and does one durable insert of the same row: rate and
// processor time, in one and eight workspaces, with points, and with two processes.
import { randomUUID } from 'node:crypto'
import { Pool } from 'undici'
import { startChildServer } from './processes/child-server.ts'
import { makeWorkspace, openBenchDatabase } from './database.ts'
import { fillRegister } from './fill/fill-register.ts'
import { alternate, callers, compareFigure, printTable, report } from './measure.ts'
import { ofCluster, ofProcess, timing } from './processor-time.ts'

const CALLERS = 8
const INSTRUMENTS = 200
/** Number of records of each workspace before the measurement. */
const RECORDS_BEFORE = 250
const POINTS = 40

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

/** A record of a multimeter: a reading as found and one as left at each point, under a rule that computes probabilities. */
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
const environment = {
  DATA_DIR: runtime.config.DATA_DIR,
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
}
const [bare, first, second] = await Promise.all(
  ['serve-bare-append.ts', 'serve-app.ts', 'serve-app.ts'].map((script) =>
    startChildServer(script, environment),
  ),
)
const pools = [bare!, first!, second!].map(({ origin }) => new Pool(origin, { connections: CALLERS }))
const [ofBare, ofFirst, ofSecond] = pools

// Plans made for empty tables ignore indexes; a database in use analyzes its tables automatically.
for (let record = 0; record < RECORDS_BEFORE; record += 1) {
  await Promise.all(
    Array.from({ length: CALLERS }, (_, caller) => post(caller % 2 === 0 ? ofFirst! : ofSecond!, caller)),
  )
}
await owner.query('analyze')
const postgres = await ofCluster(owner)
const [onBare, onFirst, onSecond] = [bare!, first!, second!].map(({ process }) => ofProcess(process.pid!))
const onBoth = async () => (await onFirst!()) + (await onSecond!())
const timed = {
  bare: timing(
    { server: onBare!, postgres },
    callers(CALLERS, () => post(ofBare!, 0)),
  ),
  one: timing(
    { server: onFirst!, postgres },
    callers(CALLERS, () => post(ofFirst!, 0)),
  ),
  two: timing(
    { server: onBoth, postgres },
    callers(CALLERS, (caller) => post(caller % 2 === 0 ? ofFirst! : ofSecond!, 0)),
  ),
  eight: timing(
    { server: onFirst!, postgres },
    callers(CALLERS, (caller) => post(ofFirst!, caller)),
  ),
  eightOfTwo: timing(
    { server: onBoth, postgres },
    callers(CALLERS, (caller) => post(caller % 2 === 0 ? ofFirst! : ofSecond!, caller)),
  ),
  points: timing(
    { server: onFirst!, postgres },
    callers(CALLERS, () => post(ofFirst!, 0, WITH_POINTS)),
  ),
}

try {
  const seen = await alternate({
    bare: timed.bare.load,
    one: timed.one.load,
    two: timed.two.load,
    eight: timed.eight.load,
    eightOfTwo: timed.eightOfTwo.load,
    points: timed.points.load,
  })
  report('Records a second', {
    'bare handler, 8 connections': seen.bare,
    '1 workspace': seen.one,
    '1 workspace, 2 processes': seen.two,
    '8 workspaces': seen.eight,
    '8 workspaces, 2 processes': seen.eightOfTwo,
    [`${POINTS} points, 1 workspace`]: seen.points,
  })
  const used = Object.fromEntries(
    Object.entries(timed).map(([name, { perUnit }]) => {
      const { server, postgres: database } = perUnit()
      return [name, { server, database, both: server + database }] as const
    }),
  )
  printTable(
    'Processor time of a record, in milliseconds',
    ['load', 'server', 'PostgreSQL', 'both'],
    Object.entries(used).map(([name, { server, database, both }]) => [
      name,
      server.toFixed(2),
      database.toFixed(2),
      both.toFixed(2),
    ]),
  )
  const rate = (name: keyof typeof seen) => seen[name].perSecond
  const cost = (name: keyof typeof seen) => used[name]!.both
  compareFigure('POST, one workspace, against a bare handler', rate('one') / rate('bare'), { atLeast: 0.45 })
  compareFigure('processor time of a POST, of a bare one', cost('one') / cost('bare'), { below: 2 })
  compareFigure('two processes, one workspace, against one process', rate('two') / rate('one'), {
    atLeast: 0.9,
  })
  compareFigure('two processes, eight workspaces, against one process', rate('eightOfTwo') / rate('eight'), {
    atLeast: 1.3,
  })
  compareFigure(
    `processor time of a record with ${POINTS} points, of one without`,
    cost('points') / cost('one'),
    { below: 3 },
  )
} finally {
  await Promise.all(pools.map((pool) => pool.close()))
  await Promise.all([bare!, first!, second!].map((server) => server.stop()))
  await bench.drop()
}

/** A different instrument each time, because records of one instrument wait for its row lock. */
function someInstrument(workspace: number): string {
  const register = registers[workspace]!
  return register[Math.floor(Math.random() * register.length)]!
}

async function post(http: Pool, workspace: number, record: object = BODY): Promise<void> {
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
