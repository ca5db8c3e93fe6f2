import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { APP_API_PREFIX } from '@plumbline/contract'
import { programPath } from '../../../../test/processes/program-path.ts'
import { call, startTestApp } from '../../../../test/app.ts'
import {
  cookieOf,
  signIn,
  signInAs,
  TEST_PASSWORD,
  type TestSession,
  joinToo,
} from '../../../../test/session.ts'

const app = await startTestApp()

const me = (session: Pick<TestSession, 'cookie'>) =>
  call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie: session.cookie } })

let made = 0
const address = () => {
  made += 1
  return `invited-${made}@example.com`
}

/** The latest entry of the ledger about something. */
async function latest(session: TestSession, subjectId: string) {
  return (await session.call('GET', `/activity?subject_id=${subjectId}`)).body.data[0]
}

describe('a person created on the command line', () => {
  test('signs in with the password that was printed', async () => {
    const { id } = await app.workspace()
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-cli-'))
    try {
      const { SECRET_KEY } = app.parts.config
      const command = programPath(new URL('../../../cli/plumbline.ts', import.meta.url))
      const options = `user create --workspace ${id} --email cli@example.com --name Cleo --role technician --json`
      const { stdout } = await promisify(execFile)(process.execPath, [command, ...options.split(' ')], {
        cwd: folder,
        env: {
          ...process.env,
          SECRET_KEY,
          DATABASE_URL: app.databaseUrl,
          DATA_DIR: folder,
          LOG_LEVEL: 'silent',
        },
      })
      const { user_id: userId, password } = JSON.parse(stdout) as { user_id: string; password: string }
      const response = await signIn(app, 'cli@example.com', password)
      assert.deepEqual(response.body.user, { id: userId, email: 'cli@example.com', name: 'Cleo' })
      assert.equal(response.body.must_change_password, true)
      const { body } = await me({ cookie: cookieOf(response) })
      assert.deepEqual(
        body.memberships.map((each: { role: string; workspace_id: string }) => [
          each.workspace_id,
          each.role,
        ]),
        [[id, 'technician']],
      )
      assert.equal(body.must_change_password, true)
      const cookie = cookieOf(response)
      const openedBefore = async () => {
        const paths = [`/workspaces/${id}`, '/me/sessions', '/me/two-factor', '/me']
        const responses = paths.map((path) =>
          call(`${app.origin}${APP_API_PREFIX}${path}`, 'GET', { headers: { cookie } }),
        )
        return (await Promise.all(responses)).map(({ status, body: { reason } }) => reason?.key ?? status)
      }
      const refused = 'account.must_change_password'
      assert.deepEqual(await openedBefore(), [refused, refused, refused, 200])
      const change = { current_password: password, new_password: 'a horse of her own' }
      const changed = await call(`${app.origin}${APP_API_PREFIX}/me/password`, 'POST', {
        headers: { cookie },
        body: change,
      })
      assert.equal(changed.status, 200)
      assert.equal((await me({ cookie })).body.must_change_password, undefined)
      assert.deepEqual(await openedBefore(), [200, 200, 200, 200])
      const again = await signIn(app, 'cli@example.com', change.new_password)
      assert.equal(again.body.must_change_password, undefined)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('inviting', () => {
  test('refuses invalid addresses, roles and sites', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const invite = (body: object) =>
      admin.call('POST', '/users', { body: { email: address(), name: 'N', role: 'auditor', ...body } })
    assert.equal((await invite({ email: 'nobody' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await invite({ role: 'owner' })).body.code, 'VALIDATION_ERROR')
    assert.equal((await invite({ name: ' ' })).body.code, 'VALIDATION_ERROR')
    const foreign = await (await app.workspace()).site('Theirs')
    const response = await invite({ site_ids: [foreign] })
    assert.equal(response.status, 422)
    assert.equal(response.body.details.field, 'site_ids')
  })
})

describe('changing what a person may do', () => {
  test('applies to the sessions of the person from the next request on', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const person = await signInAs(app, workspace, 'manager')
    const change = (body: object) => admin.call('PATCH', `/users/${person.personId}`, { body })
    assert.equal((await person.call('GET', '/webhooks')).status, 200)
    assert.equal((await change({ role: 'technician' })).body.role, 'technician')
    assert.equal((await person.call('GET', '/webhooks')).status, 403)
    const ended = app.clock.now().toISOString()
    await change({ role: 'auditor', access_ends_at: ended })
    assert.equal((await person.call('GET', '')).body.code, 'ACCESS_ENDED')
    await change({ access_ends_at: null })
    assert.equal((await person.call('GET', '')).status, 200)
    const entry = await latest(admin, person.personId)
    assert.equal(entry.kind, 'membership.updated')
    assert.deepEqual(entry.changes, { access_ends_at: { before: ended, after: null } })
    assert.equal(entry.actor.id, admin.personId)
  })

  test('deactivation removes access immediately, and ends the sessions of a person who belongs to no other workspace', async () => {
    const [here, there] = [await app.workspace(), await app.workspace()]
    const admin = await signInAs(app, here, 'admin')
    const [both, onlyHere] = [
      await signInAs(app, here, 'technician'),
      await signInAs(app, here, 'technician'),
    ]
    const elsewhere = await signInAs(app, there, 'admin')
    await joinToo(app, elsewhere.workspaceId, both, 'technician')
    for (const { personId } of [both, onlyHere]) {
      const response = await admin.call('PATCH', `/users/${personId}`, { body: { is_active: false } })
      assert.equal(response.body.is_active, false)
    }
    assert.equal((await both.call('GET', '')).status, 404)
    assert.equal((await both.call('GET', '', { workspaceId: there.id })).status, 200)
    assert.equal((await onlyHere.call('GET', '')).status, 401)
    await admin.call('PATCH', `/users/${both.personId}`, { body: { is_active: true } })
    assert.equal((await both.call('GET', '')).status, 200)
  })

  test('an admin can sign out a person who belongs to this workspace only, which is recorded in the ledger', async () => {
    const [here, there] = [await app.workspace(), await app.workspace()]
    const admin = await signInAs(app, here, 'admin')
    const person = await signInAs(app, here, 'technician')
    const end = ({ personId }: TestSession) => admin.call('POST', `/users/${personId}/end-sessions`)
    assert.deepEqual((await end(person)).body, { id: person.personId, ended_sessions: 1 })
    assert.equal((await me(person)).status, 401)
    const { kind, actor, index } = await latest(admin, person.personId)
    assert.deepEqual([kind, actor.id], ['user.sessions_ended', admin.personId])
    assert.equal((await end(person)).body.ended_sessions, 0)
    assert.equal((await latest(admin, person.personId)).index, index)
    const elsewhere = await signInAs(app, there, 'technician')
    assert.equal((await end(elsewhere)).status, 404)
    await joinToo(app, here.id, elsewhere)
    assert.equal((await end(elsewhere)).body.code, 'CONFLICT')
    assert.equal((await me(elsewhere)).status, 200)
  })

  test('the last admin cannot be removed', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const users = (await admin.call('GET', '/users')).body.data as { id: string }[]
    const [other] = users.filter(({ id }) => id !== admin.personId)
    await admin.call('PATCH', `/users/${other!.id}`, { body: { role: 'manager' } })
    for (const body of [{ role: 'manager' }, { is_active: false }]) {
      const response = await admin.call('PATCH', `/users/${admin.personId}`, { body })
      assert.equal(response.status, 409)
    }
  })

  test('the last admin of all sites cannot be limited, because no one else could lift the limit', async () => {
    const workspace = await app.workspace()
    const site = await workspace.site('Harbour')
    const admin = await signInAs(app, workspace, 'admin')
    const users = (await admin.call('GET', '/users')).body.data as { id: string }[]
    const other = users.find(({ id }) => id !== admin.personId)!
    const change = (id: string, body: object) => admin.call('PATCH', `/users/${id}`, { body })
    assert.equal((await change(other.id, { site_ids: [site] })).status, 200)
    for (const body of [{ site_ids: [site] }, { role: 'manager' }, { is_active: false }]) {
      const response = await change(admin.personId, body)
      assert.deepEqual([response.status, response.body.reason.key], [409, 'access.last_admin'])
    }
    assert.equal((await change(other.id, { site_ids: null })).status, 200)
    assert.equal((await change(admin.personId, { site_ids: [site] })).status, 200)
  })

  test('name and address can be changed only for people of this workspace alone, and not to an address in use', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const person = await signInAs(app, workspace, 'technician')
    const change = (body: object) => admin.call('PATCH', `/users/${person.personId}`, { body })
    const email = address()
    const response = await change({ name: 'Married Name', email: email.toUpperCase() })
    assert.deepEqual([response.body.name, response.body.email], ['Married Name', email])
    assert.equal((await signIn(app, email, TEST_PASSWORD)).status, 200)
    assert.equal((await latest(admin, person.personId)).kind, 'user.updated')
    const taken = await change({ email: admin.email })
    assert.equal(taken.status, 409)
    assert.deepEqual(taken.body.details, { field: 'email' })
    assert.equal((await change({ email: 'nothing' })).status, 422)
    const elsewhere = await signInAs(app, await app.workspace(), 'admin')
    await joinToo(app, elsewhere.workspaceId, { email })
    assert.equal((await change({ name: 'Theirs' })).status, 409)
    assert.equal((await change({ name: 'Married Name', role: 'manager' })).status, 200)
  })

  test('a person limited to sites cannot lift the limit', async () => {
    const workspace = await app.workspace()
    const site = await workspace.site('Harbour')
    const limited = await signInAs(app, workspace, 'admin', { siteIds: [site] })
    const requests: [string, string, object?][] = [
      ['PATCH', `/users/${limited.personId}`, { site_ids: null }],
      ['POST', '/users', { email: address(), name: 'N', role: 'admin' }],
      ['POST', `/users/${limited.personId}/reset-link`],
      ['POST', '/api-keys', { name: 'K', scope: 'write' }],
      ['PATCH', '', { warning_days: 1 }],
      ['POST', '/sites', { name: 'Mine' }],
    ]
    for (const [method, path, body] of requests) {
      const response = await limited.call(method, path, { ...(body && { body }) })
      assert.equal(response.body.code, 'FORBIDDEN', `${method} ${path}`)
    }
    assert.equal((await limited.call('GET', '/activity')).status, 404)
  })
})

describe('API keys', () => {
  test('act for the person who creates them', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const own = await admin.call('POST', '/api-keys', { body: { name: 'Own', scope: 'read' } })
    assert.equal(own.status, 201)
    assert.deepEqual(
      [own.body.owner_user_id, own.body.service_account_id, own.body.created_by],
      [admin.personId, null, admin.personId],
    )
    assert.equal((await app.call('GET', '/instruments', { key: own.body.key })).status, 200)
    const entry = await latest(admin, own.body.id)
    assert.deepEqual(entry.changes.owner_id, { before: null, after: admin.personId })
  })

  test('are shown in full once and listed by their prefixes', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const site = await workspace.site('Harbour')
    await workspace.person()
    const expiresAt = '2027-01-01T00:00:00.000Z'
    const body = { name: 'ERP', scope: 'read', site_ids: [site], expires_at: expiresAt }
    const { key, ...created } = (await admin.call('POST', '/api-keys', { body })).body
    assert.equal(created.prefix, key.slice(0, 12))
    assert.deepEqual([created.site_ids, created.expires_at], [[site], expiresAt])
    const listed = await admin.call('GET', '/api-keys?limit=100')
    assert.deepEqual(
      listed.body.data.find((each: { id: string }) => each.id === created.id),
      created,
    )
    assert.ok(!JSON.stringify(listed.body).includes(key))
    const page = (await admin.call('GET', '/api-keys?limit=1&offset=1')).body
    assert.deepEqual(page.pagination, { limit: 1, offset: 1, total: page.pagination.total, has_more: true })
    assert.equal(page.data.length, 1)
  })

  test('are revoked immediately and permanently', async () => {
    const admin = await signInAs(app, await app.workspace(), 'admin')
    const { id, key } = (await admin.call('POST', '/api-keys', { body: { name: 'K', scope: 'read' } })).body
    const revoked = await admin.call('POST', `/api-keys/${id}/revoke`)
    assert.equal(revoked.body.revoked_at, app.clock.now().toISOString())
    assert.equal((await app.call('GET', '/instruments', { key })).status, 401)
    app.clock.advance(1000)
    assert.equal(
      (await admin.call('POST', `/api-keys/${id}/revoke`)).body.revoked_at,
      revoked.body.revoked_at,
    )
  })
})
