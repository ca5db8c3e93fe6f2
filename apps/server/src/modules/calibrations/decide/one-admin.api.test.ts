import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createKey } from '../../access/index.ts'
import { sharedTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { enter } from '../../../../test/register.ts'
import { signInAs, TEST_PASSWORD, type TestSession } from '../../../../test/session.ts'

const app = await sharedTestApp()

/** A workspace under review with two who decide, and an instrument. */
async function laboratory(settings: object = { approval_policy: 'review' }) {
  const workspace = await app.workspace()
  const admin = await signInAs(app, workspace, 'admin', { name: 'Ada' })
  const manager = await signInAs(app, workspace, 'manager', { name: 'Quinn' })
  await set(admin, settings)
  const instrument = (await enter(app, workspace.key)).id
  return { workspace, admin, manager, instrument }
}

async function set(admin: TestSession, settings: object): Promise<void> {
  const response = await admin.call('PATCH', '', { body: settings })
  assert.equal(response.status, 200, JSON.stringify(response.body))
}

const record = () => ({ body: { result: 'PASS' }, headers: { 'idempotency-key': randomUUID() } })

async function calibrate(session: TestSession, instrument: string): Promise<string> {
  const response = await session.call('POST', `/instruments/${instrument}/calibrations`, record())
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body.id
}

async function calibrateBy(key: string, instrument: string): Promise<string> {
  const response = await app.call('POST', `/instruments/${instrument}/calibrations`, { key, ...record() })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body.id
}

/** The key of a member that an admin made in an earlier release, when that could be done. */
async function keyInNameOf(
  member: TestSession,
  admin: TestSession,
  workspace: TestWorkspace,
): Promise<string> {
  const actor = {
    type: 'user',
    id: admin.personId,
    userId: admin.personId,
    name: 'Ada',
    workspaceId: workspace.id,
    role: 'admin',
    scope: 'write',
    siteIds: null,
  } as const
  const wanted = { name: 'K', owner: member.email, scope: 'write', siteIds: null, expiresAt: null } as const
  return (await createKey(app, actor, wanted)).key
}

async function serviceKey(admin: TestSession): Promise<string> {
  const account = await admin.call('POST', '/service-accounts', { body: { name: 'ERP', role: 'technician' } })
  const body = { name: 'ERP', scope: 'write', service_account_id: account.body.id }
  const response = await admin.call('POST', '/api-keys', { body })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body.key
}

const approve = (session: TestSession, id: string, body: object = {}) =>
  session.call('POST', `/calibrations/${id}/approve`, { body })

async function refusesOwn(session: TestSession, id: string): Promise<void> {
  const refused = await approve(session, id)
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.reason.key],
    [403, 'FORBIDDEN', 'calibration.own_work'],
  )
  const { body } = await session.call('GET', `/calibrations/${id}/details`)
  assert.equal(body.approval_obstacle, 'own_record')
  const waiting = (await session.call('GET', '/approvals')).body.data as {
    calibration: { id: string }
    approval_obstacle: string | null
  }[]
  assert.equal(waiting.find(({ calibration }) => calibration.id === id)!.approval_obstacle, 'own_record')
}

describe('one admin is not two people', () => {
  test('with a key made in the name of another person before', async () => {
    const { workspace, admin, manager, instrument } = await laboratory()
    const id = await calibrateBy(await keyInNameOf(manager, admin, workspace), instrument)
    await refusesOwn(admin, id)
    await refusesOwn(manager, id)
    const third = await signInAs(app, workspace, 'manager')
    assert.equal((await approve(third, id)).status, 200)
  })

  test('with the key of a service account, which prints its own name', async () => {
    const { admin, manager, instrument } = await laboratory()
    const id = await calibrateBy(await serviceKey(admin), instrument)
    await refusesOwn(admin, id)
    const approved = (await approve(manager, id)).body
    assert.deepEqual(
      [approved.performed_by, approved.entered_by, approved.approved_by],
      ['ERP', 'ERP', 'Quinn'],
    )
  })

  test('by another policy for a moment', async () => {
    const { admin, manager, instrument } = await laboratory()
    const id = await calibrate(admin, instrument)
    await set(admin, { approval_policy: 'automatic' })
    await refusesOwn(admin, id)
    assert.equal((await approve(manager, id)).status, 200)
  })

  test('by a policy that came after the record was entered', async () => {
    const { admin, instrument } = await laboratory({ requires_electronic_signature: true })
    const id = await calibrate(admin, instrument)
    await set(admin, { approval_policy: 'review' })
    await refusesOwn(admin, id)
  })

  test('by taking the other approver out', async () => {
    const { admin, instrument } = await laboratory()
    const own = await calibrate(admin, instrument)
    const users = (await admin.call('GET', '/users')).body.data as { id: string }[]
    for (const { id } of users.filter((user) => user.id !== admin.personId)) {
      assert.equal((await admin.call('PATCH', `/users/${id}`, { body: { role: 'technician' } })).status, 200)
    }
    await refusesOwn(admin, own)
    const later = await calibrate(admin, instrument)
    assert.equal((await approve(admin, later)).status, 200)
  })

  test('by a service account that would be the other approver', async () => {
    const workspace = await app.workspace()
    const admin = await signInAs(app, workspace, 'admin')
    const [other] = (await admin.call('GET', '/users')).body.data.filter(
      ({ id }: { id: string }) => id !== admin.personId,
    )
    await admin.call('PATCH', `/users/${other.id}`, { body: { is_active: false } })
    await set(admin, { approval_policy: 'review' })
    await admin.call('POST', '/service-accounts', { body: { name: 'ERP', role: 'manager' } })
    const id = await calibrate(admin, (await enterAs(admin)).id)
    assert.equal((await approve(admin, id)).status, 200)
  })
})

const enterAs = async (admin: TestSession) =>
  (
    await admin.call('POST', '/instruments', {
      body: { asset_tag: 'L-1', name: 'Caliper', calibration_interval_value: 12 },
    })
  ).body as { id: string }

describe('a signature', () => {
  const signature = { password: TEST_PASSWORD, meaning: 'Reviewed' }

  test('is required if the workspace required it when the record was entered', async () => {
    const { admin, manager, instrument } = await laboratory({ requires_electronic_signature: true })
    const id = await calibrate(admin, instrument)
    await set(admin, { requires_electronic_signature: false })
    assert.equal((await approve(manager, id)).body.code, 'VALIDATION_ERROR')
    const { body } = await manager.call('GET', `/calibrations/${id}/details`)
    assert.equal(body.requires_electronic_signature, true)
    assert.equal((await approve(manager, id, signature)).body.signature_meaning, 'Reviewed')
  })

  test('is required if the instrument required it then, or does now', async () => {
    const { admin, manager, instrument } = await laboratory()
    const override = (wanted: boolean | null) =>
      admin.call('PATCH', `/instruments/${instrument}`, {
        body: { requires_electronic_signature_override: wanted },
      })
    await override(true)
    const then = await calibrate(admin, instrument)
    await override(null)
    assert.equal((await approve(manager, then)).body.code, 'VALIDATION_ERROR')
    const now = await calibrate(admin, instrument)
    await override(true)
    assert.equal((await approve(manager, now)).body.code, 'VALIDATION_ERROR')
    for (const id of [then, now]) assert.equal((await approve(manager, id, signature)).status, 200)
  })
})
