import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'

const app = await sharedTestApp()

async function administered() {
  const workspace = await app.workspace()
  return { workspace, admin: await signInAs(app, workspace, 'admin') }
}

async function make(admin: TestSession, body: object = {}) {
  const response = await admin.call('POST', '/service-accounts', {
    body: { name: ' ERP ', role: 'technician', ...body },
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}

async function keyOf(admin: TestSession, accountId: string): Promise<string> {
  const body = { name: 'ERP', scope: 'write', service_account_id: accountId }
  const response = await admin.call('POST', '/api-keys', { body })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  const { owner_user_id, service_account_id, created_by } = response.body
  assert.deepEqual([owner_user_id, service_account_id, created_by], [null, accountId, admin.personId])
  return response.body.key
}

const instruments = async (key: string) => (await app.call('GET', '/instruments', { key })).status

describe('a service account', () => {
  test('is listed, recorded in the ledger, and is not a person', async () => {
    const { admin } = await administered()
    const account = await make(admin)
    const { id, created_at: at, ...rest } = account
    assert.deepEqual(rest, {
      name: 'ERP',
      role: 'technician',
      site_ids: null,
      is_active: true,
      updated_at: at,
    })
    assert.deepEqual((await admin.call('GET', '/service-accounts')).body.data, [account])
    const [entry] = (await admin.call('GET', `/activity?subject_id=${id}`)).body.data
    assert.deepEqual(
      [entry.kind, entry.subject, entry.actor.id],
      ['service_account.created', { type: 'service_account', id, label: 'ERP' }, admin.personId],
    )
    const users = (await admin.call('GET', '/users')).body.data as { id: string }[]
    assert.ok(!users.some((user) => user.id === id))
  })

  test('has access by its keys, with its role and sites at the time of each request', async () => {
    const { workspace, admin } = await administered()
    const site = await workspace.site('Harbour')
    const account = await make(admin)
    const key = await keyOf(admin, account.id)
    assert.equal((await app.call('GET', '/webhooks', { key })).body.code, 'INSUFFICIENT_ROLE')
    const change = (body: object) => admin.call('PATCH', `/service-accounts/${account.id}`, { body })
    assert.equal((await change({ role: 'manager', site_ids: [site] })).body.role, 'manager')
    assert.equal((await app.call('GET', '/webhooks', { key })).status, 200)
    const body = { asset_tag: 'S-1', name: 'Gauge', calibration_interval_value: 12 }
    const made = await app.call('POST', '/instruments', { key, body })
    assert.equal(made.status, 201)
    assert.equal((await admin.call('GET', `/instruments/${made.body.id}`)).body.site_id, site)
  })

  test('keeps its keys when the admin who created it and them is deactivated', async () => {
    const { workspace, admin } = await administered()
    const leaving = await signInAs(app, workspace, 'admin')
    const key = await keyOf(leaving, (await make(leaving)).id)
    const own = await leaving.call('POST', '/api-keys', { body: { name: 'Own', scope: 'read' } })
    const deactivate = { body: { is_active: false } }
    assert.equal((await admin.call('PATCH', `/users/${leaving.personId}`, deactivate)).status, 200)
    assert.deepEqual([await instruments(key), await instruments(own.body.key)], [200, 401])
  })

  test('has no valid keys while it is deactivated', async () => {
    const { admin } = await administered()
    const account = await make(admin)
    const key = await keyOf(admin, account.id)
    const activate = (isActive: boolean) =>
      admin.call('PATCH', `/service-accounts/${account.id}`, { body: { is_active: isActive } })
    assert.equal((await activate(false)).body.is_active, false)
    assert.equal(await instruments(key), 401)
    const refused = await admin.call('POST', '/api-keys', {
      body: { name: 'X', scope: 'read', service_account_id: account.id },
    })
    assert.deepEqual([refused.status, refused.body.details.field], [422, 'service_account_id'])
    await activate(true)
    assert.equal(await instruments(key), 200)
    const kinds = (await admin.call('GET', `/activity?subject_id=${account.id}`)).body.data.map(
      ({ kind }: { kind: string }) => kind,
    )
    assert.deepEqual(kinds, [
      'service_account.reactivated',
      'service_account.deactivated',
      'service_account.created',
    ])
  })

  test('is created and changed by admins of all sites, with roles that cannot change rights', async () => {
    const { workspace, admin } = await administered()
    const site = await workspace.site('Harbour')
    const account = await make(admin)
    const body = { name: 'ERP', role: 'technician' }
    for (const session of [
      await signInAs(app, workspace, 'manager'),
      await signInAs(app, workspace, 'admin', { siteIds: [site] }),
    ]) {
      assert.equal((await session.call('POST', '/service-accounts', { body })).status, 403)
      const path = `/service-accounts/${account.id}`
      assert.equal((await session.call('PATCH', path, { body: { name: 'Y' } })).status, 403)
    }
    for (const role of ['admin', 'auditor']) {
      assert.equal((await admin.call('POST', '/service-accounts', { body: { name: 'E', role } })).status, 422)
    }
    const stranger = (await administered()).admin
    const foreign = await stranger.call('PATCH', `/service-accounts/${account.id}`, { body: { name: 'Y' } })
    assert.equal(foreign.status, 404)
    const key = { name: 'X', scope: 'read', service_account_id: account.id }
    assert.equal((await stranger.call('POST', '/api-keys', { body: key })).status, 422)
  })
})

test('nobody can create a key in the name of another person', async () => {
  const { workspace, admin } = await administered()
  const { personId } = await signInAs(app, workspace, 'technician')
  for (const owner of [{ owner_user_id: personId }, { service_account_id: personId }]) {
    const body = { name: 'K', scope: 'write', ...owner }
    assert.equal((await admin.call('POST', '/api-keys', { body })).status, 422)
  }
})
