import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '@plumbline/testing'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp } from '../../../../test/app.ts'
import { cookieOf, deviceCookieOf, signIn } from '../../../../test/session.ts'
import { readConfig } from '../../../platform/config.ts'
import { sql } from '../../../platform/db/index.ts'
import { newId } from '../../../platform/ids.ts'
import { forgetRequests, makeSetupLink } from '../index.ts'

/** Nobody exists in it until the tests below have set it up: they go in their order. */
const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })

let addresses = 0
const fromElsewhere = () => {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}

const post = (path: string, body: object, headers: Record<string, string> = fromElsewhere()) =>
  call(`${app.origin}${SIGN_IN_PREFIX}/setup${path}`, 'POST', { body, headers })

/** A new link, as the server prints it; returns its token. */
async function printedToken(): Promise<string> {
  const link = await makeSetupLink(app.parts, app.origin)
  assert.ok(link.startsWith(`${app.origin}/setup?token=`))
  return new URL(link).searchParams.get('token')!
}

const wanted = (token: string) => ({
  token,
  workspace_name: ' Main plant ',
  timezone: 'europe/berlin',
  standards: ['iso_9001', 'iso_9001'],
  name: 'Ada Admin',
  email: 'Ada@Example.com',
  password: 'a horse of my own',
})

const people = () => app.db.global.rows(sql`select 1 from people`)

describe('before the setup', () => {
  test('the first page is the setup page', async () => {
    const page = await call(`${app.origin}/`, 'GET', {})
    assert.deepEqual([page.status, page.headers.get('location')], [302, '/setup'])
  })

  test('a printed link is valid, shows what can be chosen, and is stored as a hash', async () => {
    const token = await printedToken()
    const { status, body } = await post('/check', { token })
    assert.equal(status, 200)
    assert.ok(body.standards.some(({ key, label }: Record<string, string>) => key === 'iso_9001' && label))
    const rows = await app.db.global.rows(sql`
      select 1 from one_time_links l where l::text like ${`%${token}%`}`)
    assert.deepEqual(rows, [])
  })

  test('a token that was never printed is refused, from one address only fifty times', async () => {
    const from = fromElsewhere()
    const guesses = Array.from({ length: 50 }, () => post('/check', { token: 'guess' }, from))
    for (const response of await Promise.all(guesses)) {
      assert.deepEqual([response.status, response.body.code], [422, 'INVALID_REQUEST'])
      assert.equal(response.body.details.field, 'token')
    }
    const token = await printedToken()
    const spent = await post('', wanted(token), from)
    assert.deepEqual([spent.status, spent.body.code], [429, 'RATE_LIMITED'])
    assert.equal((await post('', { ...wanted(''), token: 'guess' })).body.details.field, 'token')
    assert.equal((await post('/check', { token })).status, 200)
  })

  test('invalid values are refused by field, and the link remains valid', async () => {
    const token = await printedToken()
    const wrong: [object, string][] = [
      [{ timezone: 'Europe/Atlantis' }, 'timezone'],
      [{ email: 'nobody' }, 'email'],
      [{ password: 'too short' }, 'password'],
      [{ password: 'qwertyuiop' }, 'password'],
      [{ password: 'ownworkshop1', workspace_name: 'Own workshop' }, 'password'],
      [{ workspace_name: ' ' }, 'workspace_name'],
      [{ name: '' }, 'name'],
    ]
    for (const [change, field] of wrong) {
      const response = await post('', { ...wanted(token), ...change })
      assert.deepEqual([response.status, response.body.code], [422, 'VALIDATION_ERROR'], field)
      assert.deepEqual(response.body.details.errors[0].loc, ['body', field])
    }
    const unknown = await post('', { ...wanted(token), standards: ['iso_0'] })
    assert.deepEqual([unknown.body.code, unknown.body.details.field], ['INVALID_REQUEST', 'standards'])
    assert.deepEqual(await people(), [])
    assert.equal((await post('/check', { token })).status, 200)
  })

  test('requests from pages of other origins are refused', async () => {
    const headers = { origin: 'https://evil.example' }
    for (const path of ['', '/check']) {
      const token = 'x'
      const response = await post(path, path === '' ? wanted(token) : { token }, headers)
      assert.deepEqual([response.status, response.body.code], [403, 'FORBIDDEN'])
    }
  })
})

