// Measures what a server needs, for docs/sizing.md: disk for a register with its records, by kind of table; memory of server
// and PostgreSQL; and processor time of requests and deliveries. The loads are alternated, and the health check is the
// baseline of the others. BENCH_INSTRUMENTS and BENCH_RECORDS (for each instrument) set the size.
// BENCH_KEEP names a folder that keeps the database for later runs.
// BENCH_INSTRUMENTS=100000 BENCH_RECORDS=4 node bench/sizing.ts
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { openFilledDatabase } from './fill/stored-ledger.ts'
import { alternate, callers, printTable, requests } from './measure.ts'
import { startChildServer } from './processes/child-server.ts'
import { clusterStats, postmasterOf } from './process-stat.ts'
import { ofCluster, ofProcess, timing } from './processor-time.ts'

const INSTRUMENTS = Number(process.env['BENCH_INSTRUMENTS'] ?? 10_000)
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 4)
const CALLERS = 4

/** Number of records that are posted while their deliveries are measured. */
const DELIVERED = 500

const API = '/api/public/v1'

const RECORD = {
  result: 'PASS',
  calibration_type: 'in_house',
  nominal_value: '10.000 mm',
  tolerance: '±0.020 mm',
  as_found_reading: '10.012 mm',
}

/** The tables of each kind of data; the others are counted together. */
const KINDS: Readonly<Record<string, RegExp>> = {
  'register, with the words of the search': /^(instruments|instrument_.*)$/,
  'records, with their decisions': /^calibration/,
  ledger: /^ledger_/,
  'events and deliveries': /^(events|outbox|webhook_.*)$/,
}

const bench = await openFilledDatabase(
  { entries: INSTRUMENTS * (1 + 2 * RECORDS), instruments: INSTRUMENTS },
  { WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
)
const { runtime, owner } = bench
try {
  await owner.query('vacuum (analyze)')
  printSizes(await sizes())
  await measureServer(bench.key)
} finally {
  await bench.drop()
}

/** Returns the size of each kind of table, in bytes, with indexes and long values. */
async function sizes(): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const kindOf = (name: string) =>
    Object.entries(KINDS).find(([, pattern]) => pattern.test(name))?.[0] ?? 'all other tables'
  const sums = new Map<string, number>()
  for (const { name, bytes } of rows) {
    sums.set(kindOf(name), (sums.get(kindOf(name)) ?? 0) + Number(bytes))
  }
  return sums
}

function printSizes(ofKinds: ReadonlyMap<string, number>): void {
  const total = ofKinds.values().reduce((sum, bytes) => sum + bytes, 0)
  const megabytes = (bytes: number) => (bytes / INSTRUMENTS / 1000).toFixed(2)
  printTable(
    `Disk of ${INSTRUMENTS} instruments with ${RECORDS} records each`,
    ['tables', 'MB in all', 'MB for 1,000 instruments'],
    [...ofKinds, ['all', total] as const].map(([kind, bytes]) => [
      kind,
      (bytes / 1e6).toFixed(0),
      megabytes(bytes),
    ]),
  )
}

async function measureServer(key: string): Promise<void> {
  const app = await startChildServer('serve-all.ts', {
    DATA_DIR: runtime.config.DATA_DIR,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  })
  const http = new Pool(app.origin, { connections: CALLERS })
  try {
    const pid = app.process.pid!
    const meters: Meters = { server: ofProcess(pid), postgres: await ofCluster(owner) }
    const postmaster = await postmasterOf(owner)
    const memory = async () => [memoryOf(pid), await memoryOfCluster(postmaster)]
    const idle = await memory()
    const send = senderTo(http, key)
    await measureRequests(app.origin, { send, meters, key })
    await measureDeliveries(send, meters)
    printTable(
      'Memory, in MB (proportional set size)',
      ['when', 'server', 'PostgreSQL'],
      [
        ['after the start', ...idle],
        ['after the loads', ...(await memory())],
      ].map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : cell))),
    )
  } finally {
    await http.close()
    await app.stop()
  }
}

