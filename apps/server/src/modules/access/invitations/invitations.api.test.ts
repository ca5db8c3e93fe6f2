import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import {
  cookieOf,
  joinToo,
  signIn,
  signInAs,
  TEST_PASSWORD,
  tokenIn,
  type TestSession,
} from '../../../../test/session.ts'
import { enrol } from '../../../../test/two-factor.ts'
import { sql } from '../../../platform/db/index.ts'
import { addMember, setAddressProof } from '../index.ts'
import { systemActor } from '../../../platform/actor.ts'

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })

const HOUR_MS = 60 * 60 * 1000
const NEW_PASSWORD = 'a horse of my own'

let made = 0
const address = () => {
  made += 1
  return `invited-${made}@example.com`
}

async function administered() {
  const workspace = await app.workspace()
  return { workspace, admin: await signInAs(app, workspace, 'admin') }
}

async function invite(admin: TestSession, email: string, body: object = {}) {
  const response = await admin.call('POST', '/users', {
    body: { email, name: ' Ines ', role: 'technician', ...body },
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return { ...response.body, token: tokenIn(response.body.invitation_link) }
}

const visit = (path: string, body: object, { cookie = '' }: { cookie?: string } = {}) => {
  made += 1
  return call(`${app.origin}${SIGN_IN_PREFIX}/invitation/${path}`, 'POST', {
    body,
    headers: { cookie, 'x-forwarded-for': `198.51.100.${made % 250}` },
  })
}
const accept = (token: string, password?: string, session?: { cookie: string }) =>
  visit('accept', { token, ...(password !== undefined && { password }) }, session)
const me = ({ cookie }: { cookie: string }) =>
  call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie } })
const workspacesOf = async (session: { cookie: string }) =>
  (await me(session)).body.memberships.map((one: { workspace_id: string }) => one.workspace_id) as string[]

function assertVoid(response: Awaited<ReturnType<typeof visit>>): void {
  assert.deepEqual([response.status, response.body.details?.field], [422, 'token'])
}

async function kinds(admin: TestSession, subjectId: string): Promise<string[]> {
  const { data } = (await admin.call('GET', `/activity?subject_id=${subjectId}`)).body
  return data.map(({ kind }: { kind: string }) => kind)
}