test('a link that a completed setup has consumed while it was being checked is answered with 404', async () => {
  const token = await printedToken()
  const personId = newId()
  const checked = await app.asOwner(async (owner) => {
    // The check has found nobody, and waits for the links.
    await owner.query('begin; lock table one_time_links in access exclusive mode')
    const response = post('/check', { token })
    await until(async () => {
      const { rowCount } = await owner.query(
        `select from pg_locks where not granted and relation = 'one_time_links'::regclass`,
      )
      return rowCount !== 0
    })
    await owner.query(`delete from one_time_links where purpose = 'setup'`)
    await owner.query(
      `insert into people (id, email, name, created_at, updated_at)
       values ($1, 'ada@example.com', 'Ada', now(), now())`,
      [personId],
    )
    await owner.query('commit')
    return response
  })
  await app.asOwner((owner) => owner.query('delete from people where id = $1', [personId]))
  assert.deepEqual([checked.status, checked.body.code], [404, 'NOT_FOUND'])
})

describe('setting up', () => {
  test('succeeds once, however many links are used concurrently, and signs in the admin', async () => {
    const tokens = [await printedToken(), await printedToken()]
    const requests = [...tokens, ...tokens].map((token, index) =>
      post('', { ...wanted(token), email: `ada-${index}@example.com` }),
    )
    const responses = await Promise.all(requests)
    const [made, ...more] = responses.filter(({ status }) => status === 201)
    assert.ok(made)
    assert.deepEqual(more, [])
    for (const response of responses.filter((each) => each !== made))
      assert.equal(response.body.code, 'NOT_FOUND')
    const { user, workspace_id: workspaceId } = made.body
    assert.equal(user.name, 'Ada Admin')
    assert.match(made.headers.getSetCookie()[0]!, /HttpOnly; SameSite=Lax/)
    assert.ok(deviceCookieOf(made))
    const get = (path: string) =>
      call(`${app.origin}${APP_API_PREFIX}${path}`, 'GET', { headers: { cookie: cookieOf(made) } })
    assert.deepEqual((await get('/me')).body, {
      user,
      memberships: [
        {
          workspace_id: workspaceId,
          name: 'Main plant',
          role: 'admin',
          site_ids: null,
          access_ends_at: null,
          sample_of: null,
        },
      ],
    })
    const { plan, timezone, standards } = (await get(`/workspaces/${workspaceId}`)).body
    assert.deepEqual([plan, timezone, standards], ['scale', 'Europe/Berlin', ['iso_9001']])
    const kinds = (await get(`/workspaces/${workspaceId}/activity`)).body.data.map(
      (entry: { kind: string }) => entry.kind,
    )
    assert.deepEqual(kinds, ['membership.created', 'site.created', 'workspace.created'])
    assert.equal((await signIn(app, user.email, 'a horse of my own')).status, 200)
    assert.equal((await people()).length, 1)
  })

  test('is no longer possible afterwards: its operations and its page respond with 404, even with a link', async () => {
    const token = await printedToken()
    for (const [path, body] of [['', wanted(token)] as const, ['/check', { token }] as const]) {
      const response = await post(path, body)
      assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'])
    }
    assert.equal((await call(`${app.origin}/setup?token=${token}`, 'GET', {})).status, 404)
    await forgetRequests({ db: app.db, clock: app.clock, operations: [], retentionDays: 30 })
    assert.deepEqual(await app.db.global.rows(sql`select 1 from one_time_links`), [])
  })
})

test('FIRST_START=workspace is refused with an external database, where several processes may start concurrently', () => {
  const DATABASE_URL = 'postgres://plumbline@127.0.0.1/plumbline'
  assert.throws(
    () => readConfig({ DATABASE_URL, FIRST_START: 'workspace' }),
    /FIRST_START=workspace goes with/,
  )
  assert.throws(() => readConfig({ FIRST_START: 'maybe' }), /FIRST_START takes one of workspace, setup/)
  assert.equal(readConfig({ FIRST_START: 'setup' }).FIRST_START, 'setup')
})
