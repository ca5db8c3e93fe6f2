import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp, type TestResponse, type TestApp } from '../../../../../test/app.ts'
import { startIdentityProvider } from '../../../../../test/servers/identity-provider.ts'
import {
  cookieOf,
  deviceCookieOf,
  signIn,
  signInAs,
  TEST_PASSWORD,
  type TestSession,
} from '../../../../../test/session.ts'
import { enrol, secondStep } from '../../../../../test/two-factor.ts'
import { ConfigError, readConfig } from '../../../../platform/config.ts'
import { sql } from '../../../../platform/db/index.ts'
import { countAddress } from '../../../../platform/rate-limit/index.ts'
import { isStrongEnough } from './oidc-provider.ts'
import { checkOidc } from '../../../../doctor/check-oidc.ts'

let app: TestApp
const provider = await startIdentityProvider(() => app.clock)
app = await startTestApp({ ...provider.settings, OIDC_NAME: 'Northmoor', TRUSTED_PROXIES: '127.0.0.1' })
const workspace = await app.workspace()

let subjects = 0
beforeEach(() => {
  provider.tamper = (claims) => claims
  provider.forges = false
  provider.keepsToUserinfo = false
  provider.callsItself = provider.issuer
})

/** A person here whom the provider knows, too, under a subject of their own. */
async function person(): Promise<TestSession> {
  const session = await signInAs(app, workspace, 'technician')
  subjects += 1
  provider.person = { sub: `subject-${subjects}`, email: session.email, email_verified: true }
  return session
}

const start = (query = '') => call(`${app.origin}${SIGN_IN_PREFIX}/oidc/start${query}`, 'GET', {})
const follow = (address: string, cookie: string) => call(address, 'GET', { headers: { cookie } })
const locationOf = (response: TestResponse) => new URL(response.headers.get('location')!)
const me = (cookie: string) => call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie } })

/** The whole way: to the provider, its yes, and back. */
async function roundTrip(query = '', change: (back: URL) => void = () => undefined): Promise<TestResponse> {
  const started = await start(query)
  assert.equal(started.status, 302)
  const back = new URL(await provider.decide(started.headers.get('location')!))
  change(back)
  return follow(back.href, cookieOf(started))
}

/** The cookie of the session that a response begins. */
function sessionOf(response: TestResponse): string | undefined {
  const lines = response.headers.getSetCookie()
  return lines.find((line) => line.startsWith('plumbline.session_token='))?.split(';')[0]
}

/** Nobody is signed in, and the sign-in page shows why. */
function assertProblem(response: TestResponse, problem: string): void {
  assert.equal(response.status, 302)
  const location = locationOf(response)
  assert.equal(location.origin + location.pathname, `${app.origin}/sign-in`)
  assert.equal(location.searchParams.get('problem'), problem)
  assert.equal(sessionOf(response), undefined)
}

