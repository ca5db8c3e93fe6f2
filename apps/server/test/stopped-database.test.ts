import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { after, test } from 'node:test'
import { APP_WORKSPACE_PREFIX, operations, PUBLIC_API_PREFIX, type Operation } from '@plumbline/contract'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts'
import { buildApp } from '../src/app.ts'
import { call, startTestApp, type TestResponse, type TestRequest } from './app.ts'
import { openLaboratory } from './calibrating.ts'
import { serverPid } from './processes/embedded-process.ts'
import { signInAs } from './session.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

const folder = await mkdtemp(join(tmpdir(), 'plumbline-test-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent, durable: false })
const { user, password, host, port, database } = postgres.connection
// A separate server, because others that use the shared one would be stopped with it.
process.env['TEST_DATABASE_URL'] =
  `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
const app = await startTestApp()
const lab = await openLaboratory(app)
const session = await signInAs(app, lab, 'admin')

/** The same application with a shorter request deadline than a busy machine could always meet. */
const hasty = buildApp({ ...app.parts, config: { ...app.parts.config, REQUEST_DEADLINE_MS: 1000 } })
const origin = await hasty.listen({ host: '127.0.0.1', port: 0 })

after(async () => {
  await hasty.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The server's processes, the one that begets the others first. */
async function serverProcesses(): Promise<number[]> {
  const postmaster = await serverPid(postgres.connection)
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return [postmaster, ...pairs.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!)]
}

const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      // A process of an idle connection may have ended already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const send = (method: string, path: string, request: TestRequest = {}) =>
  call(`${origin}${PUBLIC_API_PREFIX}${path}`, method, { key: lab.key, ...request })

/** A request of an operation; its gate asks the database first. */
function ask({ method, path }: Operation): Promise<TestResponse> {
  const filled = path.replaceAll(/\{\w+\}/g, () => randomUUID())
  return send(method, filled, { headers: { 'idempotency-key': randomUUID() } })
}

/** Sends a request as the application does for its pages. */
function askAsPerson(path: string): Promise<TestResponse> {
  const workspace = APP_WORKSPACE_PREFIX.replace('{workspace_id}', lab.id)
  return call(`${origin}${workspace}${path}`, 'GET', { headers: { cookie: session.cookie } })
}

/** Sends a request until one waits for a lock in the database, and returns the response that it will get. */
async function untilOneWaits(
  request: () => Promise<TestResponse>,
): Promise<{ response: Promise<TestResponse> }> {
  for (;;) {
    const response = request()
    const hasResponded = response.then(() => true)
    while (!(await Promise.race([hasResponded, isWaiting().then(() => false)]))) {
      if (await isWaiting()) return { response }
    }
  }
}

async function isWaiting(): Promise<boolean> {
  const waiting = await app.asOwner((owner) =>
    owner.query("select from pg_stat_activity where wait_event_type = 'Lock'"),
  )
  return waiting.rowCount! > 0
}

test('with the database stopped everything gets 503, and afterwards works and has lost nothing', async () => {
  const { id } = await lab.instrument()
  const calibrations = `/instruments/${id as string}/calibrations`
  const acknowledged = await lab.calibrate(id as string)
  const appended = {
    key: lab.key,
    headers: { 'idempotency-key': randomUUID() },
    body: { result: 'PASS', calibration_type: 'in_house' },
  }
  const append = () => send('POST', calibrations, appended)

  await app.asOwner(async (owner) => {
    await owner.query('begin; select from ledger_heads for update')
    const cutOff = await untilOneWaits(append)
    const processes = await serverProcesses()
    signal(processes, 'SIGSTOP')
    // The lock that the request waits for is granted when the database continues, after the request's deadline.
    const granted = owner.query('rollback')
    try {
      const responses = await Promise.all([
        cutOff.response,
        call(`${origin}/readyz`, 'GET', {}),
        ...Object.values<Operation>(operations).map(ask),
        ...['/summary', '/instruments', '/due'].map(askAsPerson),
      ])
      for (const response of responses) {
        assert.equal(response.status, 503, JSON.stringify(response.body))
        assert.equal(response.body.code, 'SERVICE_UNAVAILABLE')
        assert.ok(response.headers.get('retry-after'))
      }
      assert.equal((await fetch(`${origin}/healthz`)).status, 200)
    } finally {
      signal(processes, 'SIGCONT')
    }
    await granted
  })
  while ((await fetch(`${origin}/readyz`)).status !== 200) await delay(50)
  const repeated = await app.call('POST', calibrations, appended)
  assert.equal(repeated.status, 201, JSON.stringify(repeated.body))
  const { body: list } = await app.call('GET', calibrations, { key: lab.key })
  assert.deepEqual(
    new Set(list.data.map((record: { id: string }) => record.id)),
    new Set([acknowledged.id, repeated.body.id]),
  )
  assert.equal((await session.call('GET', '/summary')).status, 200)
})
