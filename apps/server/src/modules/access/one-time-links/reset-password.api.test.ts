import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp } from '../../../../test/app.ts'
import {
  cookieOf,
  signIn,
  signInAs,
  TEST_PASSWORD,
  type TestSession,
  joinToo,
} from '../../../../test/session.ts'
import { enrol, secondStep } from '../../../../test/two-factor.ts'
import { sql } from '../../../platform/db/index.ts'
import { forgetRequests } from '../index.ts'

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')

const NEW_PASSWORD = 'another horse battery'
const DAY_MS = 24 * 60 * 60 * 1000

/** Requests from an address of their own, so that tests do not share a count. */
let addresses = 0
const fromElsewhere = () => {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}

const open = (path: string, body: object, headers: Record<string, string> = fromElsewhere()) =>
  call(`${app.origin}${SIGN_IN_PREFIX}/reset-password${path}`, 'POST', { body, headers })
const use = (token: string, password = NEW_PASSWORD) => open('', { token, password })
const me = ({ cookie }: TestSession) =>
  call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie } })

/** A new link for a person; returns its token. */
async function tokenFor({ personId }: TestSession): Promise<string> {
  const response = await admin.call('POST', `/users/${personId}/reset-link`)
  assert.equal(response.status, 201)
  return new URL(response.body.link).searchParams.get('token')!
}

/** Makes a person a member of another workspace too. */
async function joinElsewhere(person: TestSession): Promise<void> {
  const elsewhere = await signInAs(app, await app.workspace(), 'admin')
  await joinToo(app, elsewhere.workspaceId, person)
  await elsewhere.call('PATCH', `/users/${person.personId}`, { body: { is_active: false } })
}

function assertVoid(response: Awaited<ReturnType<typeof call>>): void {
  assert.deepEqual([response.status, response.body.code], [422, 'INVALID_REQUEST'])
  assert.equal(response.body.details.field, 'token')
}

test('a reset shows accounts of identity providers, and removes them on request', async () => {
  const person = await signInAs(app, workspace, 'technician')
  const issuer = 'https://login.example.com'
  const bound = () =>
    app.db.global.rows(sql`
      select from sign_in_accounts where person_id = ${person.personId} and provider_id = ${`oidc:${issuer}`}`)
  await app.db.global.rows(sql`
    insert into sign_in_accounts (id, account_id, provider_id, person_id, created_at, updated_at)
    values (gen_random_uuid(), 'subject', ${`oidc:${issuer}`}, ${person.personId}, now(), now())`)
  const first = await tokenFor(person)
  assert.deepEqual((await open('/check', { token: first })).body.provider_issuers, [issuer])
  assert.equal((await use(first)).status, 200)
  assert.equal((await bound()).length, 1)
  const second = await tokenFor(person)
  const reset = { token: second, password: NEW_PASSWORD, remove_provider_accounts: true }
  assert.equal((await open('', reset)).status, 200)
  assert.equal((await bound()).length, 0)
  const entries = await app.db.in(workspace.id).rows<{ kind: string }>(sql`
    select kind from ledger_entries
    where workspace_id = ${workspace.id} and subject_id = ${person.personId} order by index desc limit 2`)
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['user.password_changed', 'user.provider_removed'],
  )
})

describe('a reset link that an admin creates', () => {
  test('is valid for a day, and changes nothing before it is used', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const { status, body } = await admin.call('POST', `/users/${person.personId}/reset-link`)
    assert.equal(status, 201)
    assert.equal(body.id, person.personId)
    assert.ok(body.link.startsWith(`${app.origin}/reset-password?token=`))
    assert.equal(body.expires_at, new Date(app.clock.now().getTime() + DAY_MS).toISOString())
    assert.equal((await me(person)).status, 200)
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 200)
  })

  test('is recorded in the ledger as a reset, and its token is not stored', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const token = await tokenFor(person)
    const [entry] = (await admin.call('GET', `/activity?subject_id=${person.personId}`)).body.data
    assert.deepEqual([entry.kind, entry.actor.id], ['user.password_reset', admin.personId])
    const rows = await app.db.global.rows(sql`
      select 1 from one_time_links l where l::text like ${`%${token}%`}`)
    assert.deepEqual(rows, [])
  })

  test('cannot be created for a person who also belongs to another workspace, even if deactivated there', async () => {
    const person = await signInAs(app, workspace, 'technician')
    await joinElsewhere(person)
    const response = await admin.call('POST', `/users/${person.personId}/reset-link`)
    assert.deepEqual([response.status, response.body.code], [409, 'CONFLICT'])
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await stranger.call('POST', `/users/${admin.personId}/reset-link`)).status, 404)
    assert.equal((await admin.call('POST', '/users/x/reset-link')).body.code, 'VALIDATION_ERROR')
  })
})

