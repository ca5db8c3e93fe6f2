import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { APP_API_PREFIX, PUBLIC_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { freePort, until } from '@plumbline/testing'
import { knownMigrations } from '../src/platform/db/migrate.ts'
import { migrationEffects } from '../src/platform/db/migration-effects.ts'
import { call } from './app.ts'
import { createTestDatabase } from './database.ts'
import { commitBeforeNewestMigration, extractVersion } from './processes/earlier-version.ts'
import { startReadinessProxy } from './processes/readiness-proxy.ts'
import { runCommand } from './processes/run-command.ts'
import { startServerProcess, type ServerProcess } from './processes/server-process.ts'
import { cookieOf } from './session.ts'

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
    const { program, environment, started } = await prepareEarlierVersion(t)
    const start = async (port: number, version?: string) => {
      const own = { PORT: String(port), LOG_LEVEL: 'error', SHUTDOWN_DELAY_SECONDS: '5' }
      const server = startServerProcess('all', { ...environment, ...own }, version)
      started.push(server)
      await server.ready
      return server
    }
    const [oldPort, newPort] = [await freePort(), await freePort()]
    const earlier = await start(oldPort, program)
    const proxy = await startReadinessProxy(t, [String(oldPort), String(newPort)])
    await until(() => proxy.ready.has(String(oldPort)))
    const load = startLoad(`${proxy.origin}${PUBLIC_API_PREFIX}`, await setUp(earlier, proxy.origin))

    await load.succeeds()
    const { exitCode, stderr } = await runCommand(['migrate'], environment, tmpdir())
    assert.equal(exitCode, 0, stderr)
    await load.succeeds()
    const current = await start(newPort)
    await until(() => proxy.ready.has(String(newPort)))
    await load.succeeds()
    assert.deepEqual(errorsOf(earlier), [])
    earlier.signal('SIGTERM')
    assert.equal(await earlier.ended, 0)
    await until(() => !proxy.ready.has(String(oldPort)))
    await load.succeeds()

    await load.end()
    assert.deepEqual(errorsOf(current), [])
    const verified = await runCommand(['ledger', 'verify'], environment, tmpdir())
    assert.equal(verified.exitCode, 0, verified.stdout + verified.stderr)
  },
)

/** Extracts the earlier version, and migrates a database with it. What is `started` on it ends after the test. */
async function prepareEarlierVersion(t: TestContext) {
  const version = await extractVersion(commit!)
  const dataDir = await mkdtemp(join(tmpdir(), 'plumbline-rolling-upgrade-'))
  const environmentOf = (DATABASE_URL: string) => ({
    DATABASE_URL,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret of the tests that nothing else uses',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  const migrate = async (url: string) => {
    const migrated = await runCommand(['migrate'], environmentOf(url), dataDir, '', version.program)
    assert.equal(migrated.exitCode, 0, migrated.stderr)
  }
  const database = await createTestDatabase({
    hash: commit!,
    fill: ({ connectionString }) => migrate(connectionString),
  })
  const started: ServerProcess[] = []
  t.after(async () => {
    // A database is dropped once nobody uses it.
    await Promise.all(started.map((server) => server.kill()))
    await database.drop()
    await Promise.all([version.remove(), rm(dataDir, { recursive: true })])
  })
  return { program: version.program, environment: environmentOf(database.url), started }
}

/** Sets up a workspace through the link that its first process prints; returns a write key of its admin. */
async function setUp(server: ServerProcess, origin: string): Promise<string> {
  const link = () => /\/setup\?token=(\S+)/.exec(server.output())
  await until(() => link() !== null, 'the link that sets up the deployment')
  const person = { name: 'Ada', email: 'ada@example.com', password: 'a horse of my own' }
  const body = { token: link()![1], workspace_name: 'Main plant', timezone: 'UTC', ...person }
  const session = await call(`${origin}${SIGN_IN_PREFIX}/setup`, 'POST', { body })
  assert.equal(session.status, 201, JSON.stringify(session.body))
  const keys = `${origin}${APP_API_PREFIX}/workspaces/${session.body.workspace_id}/api-keys`
  const headers = { cookie: cookieOf(session) }
  const created = await call(keys, 'POST', { headers, body: { name: 'ERP', scope: 'write' } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return created.body.key
}

/** Callers that register instruments, record calibrations and read both, until they are ended. The first failed request throws. */
function startLoad(api: string, key: string) {
  const over = new AbortController()
  let rounds = 0
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const response = await call(`${api}${path}`, method, { key, ...(body && { body, headers }) })
    const expected = method === 'POST' ? 201 : 200
    assert.equal(
      response.status,
      expected,
      `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`,
    )
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

/** Returns the errors that a process logged, except those of requests: the callers check their responses. */
function errorsOf(server: ServerProcess): string[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && !line.includes('"requestId"'))
}
