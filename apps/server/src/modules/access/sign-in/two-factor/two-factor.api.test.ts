import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp } from '../../../../../test/app.ts'
import {
  cookieOf,
  signIn,
  signInAs,
  TEST_PASSWORD,
  type TestSession,
  joinToo,
} from '../../../../../test/session.ts'
import { codeOf, enrol, secondStep, twoFactor } from '../../../../../test/two-factor.ts'
import { sql } from '../../../../platform/db/index.ts'
import { forgetRequests } from '../../index.ts'

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
const workspace = await app.workspace()

const me = (cookie: string) => call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie } })
const password = { password: TEST_PASSWORD }
const person = () => signInAs(app, workspace, 'technician')

/** Takes the first step and returns its cookie. */
async function firstStep({ email }: Pick<TestSession, 'email'>): Promise<string> {
  const response = await signIn(app, email, TEST_PASSWORD)
  assert.equal(response.status, 200)
  return cookieOf(response)
}

const countSessions = async ({ personId }: TestSession) =>
  (await app.db.global.rows(sql`select id from sign_in_sessions where person_id = ${personId}`)).length

describe('setting two-factor up', () => {
  test('requires the password, shows the secret, and is on once a code confirms it', async () => {
    const tess = await person()
    assert.deepEqual((await twoFactor(app, tess.cookie, 'GET', '')).body, {
      enabled_at: null,
      recovery_codes_left: 0,
    })
    const started = await twoFactor(app, tess.cookie, 'POST', '/enrol', password)
    assert.equal(started.status, 200)
    const { secret, uri, qr } = started.body
    assert.match(secret, /^[A-Z2-7]{32}$/)
    assert.ok(uri.startsWith(`otpauth://totp/Plumbline:${encodeURIComponent(tess.email)}?`))
    assert.equal(new URL(uri).searchParams.get('secret'), secret)
    assert.match(qr.path, /^(M\d+ \d+h\d+v1h-\d+z)+$/)
    assert.ok(qr.size >= 21)
    // Not asked for before it is confirmed.
    assert.ok('user' in (await signIn(app, tess.email, TEST_PASSWORD)).body)
    const code = codeOf(app, secret)
    const confirmed = await twoFactor(app, tess.cookie, 'POST', '/confirm', { code })
    assert.equal(confirmed.status, 200)
    const codes: string[] = confirmed.body.recovery_codes
    assert.equal(new Set(codes).size, 10)
    for (const each of codes) assert.match(each, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    assert.deepEqual((await twoFactor(app, tess.cookie, 'GET', '')).body, {
      enabled_at: app.clock.now().toISOString(),
      recovery_codes_left: 10,
    })
  })

  test('ends the other sessions of the person, which started without it', async () => {
    const tess = await person()
    const other = await firstStep(tess)
    assert.equal((await me(other)).status, 200)
    await enrol(app, tess)
    assert.equal((await me(other)).status, 401)
    assert.equal((await me(tess.cookie)).status, 200)
  })

  test('with a wrong password or a wrong code changes nothing', async () => {
    const tess = await person()
    const refused = await twoFactor(app, tess.cookie, 'POST', '/enrol', { password: 'wrong' })
    assert.equal(refused.status, 422)
    assert.deepEqual([refused.body.code, refused.body.details.field], ['INVALID_REQUEST', 'password'])
    const { secret } = (await twoFactor(app, tess.cookie, 'POST', '/enrol', password)).body
    for (const code of [codeOf(app, secret, 2), codeOf(app, secret, -2), 'ABCD-EFGH-JKMN']) {
      const wrong = await twoFactor(app, tess.cookie, 'POST', '/confirm', { code })
      assert.equal(wrong.status, 422)
      assert.deepEqual([wrong.body.code, wrong.body.details.field], ['INVALID_REQUEST', 'code'])
    }
    assert.ok('user' in (await signIn(app, tess.email, TEST_PASSWORD)).body)
    for (let tried = 3; tried < 10; tried += 1) {
      await twoFactor(app, tess.cookie, 'POST', '/confirm', { code: codeOf(app, secret, 2) })
    }
    const spent = await twoFactor(app, tess.cookie, 'POST', '/confirm', { code: codeOf(app, secret) })
    assert.equal(spent.body.code, 'RATE_LIMITED')
  })

  test('conflicts if it is already on or was never started', async () => {
    const tess = await person()
    const conflicts = async (path: string, body: object) =>
      assert.equal((await twoFactor(app, tess.cookie, 'POST', path, body)).body.code, 'CONFLICT', path)
    await conflicts('/confirm', { code: '123456' })
    await conflicts('/disable', { ...password, code: '123456' })
    await conflicts('/recovery-codes', { ...password, code: '123456' })
    const { code } = await enrol(app, tess)
    await conflicts('/enrol', password)
    await conflicts('/confirm', { code: code() })
  })

  test('stores neither the secret nor a recovery code in readable form', async () => {
    const tess = await person()
    const { secret, recoveryCodes } = await enrol(app, tess)
    const rows = await app.db.global.rows<{ sealed: string }>(sql`
      select encode(sealed_secret, 'escape') as sealed from second_factors where person_id = ${tess.personId}
      union all
      select encode(hash, 'escape') from recovery_codes where person_id = ${tess.personId}`)
    assert.equal(rows.length, 11)
    for (const { sealed } of rows) {
      for (const secretText of [secret, ...recoveryCodes]) assert.ok(!sealed.includes(secretText))
    }
  })

  test('requires a signed-in person, and refuses pages of other origins', async () => {
    const tess = await person()
    for (const [path, body] of [
      ['/enrol', password],
      ['/confirm', { code: '123456' }],
      ['/disable', { ...password, code: '123456' }],
      ['/recovery-codes', { ...password, code: '123456' }],
    ] as const) {
      assert.equal((await twoFactor(app, '', 'POST', path, body)).body.code, 'UNAUTHORIZED', path)
      const foreign = { origin: 'https://evil.example' }
      const refused = await twoFactor(app, tess.cookie, 'POST', path, body, foreign)
      assert.equal(refused.body.code, 'FORBIDDEN', path)
      const crossSite = { 'sec-fetch-site': 'cross-site' }
      const sent = await twoFactor(app, tess.cookie, 'POST', path, body, crossSite)
      assert.equal(sent.body.code, 'FORBIDDEN', path)
      const unread = await twoFactor(app, tess.cookie, 'POST', path, {})
      assert.equal(unread.body.code, 'VALIDATION_ERROR', path)
    }
    assert.equal((await twoFactor(app, '', 'GET', '')).status, 401)
  })
})

describe('signing in with two-factor', () => {
  test('starts no session before the code is accepted', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    const before = await countSessions(tess)
    const first = await signIn(app, tess.email, TEST_PASSWORD)
    assert.equal(first.status, 200)
    const expiresAt = new Date(app.clock.now().getTime() + 600_000).toISOString()
    assert.deepEqual(first.body, { two_factor: { expires_at: expiresAt } })
    const [line, ...others] = first.headers.getSetCookie()
    assert.deepEqual(others, [])
    assert.match(line!, /^plumbline\.second_step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.equal(await countSessions(tess), before)
    assert.equal((await me(cookieOf(first))).status, 401)
    const second = await secondStep(app, cookieOf(first), code())
    assert.equal(second.status, 200)
    assert.deepEqual(second.body.user.email, tess.email)
    const [session, known, ended] = second.headers.getSetCookie()
    assert.match(session!, /^plumbline\.session_token=.+; HttpOnly; SameSite=Lax$/)
    assert.match(known!, /^plumbline\.device=.+; HttpOnly; SameSite=Lax$/)
    assert.match(ended!, /^plumbline\.second_step=; Max-Age=0; Path=\/;/)
    assert.equal((await me(session!.split(';')[0]!)).status, 200)
    assert.equal(await countSessions(tess), before + 1)
  })

  test('accepts the codes of the previous and next time step, and no others', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    for (const steps of [-1, 0, 1]) {
      assert.equal((await secondStep(app, await firstStep(tess), code(steps))).status, 200, `${steps}`)
      app.clock.advance(90_000)
    }
    const cookie = await firstStep(tess)
    for (const steps of [-2, 2]) {
      const refused = await secondStep(app, cookie, code(steps))
      assert.deepEqual([refused.status, refused.body.details.field], [422, 'code'])
      assert.deepEqual(refused.headers.getSetCookie(), [])
    }
    assert.equal((await secondStep(app, cookie, ` ${code().slice(0, 3)} ${code().slice(3)}`)).status, 200)
  })

  test('accepts each code once, even from concurrent requests, and none of an earlier step', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    const cookies = [await firstStep(tess), await firstStep(tess)]
    const responses = await Promise.all(cookies.map((cookie) => secondStep(app, cookie, code())))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200, 422]))
    const cookie = await firstStep(tess)
    assert.equal((await secondStep(app, cookie, code())).status, 422)
    assert.equal((await secondStep(app, cookie, code(-1))).status, 422)
    app.clock.advance(30_000)
    assert.equal((await secondStep(app, cookie, code())).status, 200)
  })

  test('accepts a recovery code once, however it is typed', async () => {
    const tess = await person()
    const { recoveryCodes } = await enrol(app, tess)
    const [first, second] = recoveryCodes as [string, string]
    const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    assert.equal((await secondStep(app, await firstStep(tess), typed)).status, 200)
    const cookie = await firstStep(tess)
    assert.equal((await secondStep(app, cookie, first)).status, 422)
    assert.equal((await secondStep(app, cookie, second)).status, 200)
    assert.equal((await twoFactor(app, tess.cookie, 'GET', '')).body.recovery_codes_left, 8)
  })

  test("another person's code is refused", async () => {
    const [tess, theo] = [await person(), await person()]
    const [ofTess, ofTheo] = [await enrol(app, tess), await enrol(app, theo)]
    const cookie = await firstStep(tess)
    assert.equal((await secondStep(app, cookie, ofTheo.code())).status, 422)
    assert.equal((await secondStep(app, cookie, ofTheo.recoveryCodes[0]!)).status, 422)
    assert.equal((await secondStep(app, cookie, ofTess.code())).status, 200)
  })

  test('requires the first step, within ten minutes and once', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    const cookie = await firstStep(tess)
    for (const other of ['', 'plumbline.second_step=', `${cookie}x`, tess.cookie]) {
      const response = await secondStep(app, other, code())
      assert.deepEqual([response.status, response.body.code], [401, 'UNAUTHORIZED'], other)
    }
    assert.equal((await secondStep(app, cookie, code())).status, 200)
    app.clock.advance(60_000)
    assert.equal((await secondStep(app, cookie, code())).status, 401)
    const late = await firstStep(tess)
    app.clock.advance(600_000)
    assert.equal((await secondStep(app, late, code())).status, 401)
    await forgetRequests({ db: app.db, clock: app.clock, operations: [], retentionDays: 1 })
    const waiting = await app.db.global.rows(
      sql`select 1 from pending_second_factors where person_id = ${tess.personId}`,
    )
    assert.equal(waiting.length, 0)
  })

  test('refuses pages of other origins and malformed bodies', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    const cookie = await firstStep(tess)
    const foreign = await secondStep(app, cookie, code(), { origin: 'https://evil.example' })
    assert.equal(foreign.body.code, 'FORBIDDEN')
    assert.equal((await secondStep(app, cookie, '')).body.code, 'VALIDATION_ERROR')
    assert.equal((await secondStep(app, cookie, '1'.repeat(33))).body.code, 'VALIDATION_ERROR')
  })

  test('does not reveal the second factor to someone with a wrong password', async () => {
    const tess = await person()
    await enrol(app, tess)
    const response = await signIn(app, tess.email, 'wrong')
    assert.deepEqual([response.status, response.body.code], [401, 'UNAUTHORIZED'])
    assert.deepEqual(response.headers.getSetCookie(), [])
  })

  test('ten wrong codes are checked, even if the first step is repeated, then one per minute', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    let cookie = await firstStep(tess)
    for (let tried = 0; tried < 10; tried += 1) {
      if (tried === 5) cookie = await firstStep(tess)
      const from = { 'x-forwarded-for': `198.51.100.${tried}` }
      assert.equal((await secondStep(app, cookie, 'AAAA-AAAA-AAAA', from)).status, 422)
    }
    const refused = await secondStep(app, cookie, code())
    assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED'])
    assert.equal(refused.headers.get('retry-after'), '60')
    app.clock.advance(60_000)
    assert.equal((await secondStep(app, await firstStep(tess), code())).status, 200)
  })
})

