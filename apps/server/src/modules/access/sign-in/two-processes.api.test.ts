import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { freePort } from '@plumbline/testing'
import { programPath } from '../../../../test/processes/program-path.ts'
import { call, startTestApp } from '../../../../test/app.ts'
import { cookieOf, signIn, signInAs, TEST_PASSWORD } from '../../../../test/session.ts'
import { enrol, secondStep } from '../../../../test/two-factor.ts'
import { systemActor } from '../../../platform/actor.ts'
import { sql } from '../../../platform/db/index.ts'
import { revokeKey } from '../index.ts'

const LIMIT = 40
const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: String(LIMIT) })
const { origin: elsewhere, setupToken, followClock } = await startOtherProcess()
const other = `${elsewhere}/api/public/v1/sites`

/** A second server, in a process of its own, on the same database, where nobody exists yet. */
async function startOtherProcess() {
  const port = await freePort()
  const program = programPath(new URL('../../../../test/processes/api-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // The nodes of a cluster count separately.
      DATABASE_URL: app.parts.connection.connectionString!,
      PORT: String(port),
      DATA_DIR: join(tmpdir(), 'plumbline-nothing-is-stored'),
      SECRET_KEY: 'a secret of the tests that nothing else uses',
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      // Many passwords at once take longer than requests usually may where the processor is busy.
      REQUEST_DEADLINE_MS: String(app.parts.config.REQUEST_DEADLINE_MS),
      LOG_LEVEL: 'silent',
    },
  })
  app.endsWith(async () => child.kill('SIGKILL'))
  const origin = `http://127.0.0.1:${port}`
  /** Sets its clock to where that of this process stands. */
  const follow = async () => {
    child.send(app.clock.now().toISOString())
    await once(child, 'message')
  }
  for await (const line of createInterface(child.stdout!)) {
    const [, token] = /\/setup\?token=(\S+)$/.exec(line) ?? []
    if (token !== undefined) return { origin, setupToken: token, followClock: follow }
  }
  throw new Error('the other process printed no link to set it up')
}

const ask = async (url: string, key: string) => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  return response.status
}

const inOrder = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b)

test('the link that one process printed sets up the deployment once, whichever process receives it', async () => {
  const setUp = (origin: string) =>
    call(`${origin}/api/auth/setup`, 'POST', {
      body: {
        token: setupToken,
        workspace_name: 'Main plant',
        timezone: 'UTC',
        name: 'Ada',
        email: 'ada@example.com',
        password: 'a horse of my own',
      },
    })
  const responses = await Promise.all([app.origin, elsewhere, app.origin, elsewhere].map(setUp))
  assert.deepEqual(
    inOrder(responses),
    [201, 404, 404, 404],
    JSON.stringify(responses.map(({ body }) => body)),
  )
  assert.equal((await app.db.global.rows(sql`select 1 from people`)).length, 1)
})

test('a reset link can be used in only one process', async () => {
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin')
  const person = await signInAs(app, workspace, 'technician')
  const { link } = (await admin.call('POST', `/users/${person.personId}/reset-link`)).body
  const token = new URL(link).searchParams.get('token')
  const responses = await Promise.all(
    [app.origin, elsewhere, app.origin, elsewhere].map((origin) =>
      call(`${origin}/api/auth/reset-password`, 'POST', { body: { token, password: 'another horse' } }),
    ),
  )
  assert.deepEqual(inOrder(responses), [200, 422, 422, 422])
})

test('two processes on one database share one rate limit', async () => {
  const { key } = await app.workspace()
  const here = `${app.origin}/api/public/v1/sites`
  const statuses = await Promise.all(
    Array.from({ length: 3 * LIMIT }, (_, index) => ask(index % 2 === 0 ? here : other, key)),
  )
  assert.equal(statuses.filter((status) => status === 200).length, LIMIT)
  assert.equal(statuses.filter((status) => status === 429).length, 2 * LIMIT)
})

test('a key that one process revoked is refused by the next request of the other', async () => {
  const workspace = await app.workspace()
  const { key, keyId } = await workspace.person()
  assert.equal(await ask(other, key), 200)
  await revokeKey({ db: app.db, clock: app.clock }, systemActor(workspace.id), keyId)
  assert.equal(await ask(other, key), 401)
})

test('wrong passwords are counted together, and a session of one process is valid and ends in the other', async () => {
  const session = await signInAs(app, await app.workspace(), 'technician')
  const me = (origin: string) =>
    call(`${origin}/api/app/v1/me`, 'GET', { headers: { cookie: session.cookie } })
  assert.equal((await me(elsewhere)).status, 200)
  const guesses = Array.from({ length: 20 }, (_, index) =>
    call(`${index % 2 === 0 ? app.origin : elsewhere}/api/auth/sign-in/email`, 'POST', {
      body: { email: session.email, password: 'wrong' },
    }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 10)
  assert.equal(statuses.filter((status) => status === 429).length, 10)
  await call(`${elsewhere}/api/auth/sign-out`, 'POST', { headers: { cookie: session.cookie } })
  assert.equal((await me(app.origin)).status, 401)
})

test('a code of the second factor is accepted by only one process, and wrong ones are counted together', async () => {
  const session = await signInAs(app, await app.workspace(), 'technician')
  const { code } = await enrol(app, session)
  // Enrolling moved the clock on.
  await followClock()
  const there = { ...app, origin: elsewhere }
  const half = cookieOf(await signIn(app, session.email, TEST_PASSWORD))
  const present = code()
  assert.equal((await secondStep(there, half, present)).status, 200)
  const again = cookieOf(await signIn(there, session.email, TEST_PASSWORD))
  assert.equal((await secondStep(app, again, present)).status, 422)
  const guesses = Array.from({ length: 20 }, (_, index) =>
    secondStep(index % 2 === 0 ? app : there, again, 'AAAA-AAAA-AAAA'),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 422).length, 9)
  assert.equal(statuses.filter((status) => status === 429).length, 11)
})