interface Meters {
  server: () => Promise<number>
  postgres: () => Promise<number>
}

/** Sends a request of a key; throws unless it succeeds. */
type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<void>

function senderTo(http: Pool, key: string): Send {
  return async (method, path, body) => {
    const ofBody = body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const response = await http.request({
      method,
      path: `${API}${path}`,
      headers: { 'x-api-key': key, ...ofBody },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
  }
}

async function measureRequests(
  origin: string,
  { send, meters, key }: { send: Send; meters: Meters; key: string },
): Promise<void> {
  const ids = await someInstruments()
  const some = () => ids[Math.floor(Math.random() * ids.length)]!
  const record = () => send('POST', `/instruments/${some()}/calibrations`, RECORD)
  // The first ones load code and plan statements, which a server in use has behind it.
  for (let count = 0; count < 50; count += 1) await record()
  const each = (work: () => Promise<void>) => timing(meters, callers(CALLERS, work))
  const timed = {
    'health check (/healthz)': timing(meters, requests(origin, '/healthz', {}, CALLERS)),
    'list of 50 instruments': timing(
      meters,
      requests(origin, `${API}/instruments`, { 'x-api-key': key }, CALLERS),
    ),
    'search of the register': each(() => send('GET', '/instruments?q=caliper')),
    'one instrument': each(() => send('GET', `/instruments/${some()}`)),
    'a record': each(record),
  }
  const loads = Object.entries(timed).map(([name, { load }]) => [name, load] as const)
  const measured = await alternate(Object.fromEntries(loads))
  printTable(
    'Processor time of a request, in milliseconds',
    ['request', 'a second, 4 callers', 'server', 'PostgreSQL', 'both'],
    Object.entries(timed).map(([name, { perUnit }]) => {
      const { server, postgres } = perUnit()
      const used = [server, postgres, server + postgres].map((ms) => ms.toFixed(2))
      return [name, measured[name]!.perSecond.toFixed(0), ...used]
    }),
  )
}

/** Prints the processor time of a record whose event is delivered to one endpoint, and of one without endpoints. */
async function measureDeliveries(send: Send, { server, postgres }: Meters): Promise<void> {
  const received = { count: 0 }
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received.count += 1
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const ids = await someInstruments()
  const post = async (isDelivered: boolean): Promise<string[]> => {
    const until = received.count + (isDelivered ? DELIVERED : 0)
    const before = [await server(), await postgres()]
    for (let count = 0; count < DELIVERED; count += 1) {
      await send('POST', `/instruments/${ids[count % ids.length]!}/calibrations`, RECORD)
    }
    while (received.count < until) await pause(50)
    const after = [await server(), await postgres()]
    return after.map((ms, at) => ((ms - before[at]!) / DELIVERED).toFixed(2))
  }
  const without = await post(false)
  const { port } = receiver.address() as AddressInfo
  await send('POST', '/webhooks', { url: `http://127.0.0.1:${port}/hook`, events: ['calibration.created'] })
  const delivered = await post(true)
  receiver.close()
  printTable(
    'Processor time of a record from one caller, in milliseconds',
    ['record', 'server', 'PostgreSQL'],
    [
      ['without endpoints', ...without],
      ['with one delivery', ...delivered],
    ],
  )
}

async function someInstruments(): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select instrument_id as id from instruments where status = 'active' limit 1000`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the memory of a process in MB, of shared pages its share. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!
  return Number(kilobytes) / 1000
}

/** Returns the memory of all processes of PostgreSQL in MB. */
async function memoryOfCluster(postmaster: number): Promise<number> {
  let sum = 0
  for (const { pid } of await clusterStats(postmaster)) {
    try {
      sum += memoryOf(pid)
    } catch {
      // It has ended since the processes were listed.
    }
  }
  return sum
}