describe('two-factor that is on', () => {
  test('is turned off by password and code together, and recovery codes become invalid', async () => {
    const tess = await person()
    const { code, recoveryCodes } = await enrol(app, tess)
    const disable = (body: object) => twoFactor(app, tess.cookie, 'POST', '/disable', body)
    assert.equal((await disable({ password: 'wrong', code: code() })).body.details.field, 'password')
    assert.equal((await disable({ ...password, code: code(2) })).body.details.field, 'code')
    // A wrong password has used no code up.
    const response = await disable({ ...password, code: code() })
    assert.deepEqual([response.status, response.body], [200, { enabled_at: null, recovery_codes_left: 0 }])
    assert.ok('user' in (await signIn(app, tess.email, TEST_PASSWORD)).body)
    await enrol(app, tess)
    assert.equal((await secondStep(app, await firstStep(tess), recoveryCodes[0]!)).status, 422)
  })

  test('gets new recovery codes, and earlier ones become invalid', async () => {
    const tess = await person()
    const { code, recoveryCodes } = await enrol(app, tess)
    const renew = (body: object) => twoFactor(app, tess.cookie, 'POST', '/recovery-codes', body)
    assert.equal((await renew({ ...password, code: '000000' })).body.code, 'INVALID_REQUEST')
    const renewed = await renew({ ...password, code: code() })
    assert.equal(renewed.body.recovery_codes.length, 10)
    const cookie = await firstStep(tess)
    assert.equal((await secondStep(app, cookie, recoveryCodes[0]!)).status, 422)
    assert.equal((await secondStep(app, cookie, renewed.body.recovery_codes[0])).status, 200)
  })

  test('is recorded in the ledger of every workspace when turned on and off', async () => {
    const admin = await signInAs(app, workspace, 'admin')
    const tess = await person()
    const { code } = await enrol(app, tess)
    await twoFactor(app, tess.cookie, 'POST', '/disable', { ...password, code: code() })
    const { data } = (await admin.call('GET', `/activity?subject_id=${tess.personId}&limit=2`)).body
    assert.deepEqual(
      data.map(({ kind, actor }: any) => [kind, actor.id]),
      [
        ['user.two_factor_disabled', tess.personId],
        ['user.two_factor_enabled', tess.personId],
      ],
    )
  })
})