describe('using the link', () => {
  test('shows the person, sets the password, ends the sessions, and works once', async () => {
    const person = await signInAs(app, workspace, 'technician', { name: 'Tess' })
    const token = await tokenFor(person)
    const user = { id: person.personId, email: person.email, name: 'Tess' }
    assert.deepEqual((await open('/check', { token })).body, { user, provider_issuers: [] })
    const response = await use(token)
    assert.deepEqual([response.status, response.body], [200, { user }])
    assert.deepEqual(response.headers.getSetCookie(), [])
    assert.equal((await me(person)).status, 401)
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 401)
    assert.equal((await signIn(app, person.email, NEW_PASSWORD)).status, 200)
    const [entry] = (await admin.call('GET', `/activity?subject_id=${person.personId}`)).body.data
    assert.deepEqual([entry.kind, entry.actor.id], ['user.password_changed', person.personId])
    assertVoid(await use(token))
    assertVoid(await open('/check', { token }))
  })

  test('succeeds only once for concurrent requests', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const token = await tokenFor(person)
    const wanted = [1, 2, 3, 4].map((number) => `password number ${number}`)
    const responses = await Promise.all(wanted.map((password) => use(token, password)))
    const won = responses.findIndex(({ status }) => status === 200)
    for (const [index, response] of responses.entries()) if (index !== won) assertVoid(response)
    assert.equal((await signIn(app, person.email, wanted[won]!)).status, 200)
  })

  test('works for a day, and is then deleted', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const token = await tokenFor(person)
    app.clock.advance(DAY_MS - 1)
    assert.equal((await open('/check', { token })).status, 200)
    app.clock.advance(1)
    assertVoid(await use(token))
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 200)
    await forgetRequests({ db: app.db, clock: app.clock, operations: [], retentionDays: 30 })
    const rows = await app.db.global.rows(sql`
      select 1 from one_time_links where person_id = ${person.personId}`)
    assert.deepEqual(rows, [])
    // Sessions live for a week; the admin of the other tests signs in for good measure.
    assert.equal((await me(admin)).status, 200)
  })

  test('fails after a newer link, a changed password, or joining another workspace', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const first = await tokenFor(person)
    const second = await tokenFor(person)
    assertVoid(await use(first))
    await call(`${app.origin}${APP_API_PREFIX}/me/password`, 'POST', {
      headers: { cookie: person.cookie },
      body: { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD },
    })
    assertVoid(await use(second))
    const other = await signInAs(app, workspace, 'technician')
    const token = await tokenFor(other)
    await joinElsewhere(other)
    assertVoid(await open('/check', { token }))
    assertVoid(await use(token))
    assert.equal((await signIn(app, other.email, TEST_PASSWORD)).status, 200)
  })

  test('refuses short and common passwords, and the link remains valid', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const token = await tokenFor(person)
    const short = await use(token, 'too short')
    assert.equal(short.body.code, 'VALIDATION_ERROR')
    assert.deepEqual(short.body.details.errors[0].loc, ['body', 'password'])
    const common = await use(token, 'password123')
    assert.deepEqual([common.status, common.body.code], [422, 'VALIDATION_ERROR'])
    assert.deepEqual(common.body.details.errors[0].loc, ['body', 'password'])
    assert.equal((await use(token)).status, 200)
  })

  test('does not remove the second factor, and ends a sign-in that is waiting for it', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const { code } = await enrol(app, person)
    const waiting = cookieOf(await signIn(app, person.email, TEST_PASSWORD, fromElsewhere()))
    assert.equal((await use(await tokenFor(person))).status, 200)
    assert.equal((await secondStep(app, waiting, code())).status, 401)
    const half = cookieOf(await signIn(app, person.email, NEW_PASSWORD, fromElsewhere()))
    assert.equal((await me({ ...person, cookie: half })).status, 401)
    assert.equal((await secondStep(app, half, code())).status, 200)
  })

  test('also removes the second factor if it is the first proof of the address', async () => {
    const person = await signInAs(app, workspace, 'technician')
    await enrol(app, person)
    const email = `moved-${person.email}`
    await admin.call('PATCH', `/users/${person.personId}`, { body: { email } })
    assert.equal((await use(await tokenFor(person))).status, 200)
    assert.ok('user' in (await signIn(app, email, NEW_PASSWORD, fromElsewhere())).body)
    const entries = (await admin.call('GET', `/activity?subject_id=${person.personId}`)).body.data
    assert.deepEqual(
      entries.slice(0, 2).map(({ kind }: { kind: string }) => kind),
      ['user.password_changed', 'user.address_proven'],
    )
  })

  test('resets the count of wrong passwords', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const token = await tokenFor(person)
    for (let attempt = 0; attempt < 35; attempt += 1)
      await signIn(app, person.email, 'wrong', fromElsewhere())
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(app, person.email, 'wrong')
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 429)
    assert.equal((await signIn(app, person.email, TEST_PASSWORD, fromElsewhere())).status, 429)
    assert.equal((await use(token)).status, 200)
    assert.equal((await signIn(app, person.email, NEW_PASSWORD)).status, 200)
    assert.equal((await signIn(app, person.email, NEW_PASSWORD, fromElsewhere())).status, 200)
  })

  test('can be tried fifty times from one IP address, then not from there until the window ends', async () => {
    const from = fromElsewhere()
    const person = await signInAs(app, workspace, 'technician')
    const token = await tokenFor(person)
    const guess = { token: 'guess', password: NEW_PASSWORD }
    const guesses = Array.from({ length: 50 }, () => open('', guess, from))
    for (const response of await Promise.all(guesses)) assertVoid(response)
    const spent = await open('/check', { token }, from)
    assert.deepEqual([spent.status, spent.body.code], [429, 'RATE_LIMITED'])
    assert.ok(Number(spent.headers.get('retry-after')) > 0)
    assert.equal((await open('/check', { token })).status, 200)
    app.clock.advance(15 * 60_000)
    assert.equal((await open('/check', { token }, from)).status, 200)
  })

  test('cannot be requested by pages of other origins', async () => {
    for (const path of ['', '/check']) {
      const body = { token: 'x', ...(path === '' && { password: NEW_PASSWORD }) }
      const response = await open(path, body, { origin: 'https://evil.example' })
      assert.deepEqual([response.status, response.body.code], [403, 'FORBIDDEN'])
    }
  })
})