describe('signing in with an identity provider', () => {
  test('is offered by name, and requests a code with PKCE, state and nonce', async () => {
    const methods = await call(`${app.origin}${SIGN_IN_PREFIX}/sign-in/methods`, 'GET', {})
    assert.deepEqual(methods.body, { oidc: { name: 'Northmoor' } })
    const started = await start()
    const { origin, pathname, searchParams } = locationOf(started)
    assert.equal(origin + pathname, `${provider.issuer}/authorize`)
    assert.equal(searchParams.get('response_type'), 'code')
    assert.equal(searchParams.get('client_id'), 'plumbline')
    assert.equal(searchParams.get('redirect_uri'), `${app.origin}/api/auth/oidc/callback`)
    assert.equal(searchParams.get('scope'), 'openid email profile')
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.match(searchParams.get(name)!, /^[\w-]{43}$/, name)
    }
    const [line] = started.headers.getSetCookie()
    assert.match(line!, /^plumbline\.oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.ok(!line!.includes(searchParams.get('state')!))
  })

  test('signs in the person with the verified address, in any letter case, and redirects to the page', async () => {
    const tess = await person()
    provider.person.email = tess.email.toUpperCase()
    const response = await roundTrip('?next=/w/1/instruments%3Fq%3Da')
    assert.equal(response.headers.get('location'), `${app.origin}/w/1/instruments?q=a`)
    assert.equal((await me(sessionOf(response)!)).body.user.id, tess.personId)
    assert.ok(deviceCookieOf(response))
    const ended = response.headers.getSetCookie().find((line) => line.startsWith('plumbline.oidc='))
    assert.match(ended!, /^plumbline\.oidc=; Max-Age=0/)
    assert.equal(response.headers.get('cache-control'), 'private, no-store')
  })

  test('reads the address from the userinfo endpoint if the token does not contain it', async () => {
    const tess = await person()
    provider.keepsToUserinfo = true
    assert.equal((await me(sessionOf(await roundTrip())!)).body.user.id, tess.personId)
  })

  test('identifies the person by the subject after the first sign-in, even if the address changes', async () => {
    const [theo, tess] = [await person(), await person()]
    assert.ok(sessionOf(await roundTrip()))
    provider.person = { ...provider.person, email: theo.email, email_verified: false }
    assert.equal((await me(sessionOf(await roundTrip())!)).body.user.id, tess.personId)
  })

  test('never gives a person the account of the previous owner of the address', async () => {
    await person()
    assert.ok(sessionOf(await roundTrip()))
    provider.person = { ...provider.person, sub: 'the successor' }
    assertProblem(await roundTrip(), 'other_account')
  })

  test('requires the second factor, if there is one, before a session starts', async () => {
    const tess = await person()
    const { code } = await enrol(app, tess)
    const response = await roundTrip('?next=/account')
    assert.equal(sessionOf(response), undefined)
    assert.equal(response.headers.get('location'), `${app.origin}/sign-in?step=code&next=%2Faccount`)
    const half = response.headers.getSetCookie()[0]!.split(';')[0]!
    assert.equal((await secondStep(app, half, code())).body.user.id, tess.personId)
  })

  test('invalidates the credentials of an account when its address is first verified', async () => {
    const tess = await person()
    await enrol(app, tess)
    await app.db.global.rows(sql`update people set address_proof = null where id = ${tess.personId}`)
    await app.db.global.rows(sql`
      insert into sign_in_accounts (id, account_id, provider_id, person_id, created_at, updated_at)
      values (gen_random_uuid(), 'bound before', ${`oidc:${provider.issuer}`}, ${tess.personId}, now(), now())`)
    const session = sessionOf(await roundTrip())!
    assert.equal((await me(session)).body.user.id, tess.personId)
    assert.equal((await me(tess.cookie)).status, 401)
    assert.equal((await signIn(app, tess.email, TEST_PASSWORD)).status, 401)
    const entries = await app.db.in(workspace.id).rows<{ kind: string }>(sql`
      select kind from ledger_entries
      where workspace_id = ${workspace.id} and subject_id = ${tess.personId} order by index desc limit 2`)
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['user.provider_bound', 'user.address_proven'],
    )
    assert.ok(sessionOf(await roundTrip()))
    assert.equal((await me(session)).status, 200)
  })

  test('does not change the password', async () => {
    const tess = await person()
    await roundTrip()
    assert.equal((await signIn(app, tess.email, TEST_PASSWORD)).status, 200)
  })
})

describe('an account of the provider', () => {
  const mine = (cookie: string, method = 'GET', path = '') =>
    call(`${app.origin}${APP_API_PREFIX}/me/provider-accounts${path}`, method, { headers: { cookie } })

  test('is listed in the account, can be removed and linked again, and this is recorded in the ledger', async () => {
    const admin = await signInAs(app, workspace, 'admin')
    const tess = await person()
    assert.deepEqual((await mine(tess.cookie)).body.data, [])
    const boundAt = app.clock.now().toISOString()
    await roundTrip()
    await roundTrip()
    const [{ id, ...bound }, ...others] = (await mine(tess.cookie)).body.data
    assert.deepEqual([bound, others], [{ issuer: provider.issuer, bound_at: boundAt }, []])
    const stranger = await person()
    assert.equal((await mine(stranger.cookie, 'DELETE', `/${id}`)).status, 404)
    assert.equal((await mine(tess.cookie, 'DELETE', `/${id}`)).status, 204)
    assert.deepEqual((await mine(tess.cookie)).body.data, [])
    const { data } = (await admin.call('GET', `/activity?subject_id=${tess.personId}&limit=2`)).body
    assert.deepEqual(
      data.map(({ kind, actor }: any) => [kind, actor.id]),
      [
        ['user.provider_removed', tess.personId],
        ['user.provider_bound', tess.personId],
      ],
    )
  })

  test('can be removed by an admin, which signs out the person', async () => {
    const admin = await signInAs(app, workspace, 'admin')
    const tess = await person()
    const remove = () => admin.call('DELETE', `/users/${tess.personId}/provider-accounts`)
    assert.equal((await remove()).body.code, 'CONFLICT')
    const session = sessionOf(await roundTrip())!
    assert.deepEqual((await remove()).body, { id: tess.personId, removed_accounts: 1 })
    assert.equal((await me(session)).status, 401)
    const [entry] = (await admin.call('GET', `/activity?subject_id=${tess.personId}&limit=1`)).body.data
    assert.deepEqual([entry.kind, entry.actor.id], ['user.provider_removed', admin.personId])
  })

  test('cannot be removed if it is the only way to sign in', async () => {
    const tess = await person()
    const session = sessionOf(await roundTrip())!
    await app.db.global.rows(
      sql`delete from sign_in_accounts where person_id = ${tess.personId} and provider_id = 'credential'`,
    )
    const [{ id }] = (await mine(session)).body.data
    const refused = await mine(session, 'DELETE', `/${id}`)
    assert.deepEqual([refused.status, refused.body.reason.key], [409, 'account.no_password'])
  })
})

