import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX } from '@plumbline/contract'
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

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
const workspace = await app.workspace()

const NEW_PASSWORD = 'another horse battery'

/** A request on the own account; the path stands below /me. */
const mine = (cookie: string, method: string, path: string, body?: object, headers = {}) =>
  call(`${app.origin}${APP_API_PREFIX}/me${path}`, method, {
    headers: { cookie, ...headers },
    ...(body && { body }),
  })

const change = ({ cookie }: Pick<TestSession, 'cookie'>, current: string, wanted = NEW_PASSWORD) =>
  mine(cookie, 'POST', '/password', { current_password: current, new_password: wanted })

/** Signs a person in once more, as from another device. */
async function another({ email }: TestSession, headers: Record<string, string> = {}): Promise<string> {
  const response = await signIn(app, email, TEST_PASSWORD, headers)
  assert.equal(response.status, 200)
  return cookieOf(response)
}

describe('the signed-in person', () => {
  test('lists the workspaces with role and sites', async () => {
    const site = await workspace.site('Harbour')
    const limited = await signInAs(app, workspace, 'manager', { siteIds: [site] })
    const { memberships } = (await mine(limited.cookie, 'GET', '')).body
    assert.deepEqual(
      memberships.map(({ role, site_ids }: { role: string; site_ids: string[] }) => [role, site_ids]),
      [['manager', [site]]],
    )
  })
})

describe('changing one’s own password', () => {
  test('applies immediately and ends all other sessions of the person, but none of other people', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const neighbour = await signInAs(app, workspace, 'technician')
    const others = [await another(person), await another(person)]
    const response = await change(person, TEST_PASSWORD)
    assert.deepEqual([response.status, response.body], [200, { ended_sessions: 2 }])
    assert.equal((await mine(person.cookie, 'GET', '')).status, 200)
    for (const cookie of others) assert.equal((await mine(cookie, 'GET', '')).status, 401)
    assert.equal((await mine(neighbour.cookie, 'GET', '')).status, 200)
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 401)
    assert.equal((await signIn(app, person.email, NEW_PASSWORD)).status, 200)
  })

  test('is recorded in the ledger of every workspace of the person, without the password', async () => {
    const there = await app.workspace()
    const [admin, elsewhere] = [await signInAs(app, workspace, 'admin'), await signInAs(app, there, 'admin')]
    const person = await signInAs(app, workspace, 'technician')
    await joinToo(app, there.id, person)
    assert.equal((await change(person, TEST_PASSWORD)).status, 200)
    for (const reader of [admin, elsewhere]) {
      const [entry] = (await reader.call('GET', `/activity?subject_id=${person.personId}`)).body.data
      assert.deepEqual([entry.kind, entry.actor.id], ['user.password_changed', person.personId])
      assert.ok(!JSON.stringify(entry).includes(NEW_PASSWORD))
    }
  })

  test('is refused with a wrong current password, and after ten of those with any', async () => {
    const person = await signInAs(app, workspace, 'technician')
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await change(person, 'not this one')
      assert.deepEqual([response.status, response.body.code], [422, 'INVALID_REQUEST'])
      assert.equal(response.body.details.field, 'current_password')
    }
    const spent = await change(person, TEST_PASSWORD)
    assert.deepEqual([spent.status, spent.body.code], [429, 'RATE_LIMITED'])
    assert.ok(Number(spent.headers.get('retry-after')) > 0)
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 200)
  })

  test('requires a password of ten characters, and both passwords', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const short = await change(person, TEST_PASSWORD, 'too short')
    assert.equal(short.body.code, 'VALIDATION_ERROR')
    assert.deepEqual(short.body.details.errors[0].loc, ['body', 'new_password'])
    const without = await mine(person.cookie, 'POST', '/password', { new_password: NEW_PASSWORD })
    assert.equal(without.body.code, 'VALIDATION_ERROR')
  })

  test('is refused for an easily guessed password, with the reason, and changes nothing', async () => {
    const person = await signInAs(app, workspace, 'technician', { name: 'Theodora Quill' })
    const cases: [string, string][] = [
      ['password123', 'field.password_common'],
      ['aaaaaaaaaaaa', 'field.password_repeated'],
      ['abcdefghijkl', 'field.password_sequence'],
      ['theodora1988', 'field.password_personal'],
    ]
    for (const [wanted, reason] of cases) {
      const { status, body } = await change(person, TEST_PASSWORD, wanted)
      assert.deepEqual([status, body.code], [422, 'VALIDATION_ERROR'], wanted)
      const [problem] = body.details.errors
      assert.deepEqual([problem.loc, problem.reason.key], [['body', 'new_password'], reason])
      assert.ok(!JSON.stringify(body).includes(wanted))
    }
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 200)
  })

  test('works for a person who no longer belongs to any workspace', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const cookie = person.cookie
    const admin = await signInAs(app, workspace, 'admin')
    await admin.call('PATCH', `/users/${person.personId}`, { body: { is_active: false } })
    assert.equal((await change({ cookie }, TEST_PASSWORD)).status, 401)
    const inviting = await signInAs(app, await app.workspace(), 'admin')
    await inviting.call('POST', '/users', { body: { email: person.email, name: 'T', role: 'auditor' } })
    assert.equal((await change({ cookie: await another(person) }, TEST_PASSWORD)).status, 200)
  })
})

