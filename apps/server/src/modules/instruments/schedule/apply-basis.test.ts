import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { calibrate, callerOf, enter, entriesOf, eventsOf, read } from '../../../../test/register.ts'
import { changeStatus, findInstrument, retireInstrument } from '../index.ts'

const app = await sharedTestApp({ keepsEvents: true })

async function instrument(timeZone = 'UTC', body = {}) {
  const workspace = await app.workspace({ timeZone })
  const { id } = await enter(app, workspace.key, body)
  return { workspace, id, now: () => read(app, workspace.key, id) }
}

test('a basis sets due date and token, moves the version to its entry and emits instrument.updated', async () => {
  const { workspace, id, now } = await instrument()
  app.clock.advance(1000)
  const detail = await calibrate(app, workspace, id, { performedAt: '2026-11-01T10:00:00Z' })
  assert.equal(detail.last_calibration_at, '2026-11-01T10:00:00.000Z')
  assert.equal(detail.next_due_at, '2027-11-01T00:00:00.000Z')
  assert.equal(detail.compliance_status, 'COMPLIANT')
  assert.equal(detail.updated_at, app.clock.now().toISOString())
  assert.deepEqual(await now(), detail)
  assert.equal((await entriesOf(app, workspace.id, id)).length, 1, 'no entry of its own')
  const event = (await eventsOf(app, workspace.id)).at(-1)
  assert.deepEqual(
    [event?.type, event?.data],
    [
      'instrument.updated',
      {
        instrument: detail,
        changed_fields: ['compliance_status', 'last_calibration_at', 'next_due_at'],
      },
    ],
  )
})

test('the same basis once more changes, moves and fires nothing', async () => {
  const { workspace, id } = await instrument()
  const basis = { calibrationId: '01935cbb-2f00-7c00-8000-000000000001', performedAt: '2026-11-01T10:00:00Z' }
  const first = await calibrate(app, workspace, id, basis)
  app.clock.advance(1000)
  assert.deepEqual(await calibrate(app, workspace, id, basis), first)
  assert.equal((await eventsOf(app, workspace.id)).length, 2)
})

test('without a basis an instrument is as it was before its first', async () => {
  const { workspace, id, now } = await instrument()
  const before = await now()
  await calibrate(app, workspace, id, { performedAt: '2026-11-01T10:00:00Z' })
  const after = await calibrate(app, workspace, id, null)
  assert.deepEqual(after, { ...before, updated_at: after.updated_at })
})

test('a failed basis makes an instrument due on its day, and quarantine is set, kept and lifted as requested', async () => {
  const { workspace, id } = await instrument('Pacific/Auckland')
  const causedBy = '01935cbb-2f00-7c00-8000-000000000001'
  const failed = await calibrate(app, workspace, id, {
    calibrationId: causedBy,
    performedAt: '2026-11-01T12:00:00Z',
    result: 'FAIL',
    change: { quarantine: { causedBy } },
  })
  assert.equal(failed.next_due_at, '2026-11-01T11:00:00.000Z')
  assert.equal(failed.compliance_status, 'NON_COMPLIANT')
  assert.equal(failed.is_quarantined, true)
  const row = await findInstrument(app.db.in(workspace.id), id, null)
  assert.equal(row?.quarantineCalibrationId, causedBy)
  const limited = await calibrate(app, workspace, id, {
    performedAt: '2026-11-02T12:00:00Z',
    result: 'LIMITED_CALIBRATION',
  })
  assert.equal(limited.is_quarantined, true)
  const passed = await calibrate(app, workspace, id, {
    performedAt: '2026-11-03T12:00:00Z',
    change: { quarantine: 'lift' },
  })
  assert.equal(passed.is_quarantined, false)
})

test('an instrument that comes back returns to its former status', async () => {
  const { workspace, id } = await instrument()
  const caller = await callerOf(app, workspace.id)
  await changeStatus(app, caller, id, { status: 'in_service', reason: 'x' })
  await changeStatus(app, caller, id, { status: 'OUT_FOR_CALIBRATION', reason: 'due' })
  app.clock.advance(1000)
  const away = await calibrate(app, workspace, id, { performedAt: '2026-11-01T10:00:00Z' })
  assert.equal(away.status, 'OUT_FOR_CALIBRATION')
  app.clock.advance(1000)
  const back = await calibrate(app, workspace, id, {
    performedAt: '2026-11-21T10:00:00Z',
    change: { returnsFromSending: true },
  })
  assert.equal(back.status, 'in_service')
  const events = (await eventsOf(app, workspace.id)).slice(-3)
  const moved = events.find(({ type }) => type === 'instrument.status_changed')
  assert.deepEqual(moved?.data, {
    instrument: back,
    previous_status: 'OUT_FOR_CALIBRATION',
    reason: null,
  })
  const updated = events.find(({ type }) => type === 'instrument.updated')
  assert.ok(updated?.data.changed_fields.includes('status'))
  const row = await findInstrument(app.db.in(workspace.id), id, null)
  assert.equal(row?.statusBeforeSendingOut, null)
  assert.equal(row.sentOutOn, null)
})

test('coming back means nothing to an instrument that is here', async () => {
  const { workspace, id } = await instrument()
  const change = { returnsFromSending: true }
  const { status } = await calibrate(app, workspace, id, { performedAt: '2026-11-01T10:00:00Z', change })
  assert.equal(status, 'active')
})

test('a retired instrument does not change, whatever its basis', async () => {
  const { workspace, id } = await instrument()
  const caller = await callerOf(app, workspace.id)
  const { detail } = await retireInstrument(app, caller, id, { reason: 'x' })
  const events = await eventsOf(app, workspace.id)
  assert.deepEqual(await calibrate(app, workspace, id, { performedAt: '2026-11-01T10:00:00Z' }), detail)
  assert.deepEqual(await eventsOf(app, workspace.id), events)
})

/** The days around a due date of 2026-11-21, at their very first and last instants. */
const midnights: [zone: string, instant: string, token: string][] = [
  ['Pacific/Auckland', '2026-10-21T10:59:59.999Z', 'COMPLIANT'],
  ['Pacific/Auckland', '2026-10-21T11:00:00.000Z', 'WARNING'],
  ['Pacific/Auckland', '2026-11-21T10:59:59.999Z', 'WARNING'],
  ['Pacific/Auckland', '2026-11-21T11:00:00.000Z', 'NON_COMPLIANT'],
  ['America/New_York', '2026-10-22T03:59:59.999Z', 'COMPLIANT'],
  ['America/New_York', '2026-10-22T04:00:00.000Z', 'WARNING'],
  ['America/New_York', '2026-11-22T04:59:59.999Z', 'WARNING'],
  ['America/New_York', '2026-11-22T05:00:00.000Z', 'NON_COMPLIANT'],
]
for (const [zone, instant, token] of midnights) {
  test(`at ${instant} an instrument due on 2026-11-21 in ${zone} is ${token}, and its filter finds it`, async () => {
    const { workspace, id, now } = await instrument(zone)
    await calibrate(app, workspace, id, { performedAt: '2025-11-21T05:00:00Z' })
    app.clock.set(instant)
    assert.equal((await now()).compliance_status, token)
    for (const asked of ['COMPLIANT', 'WARNING', 'NON_COMPLIANT']) {
      const { key } = workspace
      const list = await app.call('GET', `/instruments?compliance_status=${asked}`, { key })
      assert.equal(list.body.pagination.total, asked === token ? 1 : 0)
      assert.equal(list.body.data.length, asked === token ? 1 : 0)
    }
  })
}