describe('the sign-in is refused', () => {
  test('if the provider does not verify or return the address', async () => {
    const tess = await person()
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      provider.person = { sub: 'unverified', email: tess.email, email_verified: true, ...claims }
      assertProblem(await roundTrip(), 'email_unverified')
    }
  })

  test('for an address in which only a look-alike letter differs', async () => {
    const tess = await person()
    await app.db.global.rows(sql`update people set email = 'kim@example.com' where id = ${tess.personId}`)
    provider.person.email = '\u212Aim@example.com'
    assertProblem(await roundTrip(), 'person_unknown')
    await app.db.global.rows(sql`update people set email = ${tess.email} where id = ${tess.personId}`)
  })

  test('for unknown people, and no account is created', async () => {
    const count = async () => (await app.db.global.rows(sql`select id from people`)).length
    provider.person = { sub: 'stranger', email: 'stranger@example.com', email_verified: true }
    const before = await count()
    assertProblem(await roundTrip('?next=/account'), 'person_unknown')
    assert.equal(await count(), before)
  })

  const tampered: [title: string, tamper: typeof provider.tamper][] = [
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['another audience', (claims) => ({ ...claims, aud: 'somebody else' })],
    ['an expiry that has passed', (claims) => ({ ...claims, exp: Number(claims['iat']) - 120 })],
    ['no subject', (claims) => ({ ...claims, sub: undefined })],
  ]
  for (const [title, tamper] of tampered) {
    test(`with an ID token with ${title}`, async () => {
      await person()
      provider.tamper = tamper
      assertProblem(await roundTrip(), 'failed')
    })
  }

  test('with an ID token that another key signed', async () => {
    await person()
    provider.forges = true
    assertProblem(await roundTrip(), 'failed')
  })

  test('with an ID token that has expired by the clock of the server', async () => {
    await person()
    const issuedAt = Math.floor(app.clock.now().getTime() / 1000)
    provider.tamper = (claims) => ({ ...claims, iat: issuedAt, exp: issuedAt + 300 })
    app.clock.advance(600_000)
    assertProblem(await roundTrip(), 'failed')
  })

  test('with an invalid code, or another state', async () => {
    await person()
    assertProblem(await roundTrip('', (back) => back.searchParams.set('code', 'guessed')), 'failed')
    assertProblem(await roundTrip('', (back) => back.searchParams.set('state', 'other')), 'begin_again')
    assertProblem(await roundTrip('', (back) => back.searchParams.delete('state')), 'begin_again')
    const issuer = (back: URL) => back.searchParams.set('iss', 'https://evil.example')
    assertProblem(await roundTrip('', issuer), 'failed')
  })

  test('in another browser than the one that started it, later than ten minutes, or twice', async () => {
    await person()
    const started = await start()
    const back = await provider.decide(started.headers.get('location')!)
    assertProblem(await follow(back, ''), 'begin_again')
    assertProblem(await follow(back, 'plumbline.oidc=forged'), 'begin_again')
    const stranger = await start()
    assertProblem(await follow(back, cookieOf(stranger)), 'begin_again')
    assert.ok(sessionOf(await follow(back, cookieOf(started))))
    assertProblem(await follow(back, cookieOf(started)), 'failed')
    const late = await start()
    const lateBack = await provider.decide(late.headers.get('location')!)
    app.clock.advance(600_000)
    assertProblem(await follow(lateBack, cookieOf(late)), 'begin_again')
  })

  test('if the person declined at the provider', async () => {
    await person()
    const started = await start('?next=/account')
    const back = await provider.decide(started.headers.get('location')!, false)
    const response = await follow(back, cookieOf(started))
    assertProblem(response, 'refused')
    assert.equal(locationOf(response).searchParams.get('next'), '/account')
  })

  test('if the authentication is weaker than the settings require', async () => {
    const strict = { acrValues: ['phr', 'phrh'], requiredAmr: ['mfa'] }
    const cases = [
      [undefined, [], false],
      ['phr', [], false],
      ['0', ['mfa'], false],
      ['phrh', ['pwd', 'mfa'], true],
    ] as const
    for (const [acr, amr, is] of cases) assert.equal(isStrongEnough(strict, { acr, amr }), is, `${acr}`)
    const demanding = await startTestApp({
      ...provider.settings,
      OIDC_ACR_VALUES: 'phr',
      OIDC_REQUIRED_AMR: 'mfa',
    })
    const started = await call(`${demanding.origin}${SIGN_IN_PREFIX}/oidc/start`, 'GET', {})
    assert.equal(locationOf(started).searchParams.get('acr_values'), 'phr')
    const back = await provider.decide(started.headers.get('location')!)
    const response = await follow(back, cookieOf(started))
    assert.equal(locationOf(response).searchParams.get('problem'), 'not_strong')
  })

  test('if the provider is not the configured one', async () => {
    provider.callsItself = 'https://evil.example'
    assertProblem(await start('?next=/account'), 'unreachable')
  })

  test('after too many requests from one address', async () => {
    const from = { 'x-forwarded-for': '198.51.100.9' }
    const ask = () => call(`${app.origin}${SIGN_IN_PREFIX}/oidc/start`, 'GET', { headers: from })
    await ask()
    for (let more = 1; more < 119; more += 1) {
      countAddress(app.db, 'oidc', from['x-forwarded-for'], app.clock.now())
    }
    assert.equal(locationOf(await ask()).origin, provider.issuer)
    assertProblem(await ask(), 'too_many')
  })
})

