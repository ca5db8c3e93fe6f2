import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { freePort, until } from '@plumbline/testing'
import { knownMigrations } from '../src/platform/db/migrate.ts'
import { migrationEffects } from '../src/platform/db/migration-effects.ts'
import { call } from './app.ts'
import { createTestDatabase } from './database.ts'
import { bareEnvironment } from './processes/bare-environment.ts'
import { commitBeforeNewestMigration, extractVersion } from './processes/earlier-version.ts'
import { startReadinessProxy } from './processes/readiness-proxy.ts'
import { PATIENT, runCommand } from './processes/run-command.ts'
import { startServerProcess, type ServerProcess } from './processes/server-process.ts'

/** Rounds of requests that must succeed in each state of the upgrade. */
const ROUNDS = 4

const commit = await commitBeforeNewestMigration()
const newest = (await knownMigrations()).at(-1)!.name
const skip = reasonToSkip()

function reasonToSkip(): string | false {
  if (commit === undefined) return 'needs git and the history of the migrations'
  return migrationEffects[newest]?.endsEarlierRelease === true && `${newest} ends earlier processes`
}

test(
  'a rolling upgrade from the version before the newest migration fails no request, and the ledger verifies',
  { skip },
  async (t) => {
    const earlier = await startEarlierVersion(t)
    const { environment } = earlier
    const start = async (role: 'api' | 'worker', own: Record<string, string>, program?: string) => {
      const server = startServerProcess(role, { ...environment, LOG_LEVEL: 'error', ...own }, program)
      t.after(() => server.kill())
      await server.ready
      return server
    }
    const api = (PORT: string, program?: string) =>
      start('api', { PORT, SHUTDOWN_DELAY_SECONDS: '5' }, program)
    const [oldPort, newPort] = [String(await freePort()), String(await freePort())]
    const oldWorker = await start('worker', {}, earlier.program)
    const old = [await api(oldPort, earlier.program), oldWorker]
    const proxy = await startReadinessProxy(t, [oldPort, newPort])
    await until(() => proxy.ready.has(oldPort))
    const load = startLoad(`${proxy.origin}${PUBLIC_API_PREFIX}`, earlier.key)

    await load.succeeds()
    const { exitCode, stderr } = await runCommand(['migrate'], environment, tmpdir())
    assert.equal(exitCode, 0, stderr)
    await load.succeeds()
    const newWorker = await start('worker', {})
    await api(newPort)
    await until(() => proxy.ready.has(newPort))
    await load.succeeds()
    assert.deepEqual(errorsOf(oldWorker), [])
    for (const server of old) {
      server.signal('SIGTERM')
      assert.equal(await server.ended, 0)
    }
    await until(() => !proxy.ready.has(oldPort))
    await load.succeeds()

    await load.end()
    assert.deepEqual(errorsOf(newWorker), [])
    const verified = await runCommand(['ledger', 'verify'], environment, tmpdir())
    assert.equal(verified.exitCode, 0, verified.stdout + verified.stderr)
  },
)

/** Sets up a database with the earlier version: a workspace with an admin, and a key. */
async function startEarlierVersion(t: TestContext) {
  const version = await extractVersion(commit!)
  const { program } = version
  const dataDir = await mkdtemp(join(tmpdir(), 'plumbline-rolling-upgrade-'))
  const environmentOf = (DATABASE_URL: string) => ({
    DATABASE_URL,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret of the tests that nothing else uses',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  const run = async (environment: Record<string, string>, ...words: string[]) => {
    const env = { ...bareEnvironment(), ...PATIENT, ...environment }
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { cwd: dataDir, env })
    return stdout
  }
  const database = await createTestDatabase({
    hash: commit!,
    fill: ({ connectionString }) => run(environmentOf(connectionString), 'migrate'),
  })
  t.after(async () => {
    await database.drop()
    await Promise.all([version.remove(), rm(dataDir, { recursive: true })])
  })
  const environment = environmentOf(database.url)
  const json = async (...words: string[]) => JSON.parse(await run(environment, ...words, '--json'))
  const { workspace_id: workspace } = await json('workspace', 'create', '--name', 'Main plant')
  const ofWorkspace = ['--workspace', workspace]
  const admin = ['--email', 'ada@example.com', '--name', 'Ada', '--role', 'admin']
  await json('user', 'create', ...ofWorkspace, ...admin)
  const { key } = await json('key', 'create', ...ofWorkspace, '--user', 'ada@example.com', '--scope', 'write')
  return { program, environment, key }
}

/** Callers that register instruments, record calibrations and read both, until they are ended. The first failed request throws. */
function startLoad(api: string, key: string) {
  const over = new AbortController()
  let rounds = 0
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const response = await call(`${api}${path}`, method, { key, ...(body && { body, headers }) })
    const expected = method === 'POST' ? 201 : 200
    assert.equal(response.status, expected, `${method} ${path}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const caller = async (number: number) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const instrument = { asset_tag: `${number}-${round}`, name: 'Gauge', calibration_interval_value: 12 }
      const { id } = await send('POST', '/instruments', instrument)
      await send('POST', `/instruments/${id}/calibrations`, { result: 'PASS', calibration_type: 'in_house' })
      await send('GET', `/instruments/${id}`)
      await send('GET', '/instruments?limit=10')
      await send('GET', '/due?limit=10')
      rounds += 1
    }
  }
  const callers = Promise.all([1, 2].map(caller))
  callers.catch(() => undefined)
  return {
    succeeds: async () => {
      const enough = rounds + ROUNDS
      await Promise.race([callers, until(() => rounds >= enough, 'successful requests')])
    },
    end: async () => {
      over.abort()
      await callers
    },
  }
}

/** Returns the errors that a worker logged. Those of requests are responses, which the callers check. */
function errorsOf(worker: ServerProcess): string[] {
  return worker
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
}