describe('a workspace that requires a second factor', () => {
  test('admits only people who have one, and keys continue to work', async () => {
    const strict = await app.workspace()
    const admin = await signInAs(app, strict, 'admin')
    const tess = await signInAs(app, strict, 'technician')
    await enrol(app, admin)
    await admin.call('PATCH', '', { body: { requires_second_factor: true } })
    const refused = await tess.call('GET', '/instruments')
    assert.deepEqual([refused.status, refused.body.reason.key], [403, 'access.second_factor_required'])
    const membership = async () => (await me(tess.cookie)).body.memberships[0].needs_second_factor
    assert.equal(await membership(), true)
    assert.equal((await admin.call('GET', '/instruments')).status, 200)
    assert.equal((await app.call('GET', '/instruments', { key: strict.key })).status, 200)
    const factor = await enrol(app, tess)
    assert.equal((await tess.call('GET', '/instruments')).status, 200)
    assert.equal(await membership(), undefined)
    await twoFactor(app, tess.cookie, 'POST', '/disable', { ...password, code: factor.code() })
    assert.equal((await tess.call('GET', '/instruments')).status, 403)
  })
})

describe('an admin', () => {
  test('who resets the password does not remove the second factor, and pending sign-ins end', async () => {
    const admin = await signInAs(app, workspace, 'admin')
    const tess = await person()
    const { code } = await enrol(app, tess)
    const half = await firstStep(tess)
    const { link } = (await admin.call('POST', `/users/${tess.personId}/reset-link`)).body
    const body = { token: new URL(link).searchParams.get('token'), password: 'another horse battery' }
    const reset = await call(`${app.origin}${SIGN_IN_PREFIX}/reset-password`, 'POST', { body })
    assert.equal(reset.status, 200)
    assert.equal((await secondStep(app, half, code())).status, 401)
    const first = await signIn(app, tess.email, body.password)
    assert.ok('two_factor' in first.body)
    assert.equal((await secondStep(app, cookieOf(first), code())).status, 200)
  })

  test('sees who has a second factor, and can remove that of a person of this workspace only', async () => {
    const admin = await signInAs(app, workspace, 'admin')
    const tess = await person()
    await enrol(app, tess)
    const listed = async () =>
      (await admin.call('GET', '/users?limit=100')).body.data.find((one: any) => one.id === tess.personId)
    assert.equal((await listed()).has_two_factor, true)
    const response = await admin.call('DELETE', `/users/${tess.personId}/two-factor`)
    assert.deepEqual([response.status, response.body], [200, { id: tess.personId }])
    assert.equal((await listed()).has_two_factor, false)
    assert.equal((await me(tess.cookie)).status, 401)
    assert.ok('user' in (await signIn(app, tess.email, TEST_PASSWORD)).body)
    const [entry] = (await admin.call('GET', `/activity?subject_id=${tess.personId}&limit=1`)).body.data
    assert.deepEqual([entry.kind, entry.actor.id], ['user.two_factor_disabled', admin.personId])
    const again = await admin.call('DELETE', `/users/${tess.personId}/two-factor`)
    assert.equal(again.body.code, 'CONFLICT')
  })

  test('cannot remove that of a person who also belongs to another workspace, or of a stranger', async () => {
    const admin = await signInAs(app, workspace, 'admin')
    const tess = await person()
    await enrol(app, tess)
    const elsewhere = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await elsewhere.call('DELETE', `/users/${tess.personId}/two-factor`)).status, 404)
    await joinToo(app, elsewhere.workspaceId, tess)
    const refused = await admin.call('DELETE', `/users/${tess.personId}/two-factor`)
    assert.equal(refused.body.code, 'CONFLICT')
    assert.ok('two_factor' in (await signIn(app, tess.email, TEST_PASSWORD)).body)
  })
})
