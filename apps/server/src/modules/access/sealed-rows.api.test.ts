import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp } from '../../../test/app.ts'
import { cookieOf, signIn, signInAs, TEST_PASSWORD, tokenIn } from '../../../test/session.ts'
import { enrol } from '../../../test/two-factor.ts'
import { sql, type Sql } from '../../platform/db/index.ts'
import { createLog } from '../../platform/log.ts'
import { liveMemberSessions } from './index.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })
const app = await startTestApp({}, { log })
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')

const me = (cookie: string) => call(`${app.origin}${APP_API_PREFIX}/me`, 'GET', { headers: { cookie } })
const post = (path: string, body: object, cookie = '') =>
  call(`${app.origin}${SIGN_IN_PREFIX}${path}`, 'POST', { body, headers: { cookie } })

/** How often the log has named a row as forged. */
const warningsOf = (rowId: string) =>
  lines.filter((line) => line.includes(rowId) && line.includes('its MAC does not fit')).length

/** Changes rows with all rights, as an administrator of the database can; returns the identity of the row. */
const tamper = (text: string, values: unknown[]) =>
  app.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(text, values)
    assert.equal(rows.length, 1)
    return rows[0]!.id
  })

describe('a session that was changed in the database', () => {
  const later = () => new Date(app.clock.now().getTime() + 86_400_000).toISOString()
  const cases: Record<string, (of: string) => Sql> = {
    'to that of an admin': () => sql`person_id = ${admin.personId}`,
    'to last longer': () => sql`expires_at = ${later()}, ends_at = ${later()}`,
    'to seem younger': () => sql`created_at = ${later()}`,
    'to have the MAC of another': (of) =>
      sql`mac = (select mac from sign_in_sessions where person_id <> ${of} limit 1)`,
  }
  for (const [does, change] of Object.entries(cases)) {
    test(`${does} is rejected, and the log names it`, async () => {
      const person = await signInAs(app, workspace, 'technician')
      const { cookie, personId } = person
      const [row] = await app.db.global.rows<{ id: string }>(sql`
        update sign_in_sessions set ${change(personId)} where person_id = ${personId} returning id`)
      const { id } = row!
      assert.equal((await me(cookie)).status, 401)
      assert.equal((await person.call('GET', '/instruments')).status, 401)
      assert.equal(warningsOf(id), 2)
      const sessions = [{ workspaceId: workspace.id, sessionId: id }]
      assert.deepEqual(await liveMemberSessions(app.db.global, app.parts, sessions, app.clock.sqlNow()), [])
    })
  }

  test('to match the token of another person gives no access, and removes it from the list', async () => {
    const [insider, victim] = [
      await signInAs(app, workspace, 'technician'),
      await signInAs(app, workspace, 'manager'),
    ]
    await app.db.global.rows(sql`
      with own as (delete from sign_in_sessions where person_id = ${insider.personId} returning token_hash)
      insert into sign_in_sessions (id, token_hash, person_id, expires_at, ends_at, created_at, updated_at, mac)
      select gen_random_uuid(), own.token_hash, s.person_id, s.expires_at, s.ends_at, s.created_at, s.updated_at, s.mac
      from sign_in_sessions s, own where s.person_id = ${victim.personId}`)
    assert.equal((await me(insider.cookie)).status, 401)
    const sessions = await call(`${app.origin}${APP_API_PREFIX}/me/sessions`, 'GET', {
      headers: { cookie: victim.cookie },
    })
    assert.equal(sessions.body.pagination.total, 1)
  })
})

test('a session remains genuine when it is renewed, and when a workspace that requires signatures ends it earlier', async () => {
  const signing = await app.workspace()
  const person = await signInAs(app, signing, 'admin')
  app.clock.advance(25 * 60 * 60 * 1000)
  assert.equal((await me(person.cookie)).status, 200)
  assert.equal((await me(person.cookie)).status, 200)
  const again = cookieOf(await signIn(app, person.email, TEST_PASSWORD))
  const headers = { cookie: again }
  const path = `${app.origin}${APP_API_PREFIX}/workspaces/${signing.id}`
  const body = { requires_electronic_signature: true }
  const changed = await call(path, 'PATCH', { headers, body })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const statuses = await Promise.all([1, 2, 3].map(async () => (await call(path, 'GET', { headers })).status))
  assert.deepEqual(statuses, [200, 200, 200])
  assert.equal((await me(again)).status, 200)
  const sessions = await app.db.global.rows<{ id: string }>(sql`
    select id from sign_in_sessions where person_id = ${person.personId}`)
  assert.deepEqual(
    sessions.map(({ id }) => warningsOf(id)),
    sessions.map(() => 0),
  )
})

describe('a one-time link that was changed in the database', () => {
  test('to reset the password of another person is rejected', async () => {
    const [own, other] = [
      await signInAs(app, workspace, 'technician'),
      await signInAs(app, workspace, 'manager'),
    ]
    const { body } = await admin.call('POST', `/users/${own.personId}/reset-link`)
    const id = await tamper(
      `update one_time_links set person_id = $1 where person_id = $2 returning encode(token_hash, 'hex') as id`,
      [other.personId, own.personId],
    )
    const response = await post('/reset-password', {
      token: tokenIn(body.link),
      password: 'another good one 7',
    })
    assert.deepEqual([response.status, response.body.details.field], [422, 'token'])
    assert.equal(warningsOf(id), 1)
    assert.equal((await signIn(app, other.email, TEST_PASSWORD)).status, 200)
  })

  test('to open another invitation is rejected', async () => {
    const invite = (email: string, role: string) =>
      admin.call('POST', '/users', { body: { email, name: 'Ines', role } })
    const low = await invite('low@example.com', 'technician')
    const high = await invite('high@example.com', 'admin')
    const id = await tamper(
      `update one_time_links set invitation_id = $1 where invitation_id = $2
       returning encode(token_hash, 'hex') as id`,
      [high.body.id, low.body.id],
    )
    const response = await post('/invitation/check', { token: tokenIn(low.body.invitation_link) })
    assert.deepEqual([response.status, response.body.details.field], [422, 'token'])
    assert.equal(warningsOf(id), 1)
    assert.equal((await post('/invitation/check', { token: tokenIn(high.body.invitation_link) })).status, 200)
  })
})

test('a pending second factor that was changed to another person is rejected', async () => {
  const [own, other] = [
    await signInAs(app, workspace, 'technician'),
    await signInAs(app, workspace, 'manager'),
  ]
  await enrol(app, own)
  const { code } = await enrol(app, other)
  const first = cookieOf(await signIn(app, own.email, TEST_PASSWORD))
  app.clock.advance(60_000)
  const id = await tamper(
    `update pending_second_factors set person_id = $1 where person_id = $2
     returning encode(token_hash, 'hex') as id`,
    [other.personId, own.personId],
  )
  assert.equal((await post('/sign-in/two-factor', { code: code() }, first)).status, 401)
  assert.equal(warningsOf(id), 1)
})