describe('an invitation', () => {
  test('is pending until the link is used: there is no password and no membership', async () => {
    const { workspace, admin } = await administered()
    const email = address()
    const { id, token, invitation_link: link, mail, ...rest } = await invite(admin, email.toUpperCase())
    const until = new Date(app.clock.now().getTime() + 72 * HOUR_MS).toISOString()
    const shown = {
      email,
      name: 'Ines',
      role: 'technician',
      site_ids: null,
      access_ends_at: null,
      is_active: true,
      is_pending: true,
      invitation_expires_at: until,
      has_two_factor: false,
      has_provider_account: false,
    }
    assert.deepEqual([rest, mail], [shown, null])
    assert.ok(link.startsWith(`${app.origin}/invitation?token=`))
    const listed = (await admin.call('GET', '/users')).body.data as { id: string }[]
    assert.deepEqual(
      listed.find((user) => user.id === id),
      { id, ...shown },
    )
    assert.deepEqual((await admin.call('GET', '/performers')).body.data.length, listed.length - 1)
    assert.deepEqual(await kinds(admin, id), ['invitation.created'])
    const rows = await app.db.global.rows(sql`
      select 1 from one_time_links l where l::text like ${`%${token}%`}
      union all select 1 from people where email = ${email}
      union all select 1 from memberships where workspace_id = ${workspace.id} and person_id = ${id}`)
    assert.deepEqual(rows, [])
  })

  test('creates an account with the password that the person chooses, and signs in', async () => {
    const { workspace, admin } = await administered()
    const email = address()
    const { id, token } = await invite(admin, email)
    const opened = (await visit('check', { token })).body
    assert.deepEqual(
      [
        opened.email,
        opened.name,
        opened.role,
        opened.workspace_name,
        opened.signed_in_as,
        opened.needs_password,
      ],
      [email, 'Ines', 'technician', workspace.workspace.name, 'nobody', true],
    )
    assert.equal((await accept(token)).body.code, 'VALIDATION_ERROR')
    assert.equal((await accept(token, 'password123')).body.code, 'VALIDATION_ERROR')
    const response = await accept(token, NEW_PASSWORD)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    assert.deepEqual(response.body, { user: { id, email, name: 'Ines' }, workspace_id: workspace.id })
    assert.deepEqual(await workspacesOf({ cookie: cookieOf(response) }), [workspace.id])
    assert.equal((await signIn(app, email, NEW_PASSWORD)).status, 200)
    const [entry] = (await admin.call('GET', `/activity?subject_id=${id}`)).body.data
    assert.deepEqual([entry.kind, entry.actor.id, entry.subject.label], ['membership.created', id, 'Ines'])
    const user = (await admin.call('GET', '/users')).body.data.find((one: { id: string }) => one.id === id)
    assert.deepEqual([user.is_pending, user.invitation_expires_at], [false, null])
    assertVoid(await accept(token, NEW_PASSWORD))
    assertVoid(await visit('check', { token }))
  })

  test('is accepted only once by concurrent requests', async () => {
    const { admin } = await administered()
    const { token } = await invite(admin, address())
    const passwords = [1, 2, 3].map((number) => `password number ${number}`)
    const responses = await Promise.all(passwords.map((password) => accept(token, password)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  })

  test('is valid for 72 hours; a new link replaces the previous one', async () => {
    const { admin } = await administered()
    const { id, token } = await invite(admin, address())
    app.clock.advance(72 * HOUR_MS)
    assertVoid(await accept(token, NEW_PASSWORD))
    const again = await admin.call('POST', `/users/${id}/reset-link`)
    assert.equal(again.status, 201)
    const other = await admin.call('POST', `/users/${id}/reset-link`)
    assertVoid(await accept(tokenIn(again.body.link), NEW_PASSWORD))
    assert.equal((await accept(tokenIn(other.body.link), NEW_PASSWORD)).status, 200)
    assert.deepEqual(await kinds(admin, id), [
      'membership.created',
      'invitation.renewed',
      'invitation.renewed',
      'invitation.created',
    ])
  })

  test('can be withdrawn, and not changed otherwise', async () => {
    const { admin } = await administered()
    const email = address()
    const { id, token } = await invite(admin, email)
    const change = (body: object) => admin.call('PATCH', `/users/${id}`, { body })
    assert.equal((await change({ role: 'admin' })).body.reason.key, 'person.not_accepted')
    const twice = await admin.call('POST', '/users', { body: { email, name: 'I', role: 'auditor' } })
    assert.deepEqual([twice.status, twice.body.details], [409, { field: 'email' }])
    assert.equal((await change({ is_active: false })).body.is_active, false)
    assertVoid(await accept(token, NEW_PASSWORD))
    assert.deepEqual(await kinds(admin, id), ['invitation.withdrawn', 'invitation.created'])
    assert.equal((await change({ is_active: false })).status, 404)
    await invite(admin, email)
  })

  test('is not accessible from another workspace', async () => {
    const { admin } = await administered()
    const { id } = await invite(admin, address())
    const stranger = (await administered()).admin
    assert.equal((await stranger.call('POST', `/users/${id}/reset-link`)).status, 404)
    assert.equal((await stranger.call('PATCH', `/users/${id}`, { body: { is_active: false } })).status, 404)
  })
})

describe('inviting a person with an account', () => {
  async function known(workspace: TestWorkspace) {
    const person = await signInAs(app, workspace, 'technician', { name: 'Nadia' })
    return { person, home: await signInAs(app, workspace, 'admin') }
  }

  test('reveals neither name nor existence of the account, and gives no access before it is accepted', async () => {
    const { workspace, admin } = await administered()
    const { person } = await known(await app.workspace())
    const ofNobody = await invite(admin, address())
    const ofKnown = await invite(admin, person.email)
    const bare = ({
      id: _id,
      token: _token,
      email: _email,
      invitation_link: _link,
      ...rest
    }: typeof ofKnown) => rest
    assert.deepEqual(bare(ofKnown), bare(ofNobody))
    assert.notEqual(ofKnown.id, person.personId)
    for (const { token, email } of [ofNobody, ofKnown]) {
      const { body } = await visit('check', { token })
      assert.deepEqual(
        [body.email, body.name, body.signed_in_as, body.needs_password],
        [email, 'Ines', 'nobody', true],
      )
    }
    assert.ok(!JSON.stringify((await admin.call('GET', '/users')).body).includes('Nadia'))
    assert.ok(!JSON.stringify((await admin.call('GET', '/activity')).body).includes('Nadia'))
    assert.ok(!(await workspacesOf(person)).includes(workspace.id))
  })

  test('does not prevent a reset by the person’s own workspace, accepted or not', async () => {
    const { admin } = await administered()
    const { person, home } = await known(await app.workspace())
    const reset = async () => (await home.call('POST', `/users/${person.personId}/reset-link`)).status
    const { id } = await invite(admin, person.email)
    assert.equal(await reset(), 201)
    await admin.call('PATCH', `/users/${id}`, { body: { is_active: false } })
    assert.equal(await reset(), 201)
  })

  test('admits only the signed-in person: not the holder of the link, nor other signed-in people', async () => {
    const { workspace, admin } = await administered()
    const { person } = await known(await app.workspace())
    const { token } = await invite(admin, person.email)
    const nobody = await accept(token, NEW_PASSWORD)
    assert.deepEqual([nobody.status, nobody.body.reason.key], [409, 'invitation.sign_in_first'])
    const other = await accept(token, NEW_PASSWORD, admin)
    assert.deepEqual([other.status, other.body.reason.key], [409, 'invitation.other_person'])
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 200)
    assert.equal((await visit('check', { token }, person)).body.signed_in_as, 'invited')
    const accepted = await accept(token, NEW_PASSWORD, person)
    assert.equal(accepted.status, 200)
    assert.equal(accepted.body.user.name, 'Nadia')
    assert.ok((await workspacesOf({ cookie: cookieOf(accepted) })).includes(workspace.id))
  })

  test('invalidates what others may have of the account: sessions, second factor and password', async () => {
    const { workspace, admin } = await administered()
    const { person, home } = await known(await app.workspace())
    await enrol(app, person)
    const { token } = await invite(admin, person.email, { role: 'admin' })
    assert.equal((await accept(token, undefined, person)).body.code, 'VALIDATION_ERROR')
    const accepted = await accept(token, NEW_PASSWORD, person)
    assert.equal((await me(person)).status, 401)
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 401)
    assert.ok('user' in (await signIn(app, person.email, NEW_PASSWORD)).body)
    assert.ok((await workspacesOf({ cookie: cookieOf(accepted) })).includes(workspace.id))
    assert.equal((await kinds(home, person.personId))[0], 'user.address_proven')
  })

  test('changes none of these if an identity provider has vouched for the address', async () => {
    const { workspace, admin } = await administered()
    const { person } = await known(await app.workspace())
    await setAddressProof(app.db.global, person.personId, 'provider')
    const { token } = await invite(admin, person.email)
    assert.equal((await visit('check', { token }, person)).body.needs_password, false)
    const accepted = await accept(token, undefined, person)
    assert.deepEqual([accepted.status, accepted.headers.getSetCookie()], [200, []])
    assert.ok((await workspacesOf(person)).includes(workspace.id))
    assert.equal((await signIn(app, person.email, TEST_PASSWORD)).status, 200)
  })
})

