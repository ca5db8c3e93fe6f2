import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { sql } from '../../platform/db/index.ts'

const app = await sharedTestApp()

const read = async (session: TestSession) => (await session.call('GET', '/first-steps')).body
const nothingDone = {
  laboratory: false,
  people: false,
  instruments: false,
  standards: false,
  calibration: false,
  is_single_approver: false,
  is_dismissed: false,
}

/** A laboratory whose only active person is its signed-in admin. */
async function alone() {
  const lab = await openLaboratory(app)
  const admin = await signInAs(app, lab, 'admin')
  await app.db.in(lab.id).rows(sql`
    update memberships set is_active = false
    where workspace_id = ${lab.id} and person_id <> ${admin.personId}`)
  return { lab, admin }
}

describe('the first steps', () => {
  test('are completed when they are true, by anyone', async () => {
    const { lab, admin } = await alone()
    assert.deepEqual(await read(admin), nothingDone)
    const change = (body: object) => admin.call('PATCH', '', { body })
    await change({ laboratory_name: 'Plant laboratory' })
    assert.equal((await read(admin)).laboratory, false, 'an address is missing')
    await change({ address: 'Werkstraße 1', standards: ['iso_9001'] })
    assert.deepEqual(await read(admin), { ...nothingDone, laboratory: true, standards: true })
    const technician = await lab.person({ role: 'technician' })
    assert.equal((await read(admin)).people, true)
    await admin.call('PATCH', `/users/${technician.personId}`, { body: { is_active: false } })
    assert.equal((await read(admin)).people, false)
  })

  test('take a calibration for one when it was carried out and approved', async () => {
    const { lab, admin } = await alone()
    const manager = await lab.person({ role: 'manager' })
    await lab.settings({ approvalPolicy: 'review' })
    const body = { last_calibration_date: '2026-05-12T08:30:00Z' }
    const { id } = await lab.instrument(body, manager.key)
    assert.equal((await read(admin)).instruments, true)
    assert.equal((await read(admin)).calibration, false, 'a starting record is none')
    const record = await lab.calibrate(id, {}, manager.key)
    assert.equal((await read(admin)).calibration, false, 'it is pending approval')
    assert.equal((await admin.call('POST', `/calibrations/${record.id}/approve`, { body: {} })).status, 200)
    assert.equal((await read(admin)).calibration, true)
  })

  test('can all be completed by one person, who declares a single approver and approves their own records', async () => {
    const { lab, admin } = await alone()
    await lab.settings({ approvalPolicy: 'review' })
    const say = (isSingle: boolean) =>
      admin.call('PATCH', '/first-steps', { body: { is_single_approver: isSingle } })
    assert.deepEqual((await say(true)).body, { ...nothingDone, people: true, is_single_approver: true })
    assert.equal((await say(true)).status, 200)
    assert.deepEqual((await say(false)).body, nothingDone)
    await say(true)
    await admin.call('PATCH', '', {
      body: { laboratory_name: 'Plant laboratory', address: 'Werkstraße 1', standards: ['iso_9001'] },
    })
    const { id } = (
      await admin.call('POST', '/instruments', {
        body: { asset_tag: 'OWN-1', name: 'Caliper', calibration_interval_value: 12 },
      })
    ).body
    const record = await admin.call('POST', `/instruments/${id}/calibrations`, {
      body: { result: 'PASS' },
      headers: { 'idempotency-key': 'alone' },
    })
    assert.equal(record.body.approval_status, 'pending')
    assert.equal(
      (await admin.call('POST', `/calibrations/${record.body.id}/approve`, { body: {} })).status,
      200,
    )
    const { is_dismissed: _, ...steps } = await read(admin)
    assert.deepEqual(new Set(Object.values(steps)), new Set([true]))
    // Others may join all the same; then it is true no longer.
    const other = await lab.person({ role: 'technician' })
    assert.deepEqual([(await read(admin)).people, (await read(admin)).is_single_approver], [true, false])
    await admin.call('PATCH', `/users/${other.personId}`, { body: { is_active: false } })
    assert.equal((await read(admin)).is_single_approver, true)
  })

  test('are hidden and shown again for one person in one workspace, any number of times', async () => {
    const { lab, admin } = await alone()
    const manager = await signInAs(app, lab, 'manager')
    const hide = (isDismissed: boolean) =>
      admin.call('PATCH', '/first-steps', { body: { is_dismissed: isDismissed } })
    const both = await Promise.all([hide(true), hide(true)])
    assert.deepEqual(
      both.map(({ status, body }) => [status, body.is_dismissed]),
      [
        [200, true],
        [200, true],
      ],
    )
    assert.equal((await read(admin)).is_dismissed, true)
    assert.equal((await read(manager)).is_dismissed, false)
    assert.equal((await hide(false)).body.is_dismissed, false)
    assert.equal((await hide(false)).status, 200)
  })

  test('are for those who manage, of their own workspace, and take nothing else', async () => {
    const { lab, admin } = await alone()
    for (const role of ['technician', 'auditor'] as const) {
      const session = await signInAs(app, lab, role)
      assert.equal((await session.call('GET', '/first-steps')).body.code, 'FORBIDDEN')
      const body = { is_dismissed: true }
      assert.equal((await session.call('PATCH', '/first-steps', { body })).body.code, 'FORBIDDEN')
    }
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    const response = await stranger.call('GET', '/first-steps', { workspaceId: lab.id })
    assert.equal(response.body.code, 'NOT_FOUND')
    for (const [body, code] of [
      [{}, 'VALIDATION_ERROR'],
      [{ is_dismissed: 'yes' }, 'VALIDATION_ERROR'],
      [{ is_single_approver: 'yes' }, 'VALIDATION_ERROR'],
      ['{', 'INVALID_REQUEST'],
      [{ is_dismissed: true, by: 'x'.repeat(2_000_000) }, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      assert.equal((await admin.call('PATCH', '/first-steps', { body })).body.code, code)
    }
  })
})