describe('one’s own sessions', () => {
  test('are listed with browser, address and last use, and the current one is marked', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const startedAt = app.clock.now().toISOString()
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/147.0'
    const from = { 'user-agent': agent, 'x-forwarded-for': '203.0.113.9' }
    app.clock.advance(60_000)
    const cookie = await another(person, from)
    const { status, body } = await mine(cookie, 'GET', '/sessions')
    assert.equal(status, 200)
    assert.deepEqual(body.pagination, { limit: 50, offset: 0, total: 2, has_more: false })
    const [here, there] = body.data
    assert.deepEqual([here.is_current, here.user_agent, here.ip_address], [true, agent, '203.0.113.9'])
    assert.deepEqual([there.is_current, there.created_at, there.last_used_at], [false, startedAt, startedAt])
    assert.equal((await mine(cookie, 'GET', '/sessions?limit=1&offset=1')).body.data[0].id, there.id)
    assert.ok(!JSON.stringify(body).includes(cookie.split('=')[1]!.split('.')[0]!))
  })

  test('show their last use and its address after five minutes', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const from = { 'x-forwarded-for': '203.0.113.80' }
    const own = async () => (await mine(person.cookie, 'GET', '/sessions', undefined, from)).body.data[0]
    const { last_used_at: first, ip_address: address } = await own()
    app.clock.advance(4 * 60_000)
    assert.deepEqual([(await own()).last_used_at, address], [first, '127.0.0.1'])
    app.clock.advance(60_000)
    await own()
    const after = await own()
    assert.deepEqual([after.last_used_at, after.ip_address], [app.clock.now().toISOString(), '203.0.113.80'])
  })

  test('can be ended individually, including the current one, effective with the next request', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const other = await another(person)
    const { data } = (await mine(person.cookie, 'GET', '/sessions')).body
    const idOf = (current: boolean) =>
      data.find((each: { is_current: boolean }) => each.is_current === current).id as string
    assert.equal((await mine(person.cookie, 'DELETE', `/sessions/${idOf(false)}`)).status, 204)
    assert.equal((await mine(other, 'GET', '')).status, 401)
    const again = await mine(person.cookie, 'DELETE', `/sessions/${idOf(false)}`)
    assert.deepEqual([again.status, again.body.code], [404, 'NOT_FOUND'])
    assert.equal((await mine(person.cookie, 'DELETE', `/sessions/${idOf(true)}`)).status, 204)
    assert.equal((await mine(person.cookie, 'GET', '')).status, 401)
  })

  test('of other people are not found, and continue', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const admin = await signInAs(app, workspace, 'admin')
    const [theirs] = (await mine(person.cookie, 'GET', '/sessions')).body.data
    assert.equal((await mine(admin.cookie, 'DELETE', `/sessions/${theirs.id}`)).body.code, 'NOT_FOUND')
    assert.equal((await mine(admin.cookie, 'DELETE', '/sessions/x')).body.code, 'VALIDATION_ERROR')
    assert.equal((await mine(admin.cookie, 'POST', '/sessions/end-others')).body.ended_sessions, 0)
    assert.equal((await mine(person.cookie, 'GET', '')).status, 200)
  })

  test('can all be ended except the current one', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const others = [await another(person), await another(person)]
    const response = await mine(person.cookie, 'POST', '/sessions/end-others')
    assert.deepEqual([response.status, response.body], [200, { ended_sessions: 2 }])
    for (const cookie of others) assert.equal((await mine(cookie, 'GET', '')).status, 401)
    assert.equal((await mine(person.cookie, 'GET', '/sessions')).body.pagination.total, 1)
  })
})