describe('an account that somebody else has created in advance', () => {
  test('gets no access that is granted to its address elsewhere', async () => {
    const boss = address()
    const first = await administered()
    const own = await accept((await invite(first.admin, boss)).token, NEW_PASSWORD)
    const premade = { cookie: cookieOf(own) }
    const { workspace, admin } = await administered()
    await invite(admin, boss, { role: 'admin' })
    assert.deepEqual(await workspacesOf(premade), [first.workspace.id])
    const key = await call(`${app.origin}${APP_API_PREFIX}/workspaces/${workspace.id}/api-keys`, 'POST', {
      headers: premade,
      body: { name: 'K', scope: 'write' },
    })
    assert.equal(key.status, 404)
  })

  test('nor does a member whose address is changed to that address', async () => {
    const boss = address()
    const first = await administered()
    const person = await signInAs(app, first.workspace, 'technician')
    await first.admin.call('PATCH', `/users/${person.personId}`, { body: { email: boss } })
    const { admin } = await administered()
    await invite(admin, boss, { role: 'admin' })
    assert.deepEqual(await workspacesOf(person), [first.workspace.id])
    assert.equal((await me(person)).body.user.email, boss)
  })
})

test('a member cannot be invited again', async () => {
  const { workspace, admin } = await administered()
  const member = { email: address(), name: 'M', role: 'auditor', siteIds: null, accessEndsAt: null } as const
  await addMember(app, systemActor(workspace.id), member)
  const again = await admin.call('POST', '/users', {
    body: { email: member.email, name: 'M', role: 'auditor' },
  })
  assert.deepEqual([again.status, again.body.reason.key], [409, 'person.belongs_already'])
  const { token } = await invite(admin, address())
  const { email } = (await visit('check', { token })).body
  await joinToo(app, workspace.id, { email })
  assert.equal((await accept(token, NEW_PASSWORD)).status, 409)
})
