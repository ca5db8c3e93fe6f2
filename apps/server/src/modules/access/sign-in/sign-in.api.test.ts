import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp } from '../../../../test/app.ts'
import { cookieOf, signIn, signInAs, signInPerson, TEST_PASSWORD } from '../../../../test/session.ts'
import { systemActor } from '../../../platform/actor.ts'
import { sql } from '../../../platform/db/index.ts'
import { addMember, changeMember } from '../index.ts'

const app = await startTestApp()
const parts = { db: app.db, clock: app.clock }

const auth = (method: string, path: string, headers: Record<string, string> = {}) =>
  call(`${app.origin}${SIGN_IN_PREFIX}${path}`, method, { headers })
const me = (cookie: string) => call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie } })

describe('signing in', () => {
  test('returns the person and sets a cookie that scripts and other sites cannot use', async () => {
    const workspace = await app.workspace()
    const { email, personId } = await signInAs(app, workspace, 'technician', { name: 'Tess' })
    const response = await signIn(app, email.toUpperCase(), TEST_PASSWORD)
    assert.deepEqual(response.body, { user: { id: personId, email, name: 'Tess' } })
    const [line, known, ...others] = response.headers.getSetCookie()
    assert.deepEqual(others, [])
    assert.match(known!, /^plumbline\.device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.match(
      line!,
      /^plumbline\.session_token=[\w%.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    assert.equal(response.headers.get('cache-control'), 'private, no-store')
  })

  test('the session token is only in the cookie', async () => {
    const session = await signInAs(app, await app.workspace(), 'technician')
    const token = decodeURIComponent(session.cookie.split('=')[1]!).split('.')[0]!
    for (const response of [
      await signIn(app, session.email, TEST_PASSWORD),
      await auth('GET', '/get-session', { cookie: session.cookie }),
    ]) {
      assert.equal(response.status, 200)
      assert.ok(!JSON.stringify(response.body).includes(token))
    }
  })

  test('a wrong password, an unknown address and a person without a password result in the same 401', async () => {
    const workspace = await app.workspace()
    const { email } = await signInAs(app, workspace, 'technician')
    const { personId } = await workspace.person({ hasPassword: false })
    const [person] = await app.db.global.rows<{ email: string }>(
      sql`select email from people where id = ${personId}`,
    )
    const responses = [
      await signIn(app, email, 'not the password'),
      await signIn(app, 'nobody@example.com', TEST_PASSWORD),
      await signIn(app, 'no address at all', TEST_PASSWORD),
      await signIn(app, person!.email, TEST_PASSWORD),
    ]
    for (const response of responses) {
      assert.equal(response.status, 401)
      assert.equal(response.body.code, 'UNAUTHORIZED')
      assert.deepEqual(response.body, responses[0]!.body)
      assert.deepEqual(response.headers.getSetCookie(), [])
    }
  })

  test('invalid bodies, paths and methods are refused in the common error format', async () => {
    const send = (body: unknown) => call(`${app.origin}${SIGN_IN_PREFIX}/sign-in/email`, 'POST', { body })
    assert.equal((await send({ email: 'a@example.com' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await send({ email: 'a@example.com', password: 'p', rememberMe: true })).status, 422)
    assert.equal((await send('{')).body.code, 'INVALID_REQUEST')
    assert.equal((await auth('GET', '/sign-in/email')).body.code, 'METHOD_NOT_ALLOWED')
    assert.equal((await auth('GET', '/nothing')).body.code, 'NOT_FOUND')
  })

  test('has no operations to sign up or change an account', async () => {
    for (const path of [
      '/sign-up/email',
      '/update-user',
      '/change-password',
      '/delete-user',
      '/sign-in/social',
    ]) {
      assert.equal((await auth('POST', path)).status, 404, path)
    }
  })

  test('offers no identity provider unless one is configured', async () => {
    assert.deepEqual((await auth('GET', '/sign-in/methods')).body, { oidc: null })
    assert.equal((await auth('GET', '/oidc/start')).body.code, 'NOT_FOUND')
    assert.equal((await auth('GET', '/oidc/callback?code=a&state=b')).body.code, 'NOT_FOUND')
  })

  test('is refused to a person without an active membership until another workspace invites them', async () => {
    const workspace = await app.workspace()
    const { email, personId } = await signInAs(app, workspace, 'technician')
    await changeMember(parts, systemActor(workspace.id), personId, { isActive: false })
    const refused = await signIn(app, email, TEST_PASSWORD)
    assert.deepEqual([refused.status, refused.body.reason.key], [403, 'account.belongs_nowhere'])
    assert.deepEqual(refused.headers.getSetCookie(), [])
    assert.equal((await signIn(app, email, 'wrong')).status, 401)
    const admin = await signInAs(app, await app.workspace(), 'admin')
    await admin.call('POST', '/users', { body: { email, name: 'T', role: 'technician' } })
    const cookie = cookieOf(await signIn(app, email, TEST_PASSWORD))
    assert.deepEqual((await me(cookie)).body.memberships, [])
  })

  test('every address that a member can be given can sign in', async () => {
    const workspace = await app.workspace()
    for (const email of ["o'neill+lab@sub.example.com", 'q.m_1-2@plant-7.example', 'admin@plumbline.local']) {
      const { personId } = await addMember(parts, systemActor(workspace.id), {
        email,
        name: 'P',
        role: 'auditor',
        siteIds: null,
        accessEndsAt: null,
      })
      assert.equal((await signInPerson(app, workspace.id, personId)).email, email)
    }
    for (const email of ['a@b', '.a@example.com', 'a..b@example.com', 'ä@example.com', 'a b@example.com']) {
      const refused = addMember(parts, systemActor(workspace.id), {
        email,
        name: 'P',
        role: 'auditor',
        siteIds: null,
        accessEndsAt: null,
      })
      await assert.rejects(refused, { code: 'VALIDATION_ERROR' }, email)
    }
  })
})

describe('the hash of a password', () => {
  const hashOf = async (personId: string) => {
    const [row] = await app.db.global.rows<{ password: string }>(
      sql`select password from sign_in_accounts where person_id = ${personId} and provider_id = 'credential'`,
    )
    return row!.password
  }

  test('with a lower cost than new ones is replaced by a stronger one at the next sign-in', async () => {
    const stronger = await startTestApp({}, { passwordCost: { memory: 64, passes: 2, parallelism: 1 } })
    const workspace = await stronger.workspace()
    const { email, personId } = await signInAs(stronger, workspace, 'technician')
    const [row] = await stronger.db.global.rows<{ password: string }>(
      sql`select password from sign_in_accounts where person_id = ${personId}`,
    )
    assert.match(row!.password, /^\$argon2id\$v=19\$m=64,t=2,p=1\$/)
    assert.equal((await signIn(stronger, email, TEST_PASSWORD)).status, 200)
    assert.equal((await signIn(stronger, email, 'not the password')).status, 401)
  })

  test('with sufficient cost is not replaced, and a wrong password replaces none', async () => {
    const { email, personId } = await signInAs(app, await app.workspace(), 'technician')
    const before = await hashOf(personId)
    assert.equal((await signIn(app, email, TEST_PASSWORD)).status, 200)
    assert.equal((await signIn(app, email, 'not the password')).status, 401)
    assert.equal(await hashOf(personId), before)
  })

  test('is also computed for unknown people and people without a password', async () => {
    const workspace = await app.workspace()
    const { personId } = await workspace.person({ hasPassword: false })
    const [person] = await app.db.global.rows<{ email: string }>(
      sql`select email from people where id = ${personId}`,
    )
    const known = await signInAs(app, workspace, 'technician')
    for (const email of [known.email, 'nobody@example.com', 'no address at all', person!.email]) {
      assert.equal(await hashesWithin(() => signIn(app, email, 'not the password')), 1, email)
    }
  })

  /** How many hashes are computed within some work. */
  async function hashesWithin(work: () => Promise<unknown>): Promise<number> {
    let hashes = 0
    const hook = createHook({
      init: (_id, type) => void (type === 'ARGON2REQUEST' && (hashes += 1)),
    }).enable()
    await work().finally(() => hook.disable())
    return hashes
  }
})

describe('the session', () => {
  test('returns the signed-in person, or null', async () => {
    const session = await signInAs(app, await app.workspace(), 'technician', { name: 'Tess' })
    const response = await auth('GET', '/get-session', { cookie: session.cookie })
    assert.equal(response.body.user.email, session.email)
    assert.equal(Date.parse(response.body.session.expires_at) - app.clock.now().getTime(), 604_800_000)
    assert.equal((await auth('GET', '/get-session')).body, null)
  })

  test('ends by signing out, for all processes', async () => {
    const session = await signInAs(app, await app.workspace(), 'technician')
    assert.equal((await me(session.cookie)).status, 200)
    const response = await auth('POST', '/sign-out', { cookie: session.cookie })
    assert.deepEqual(response.body, { success: true })
    assert.match(
      response.headers.getSetCookie()[0]!,
      /^plumbline\.session_token=; Max-Age=0; Path=\/; HttpOnly/,
    )
    assert.equal((await me(session.cookie)).status, 401)
    assert.equal((await auth('POST', '/sign-out', { cookie: session.cookie })).status, 200)
  })

  test('is valid for a week, and is renewed when used after a day', async () => {
    const session = await signInAs(app, await app.workspace(), 'technician')
    const day = 86_400_000
    assert.deepEqual((await me(session.cookie)).headers.getSetCookie(), [])
    app.clock.advance(6 * day)
    const renewed = await me(session.cookie)
    assert.match(renewed.headers.getSetCookie()[0]!, /Max-Age=604800/)
    assert.equal(cookieOf(renewed), session.cookie)
    app.clock.advance(6 * day)
    assert.equal((await me(session.cookie)).status, 200)
    app.clock.advance(7 * day)
    assert.equal((await me(session.cookie)).status, 401)
  })

  test('ends 30 days after it started, as does its cookie', async () => {
    const session = await signInAs(app, await app.workspace(), 'technician')
    const day = 86_400_000
    for (let days = 0; days < 24; days += 6) {
      app.clock.advance(6 * day)
      assert.equal((await me(session.cookie)).status, 200)
    }
    app.clock.advance(3 * day)
    assert.match((await me(session.cookie)).headers.getSetCookie()[0]!, /Max-Age=259200;/)
    app.clock.advance(3 * day)
    assert.equal((await me(session.cookie)).status, 401)
  })

  test('ends 12 hours after it started once it has accessed a workspace that requires signatures', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    await admin.call('PATCH', '', { body: { requires_electronic_signature: true } })
    assert.equal((await admin.call('GET', '')).status, 200)
    app.clock.advance(12 * 3_600_000 - 1)
    assert.equal((await me(admin.cookie)).status, 200)
    app.clock.advance(1)
    assert.equal((await me(admin.cookie)).status, 401)
    const late = await signIn(app, admin.email, TEST_PASSWORD)
    app.clock.advance(13 * 3_600_000)
    const headers = { cookie: cookieOf(late) }
    assert.equal((await me(cookieOf(late))).status, 200)
    assert.equal((await admin.call('GET', '', { headers })).status, 401)
    assert.equal((await me(cookieOf(late))).status, 401)
  })

  test('ends when anyone signs in again in the same browser', async () => {
    const workspace = await app.workspace()
    const [tess, theo] = [
      await signInAs(app, workspace, 'technician'),
      await signInAs(app, workspace, 'technician'),
    ]
    const again = await signIn(app, theo.email, TEST_PASSWORD, { cookie: tess.cookie })
    assert.equal((await me(cookieOf(again))).status, 200)
    assert.equal((await me(tess.cookie)).status, 401)
    assert.equal((await me(theo.cookie)).status, 200)
  })

  test('is limited to twenty per person; the oldest ends', async () => {
    const first = await signInAs(app, await app.workspace(), 'technician')
    const cookies = [first.cookie]
    for (let more = 0; more < 20; more += 1) {
      app.clock.advance(1000)
      cookies.push(cookieOf(await signIn(app, first.email, TEST_PASSWORD)))
    }
    const statuses = await Promise.all(cookies.map(async (cookie) => (await me(cookie)).status))
    assert.deepEqual(statuses, [401, ...cookies.slice(1).map(() => 200)])
  })

  test('cannot be taken over by someone who reads its row', async () => {
    const { cookie, personId } = await signInAs(app, await app.workspace(), 'technician')
    const token = decodeURIComponent(cookie.split('=')[1]!).split('.')[0]!
    const [row] = await app.db.global.rows<{ text: string }>(sql`
      select s::text as text from sign_in_sessions s where person_id = ${personId}`)
    assert.ok(!row!.text.includes(token))
  })

  test('a cookie that was not signed by this deployment gives no access', async () => {
    const { cookie } = await signInAs(app, await app.workspace(), 'technician')
    const [name, value] = cookie.split('=') as [string, string]
    const [token, signature] = decodeURIComponent(value).split('.') as [string, string]
    const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${other}`,
      `${token}x.${signature}`,
      `.${signature}`,
      '%',
    ]) {
      assert.equal((await me(`${name}=${forged}`)).status, 401, forged)
    }
    assert.equal((await me(`a=b; ${name}=nonsense; ${cookie}; c=d`)).status, 200)
  })

  test('has a cookie bound to the host over HTTPS, and a cookie that others could set is ignored', async () => {
    const secure = await startTestApp({ PUBLIC_URL: 'https://calibration.example.com' })
    const session = await signInAs(secure, await secure.workspace(), 'technician')
    const response = await signIn(secure, session.email, TEST_PASSWORD)
    const lines = response.headers.getSetCookie()
    assert.equal(lines.length, 2)
    for (const [index, name] of ['session_token', 'device'].entries()) {
      const form = `^__Host-plumbline\\.${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`
      assert.match(lines[index]!, new RegExp(form))
    }
    assert.equal((await session.call('GET', '')).status, 200)
    for (const prefix of ['', '__Secure-']) {
      const cookie = session.cookie.replace('__Host-', prefix)
      assert.equal((await session.call('GET', '', { headers: { cookie } })).status, 401)
    }
  })
})

describe('pages of other origins', () => {
  test('cannot make a browser change anything, signed in or not', async () => {
    const session = await signInAs(app, await app.workspace(), 'admin')
    for (const origin of [
      'https://evil.example',
      'null',
      app.origin.replace('http:', 'https:'),
      `${app.origin}0`,
    ]) {
      const responses = [
        await signIn(app, session.email, TEST_PASSWORD, { origin }),
        await auth('POST', '/sign-out', { origin, cookie: session.cookie }),
        await session.call('PATCH', '', { headers: { origin }, body: { name: 'Theirs' } }),
      ]
      for (const response of responses) {
        assert.equal(response.status, 403, origin)
        assert.equal(response.body.code, 'FORBIDDEN')
      }
    }
    assert.equal((await me(session.cookie)).status, 200)
  })

  test("the app's own origin, the host of the request, and programs without an origin are accepted", async () => {
    const session = await signInAs(app, await app.workspace(), 'admin')
    const change = (origin: string, headers: Record<string, string>) =>
      call(`${origin}${APP_API_PREFIX}/workspaces/${session.workspaceId}`, 'PATCH', {
        headers: { cookie: session.cookie, ...headers },
        body: { name: 'Ours' },
      })
    const otherName = app.origin.replace('127.0.0.1', 'localhost')
    assert.equal((await change(app.origin, { origin: app.origin })).status, 200)
    assert.equal((await change(otherName, { origin: otherName })).status, 200)
    assert.equal((await change(app.origin, {})).status, 200)
    assert.equal((await change(app.origin, { origin: otherName })).status, 403)
  })
})