test('the redirect never leads to another site', async () => {
  await person()
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%09/evil.example',
    '/.//evil.example',
  ]) {
    const sent = next === '/%09/evil.example' ? next : encodeURIComponent(next)
    const response = await roundTrip(`?next=${sent}`)
    assert.equal(response.headers.get('location'), `${app.origin}/`, next)
  }
})

describe('the settings of a provider', () => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = provider.settings
  const wrong: [title: string, environment: Record<string, string>, line: RegExp][] = [
    [
      'half of them',
      { OIDC_ISSUER: OIDC_ISSUER! },
      /^OIDC_ISSUER, .+ go together; OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are not set\.$/,
    ],
    [
      'no secret',
      { OIDC_ISSUER: OIDC_ISSUER!, OIDC_CLIENT_ID: OIDC_CLIENT_ID! },
      /OIDC_CLIENT_SECRET is not set\.$/,
    ],
    ['a name alone', { OIDC_NAME: 'X' }, /are not set\.$/],
    [
      'an issuer without TLS elsewhere',
      {
        OIDC_ISSUER: 'http://idp.internal',
        OIDC_CLIENT_ID: OIDC_CLIENT_ID!,
        OIDC_CLIENT_SECRET: OIDC_CLIENT_SECRET!,
      },
      /^OIDC_ISSUER takes an https address/,
    ],
    ['an issuer that is no address', { ...provider.settings, OIDC_ISSUER: 'idp' }, /^OIDC_ISSUER takes an/],
  ]
  for (const [title, environment, line] of wrong) {
    test(`stop the start with one line: ${title}`, () => {
      assert.throws(
        () => readConfig(environment),
        (error) =>
          error instanceof ConfigError && error.problems.length === 1 && line.test(error.problems[0]!),
      )
    })
  }

  test('are checked by the doctor', async () => {
    const states = async (config: typeof app.parts.config) =>
      (await checkOidc(config)).map(({ state }) => state)
    assert.deepEqual(await states(app.parts.config), ['ok'])
    assert.deepEqual(await states(readConfig({})), [])
    provider.callsItself = 'https://evil.example'
    assert.deepEqual(await states(app.parts.config), ['error'])
    assert.deepEqual(await states({ ...app.parts.config, OIDC_ISSUER: 'http://127.0.0.1:1' }), ['error'])
  })
})
