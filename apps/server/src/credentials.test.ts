import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APP_API_PREFIX } from '@plumbline/contract'
import { until } from '@plumbline/testing'
import { call, startTestApp } from '../test/app.ts'
import { tamper } from '../test/ledger/tampering.ts'
import { cookieOf, signIn, signInAs, TEST_PASSWORD } from '../test/session.ts'
import { enrol, twoFactor } from '../test/two-factor.ts'
import { addMember, changeMember, revokeKey } from './modules/access/index.ts'
import { firstDifference, rebuildLedger, verifyLedger } from './modules/ledger/index.ts'
import { claimSample } from './modules/workspaces/index.ts'
import { systemActor } from './platform/actor.ts'
import { openDatabase, sql } from './platform/db/index.ts'
import { projections } from './projections.ts'

const app = await startTestApp({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' })
const parts = { ...app.parts, projections }
const workspace = await app.workspace()
const admin = await signInAs(app, workspace, 'admin')
const member = await signInAs(app, workspace, 'technician')
const authenticator = await enrol(app, member)
const webhook = (await admin.call('POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/', events: [] } }))
  .body.id as string

const faults = async () => (await verifyLedger(parts, workspace.id)).rowFaults

/** Changes the password of the person of a session. */
const changePassword = (cookie: string) =>
  call(`${app.origin}${APP_API_PREFIX}/me/password`, 'POST', {
    headers: { cookie },
    body: { current_password: TEST_PASSWORD, new_password: 'another horse battery' },
  })

/** Has somebody invited to another workspace, so that they can sign in also where they are active nowhere. */
async function inviteElsewhere(email: string): Promise<void> {
  const inviting = await signInAs(app, await app.workspace(), 'admin')
  const invited = await inviting.call('POST', '/users', { body: { email, name: 'X', role: 'auditor' } })
  assert.equal(invited.status, 201, JSON.stringify(invited.body))
}