describe('failed attempts to sign in', () => {
  const failures = async ({ cookie }: Pick<TestSession, 'cookie'>) =>
    (await mine(cookie, 'GET', '/failed-sign-ins')).body.data

  test('are shown to the person with date and IP address, for 30 days', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const from = { 'x-forwarded-for': '203.0.113.9' }
    await signIn(app, person.email.toUpperCase(), 'wrong', from)
    const at = app.clock.now().toISOString()
    assert.deepEqual(await failures(person), [{ at, step: 'password', ip_address: '203.0.113.9' }])
    assert.deepEqual(await failures(await signInAs(app, workspace, 'technician')), [])
    app.clock.advance(29 * 86_400_000)
    const later = { cookie: await another(person) }
    assert.equal((await failures(later)).length, 1)
    app.clock.advance(86_400_000)
    assert.deepEqual(await failures(later), [])
  })

  test('at the second step invalidate the password after a hundred without a correct code', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const admin = await signInAs(app, workspace, 'admin')
    const { code } = await enrol(app, person)
    const half = async () => cookieOf(await signIn(app, person.email, TEST_PASSWORD))
    const wrongBefore = (times: number) =>
      app.db.global.rows(sql`
        insert into failed_sign_ins (id, person_id, at, step, ip_address)
        select gen_random_uuid(), ${person.personId}, ${app.clock.now().toISOString()}, 'second_factor', '198.51.100.1'
        from generate_series(1, ${times}::int)`)
    await wrongBefore(99)
    assert.equal((await secondStep(app, await half(), code())).status, 200)
    app.clock.advance(60_000)
    await wrongBefore(99)
    const waiting = await half()
    assert.equal((await secondStep(app, waiting, 'AAAA-AAAA-AAAA')).status, 422)
    assert.equal((await secondStep(app, waiting, code())).status, 401)
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 401)
    const fresh = { headers: { cookie: cookieOf(await signIn(app, admin.email, TEST_PASSWORD)) } }
    const [entry] = (await admin.call('GET', `/activity?subject_id=${person.personId}&limit=1`, fresh)).body
      .data
    assert.deepEqual([entry.kind, entry.actor.type], ['user.password_ended', 'system'])
  })
})

describe('operations on one’s own account', () => {
  const requests: [string, string, object?][] = [
    ['POST', '/password', { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD }],
    ['GET', '/sessions'],
    ['DELETE', '/sessions/019345d0-1f2e-7c3b-9a4d-5e6f7a8b9c0d'],
    ['POST', '/sessions/end-others'],
  ]

  test('require a signed-in person', async () => {
    for (const [method, path, body] of requests) {
      const response = await mine('', method, path, body)
      assert.deepEqual([response.status, response.body.code], [401, 'UNAUTHORIZED'], path)
    }
  })

  test('are refused to pages of other origins', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const origin = { origin: 'https://evil.example' }
    for (const [method, path, body] of requests.filter(([each]) => each !== 'GET')) {
      const response = await mine(person.cookie, method, path, body, origin)
      assert.deepEqual([response.status, response.body.code], [403, 'FORBIDDEN'], path)
    }
  })
})
