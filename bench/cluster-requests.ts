// Measures the processor time that each node of a Citus cluster on this machine needs for a list of instruments and for a
// record, by the node that the process is connected to, in turn with a database without Citus on the coordinator's server.
// The workspace is on the last worker. Includes the background processes of all servers.
// CITUS_URL=postgres://postgres@127.0.0.1:5430/postgres node bench/cluster-requests.ts
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { request } from 'undici'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { applyMigrations } from '../apps/server/src/platform/db/index.ts'
import { openRuntime } from '../apps/server/src/runtime.ts'
import { citusUrl } from '../apps/server/test/citus.ts'
import { urlOf } from '../apps/server/test/cluster.ts'
import { createTestDatabase } from '../apps/server/test/database.ts'
import { startChildServer, type ChildServer } from './processes/child-server.ts'
import { makeWorkspace } from './database.ts'
import { inTurn, median, printTable } from './measure.ts'
import { ofCluster } from './processor-time.ts'

const INSTRUMENTS = 41
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const LISTS = Number(process.env['BENCH_LISTS'] ?? 100)
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 50)

/** A server with the key of a workspace and the IDs of its instruments. */
interface Target {
  server: ChildServer
  key: string
  ids: string[]
}

if (citusUrl === undefined) throw new Error('CITUS_URL is missing')
const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'))
const coordinator = await connect(citusUrl)
const { rows: nodes } = await coordinator.query<{ host: string; port: number; group: number }>(
  `select nodename as host, nodeport as port, groupid as group
   from pg_dist_node where noderole = 'primary' order by groupid`,
)
const clients = await Promise.all(nodes.map((node) => connect(onNode(node, citusUrl!))))
const meters = await Promise.all(clients.map(ofCluster))

const plainDatabase = `plumbline_plain_${process.pid}`
await coordinator.query(`create database ${plainDatabase}`)
const plainUrl = urlOf(citusUrl, plainDatabase)
await applyMigrations({ connectionString: plainUrl })
const distributed = await createTestDatabase()

const plain = await fill('plain', plainUrl, async () => true)
const spreadOwner = await connect(distributed.url)
const spread = await fill('spread', distributed.url, async (workspaceId) => {
  const { rows } = await spreadOwner.query<{ group: number }>(
    `select groupid as group from pg_dist_placement
     where shardid = get_shard_id_for_distribution_column('instruments', $1::uuid)`,
    [workspaceId],
  )
  return rows[0]!.group === nodes.at(-1)!.group
})
const targets: Record<string, Target> = {
  'one PostgreSQL': plain,
  coordinator: spread,
  'first worker': { ...spread, server: await serve('spread', onNode(nodes[1]!, distributed.url)) },
  'node of the workspace': {
    ...spread,
    server: await serve('spread', onNode(nodes.at(-1)!, distributed.url)),
  },
}
await measure('list', LISTS, list)
await measure('record', RECORDS, record)

await Promise.all(Object.values(targets).map(({ server }) => server.stop()))
await spreadOwner.end()
await distributed.drop()
await coordinator.query(`drop database ${plainDatabase} with (force)`)
await Promise.all([coordinator, ...clients].map((client) => client.end()))
await rm(folder, { recursive: true, force: true })

async function measure(
  what: string,
  count: number,
  send: (target: Target, index: number) => Promise<void>,
): Promise<void> {
  const round = (target: Target) => async () => {
    const before = await Promise.all(meters.map((meter) => meter()))
    for (let index = 0; index < count; index += 1) await send(target, index)
    const after = await Promise.all(meters.map((meter) => meter()))
    return after.map((ms, node) => (ms - before[node]!) / count)
  }
  const measured = await inTurn(
    ROUNDS,
    Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, round(target)])),
  )
  printTable(
    `${what}: processor time of each server in ms for one request, medians of ${ROUNDS} rounds of ${count}`,
    ['connected to', ...nodes.map((_, index) => (index === 0 ? 'coordinator' : `worker ${index}`))],
    Object.entries(measured).map(([name, rounds]) => [
      name,
      ...nodes.map((_, node) => median(rounds.map((times) => times[node]!)).toFixed(2)),
    ]),
  )
}

async function list(target: Target): Promise<void> {
  await call(target, 'GET', '/instruments')
}

async function record(target: Target, index: number): Promise<void> {
  const id = target.ids[index % target.ids.length]!
  await call(target, 'POST', `/instruments/${id}/calibrations`, {
    result: 'PASS',
    nominal_value: '10.000 mm',
    tolerance: '±0.020 mm',
    as_found_reading: '10.012 mm',
  })
}

async function call(
  { server, key }: Target,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<any> {
  const response = await request(`${server.origin}/api/public/v1${path}`, {
    method,
    headers: {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const answer = await response.body.json()
  if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${JSON.stringify(answer)}`)
  return answer
}

/** Makes workspaces until one fits, and fills its register. */
async function fill(
  name: string,
  url: string,
  fits: (workspaceId: string) => Promise<boolean>,
): Promise<Target> {
  const runtime = await openRuntime(readConfig(environmentOf(name, url)))
  let made = await makeWorkspace(runtime, name)
  while (!(await fits(made.workspace.workspaceId))) made = await makeWorkspace(runtime, name)
  await runtime.close()
  const target: Target = { server: await serve(name, url), key: made.key, ids: [] }
  for (let index = 0; index < INSTRUMENTS; index += 1) {
    const created = await call(target, 'POST', '/instruments', {
      asset_tag: `BENCH-${index}`,
      name: `Digital caliper ${index}`,
      calibration_interval_value: 12,
    })
    target.ids.push(created.id)
  }
  return target
}

function serve(name: string, url: string): Promise<ChildServer> {
  return startChildServer('serve-app.ts', environmentOf(name, url))
}

function environmentOf(name: string, url: string): Record<string, string> {
  const limits = { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' }
  return { ...limits, DATABASE_URL: url, DATA_DIR: join(folder, name) }
}

function onNode({ host, port }: { host: string; port: number }, url: string): string {
  const there = new URL(url)
  there.hostname = host
  there.port = String(port)
  return there.href
}

async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  return client
}