describe('what people and the server change themselves is recorded:', () => {
  const password = { password: TEST_PASSWORD }
  const mine = (method: string, path: string, body: object) =>
    call(`${app.origin}${APP_API_PREFIX}/me${path}`, method, { headers: { cookie: member.cookie }, body })
  const changes: readonly [what: string, change: () => Promise<{ status: number } | void>][] = [
    [
      'new recovery codes',
      () =>
        twoFactor(app, member.cookie, 'POST', '/recovery-codes', { ...password, code: authenticator.code() }),
    ],
    [
      'a password',
      () =>
        mine('POST', '/password', { current_password: TEST_PASSWORD, new_password: 'another horse battery' }),
    ],
    [
      'a second factor that an admin takes off',
      () => admin.call('DELETE', `/users/${member.personId}/two-factor`),
    ],
    ['the secret of a webhook', () => admin.call('POST', `/webhooks/${webhook}/rotate-secret`)],
    [
      'a member who is deactivated and comes back',
      async () => {
        for (const isActive of [false, true]) {
          await changeMember(app, systemActor(workspace.id), member.personId, { isActive })
        }
      },
    ],
  ]
  for (const [what, change] of changes) {
    test(what, async () => {
      const response = await change()
      if (response) assert.ok(response.status < 300, JSON.stringify(response))
      assert.deepEqual(await faults(), [])
    })
  }

  test('two changes of one person at the same time', async () => {
    const person = await signInAs(app, workspace, 'technician')
    const { code } = await enrol(app, person)
    const change = { current_password: TEST_PASSWORD, new_password: 'another horse battery' }
    const both = await Promise.all([
      call(`${app.origin}${APP_API_PREFIX}/me/password`, 'POST', {
        headers: { cookie: person.cookie },
        body: change,
      }),
      twoFactor(app, person.cookie, 'POST', '/recovery-codes', { ...password, code: code() }),
    ])
    assert.deepEqual(await faults(), [], JSON.stringify(both.map(({ status }) => status)))
  })

  test('what changes of a deactivated person after an admin took their second factor off, who is invited elsewhere', async () => {
    const person = await signInAs(app, workspace, 'technician')
    await enrol(app, person)
    await changeMember(app, systemActor(workspace.id), person.personId, { isActive: false })
    assert.equal((await admin.call('DELETE', `/users/${person.personId}/two-factor`)).status, 200)
    await inviteElsewhere(person.email)
    const cookie = cookieOf(await signIn(app, person.email, TEST_PASSWORD))
    assert.equal((await changePassword(cookie)).status, 200)
    assert.deepEqual(await faults(), [])
  })

  test('a change of somebody who is made active again at the same moment', async () => {
    const person = await signInAs(app, workspace, 'technician')
    await changeMember(app, systemActor(workspace.id), person.personId, { isActive: false })
    await inviteElsewhere(person.email)
    const cookie = cookieOf(await signIn(app, person.email, TEST_PASSWORD))
    const together = await app.db.transaction(workspace.id, async (tx) => {
      const waiters = (count: number) => async () => {
        const found = await tx.rows(sql`
          select from pg_locks l
          where not l.granted and exists (
            select from pg_locks o join pg_database d on d.oid = o.database
            where o.pid = l.pid and d.datname = current_database())`)
        return found.length >= count
      }
      await tx.rows(sql`select from ledger_heads where workspace_id = ${workspace.id} for update`)
      const back = changeMember(app, systemActor(workspace.id), person.personId, { isActive: true })
      await until(waiters(1))
      const changed = changePassword(cookie)
      await Promise.race([changed, until(waiters(2))])
      return { back, changed }
    })
    await together.back
    assert.equal((await together.changed).status, 200)
    assert.deepEqual(await faults(), [])
  })

  test('the change itself commits with the entry of the own workspace, not with that of its sample data', async () => {
    const sample = await app.workspace()
    await app.db.transaction(sample.id, async (tx) => claimSample(tx, workspace.id))
    const person = await signInAs(app, sample, 'admin')
    const joining = {
      email: person.email,
      name: 'X',
      role: 'manager',
      siteIds: null,
      accessEndsAt: null,
    } as const
    await addMember(app, systemActor(workspace.id), joining)
    const changed = await call(`${app.origin}${APP_API_PREFIX}/me/password`, 'POST', {
      headers: { cookie: person.cookie },
      body: { current_password: TEST_PASSWORD, new_password: 'another horse battery' },
    })
    assert.equal(changed.status, 200)
    const together = await app.db.in(workspace.id).rows(sql`
      select from ledger_entries e
      join sign_in_accounts a on a.person_id = ${person.personId} and a.xmin = e.xmin
      where e.workspace_id = ${workspace.id} and e.kind = 'user.password_changed'`)
    assert.equal(together.length, 1)
  })

  test('what signs in a person of two workspaces is compared in neither, as either may change it', async () => {
    const other = await app.workspace()
    const shared = await signInAs(app, workspace, 'technician')
    const { email } = shared
    const joining = { email, name: 'X', role: 'auditor', siteIds: null, accessEndsAt: null } as const
    await addMember(app, systemActor(other.id), joining)
    await changeMember(app, systemActor(workspace.id), shared.personId, { isActive: false })
    const cookie = cookieOf(await signIn(app, email, TEST_PASSWORD))
    const body = { current_password: TEST_PASSWORD, new_password: 'another horse battery' }
    const changed = await call(`${app.origin}${APP_API_PREFIX}/me/password`, 'POST', {
      headers: { cookie },
      body,
    })
    assert.equal(changed.status, 200)
    for (const { id } of [workspace, other]) {
      assert.deepEqual((await verifyLedger(parts, id)).rowFaults, [])
    }
  })
})

test('a rebuild names a credential that it cannot restore, and revoking the key ends it', async () => {
  const { keyId } = await workspace.person({ role: 'auditor' })
  await tamper(app, ({ run }) =>
    run(`update api_keys set salt = set_byte(salt, 0, get_byte(salt, 0) # 1) where key_id = '${keyId}'`),
  )
  const owner = openDatabase({
    connection: app.parts.connection,
    poolSize: 1,
    role: undefined,
    requestDeadlineMs: 60_000,
    onIdleError: () => undefined,
  })
  const report = await rebuildLedger({ ...parts, owner }, workspace.id, { takeLog: true })
  await owner.close()
  assert.deepEqual([report.replaced, [...report.differing]], [[{ table: 'api_keys', rowId: keyId }], []])
  assert.match(firstDifference(report)!.says, /has another credential than entry \d+ records/)
  await revokeKey(app, systemActor(workspace.id), keyId)
  assert.deepEqual(await faults(), [])
})
