import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { calibrate, callerOf, enter, entriesOf, eventsOf, read } from '../../../../test/register.ts'
import { changeStatus, extendDueDate, removeDueExtension, retireInstrument } from '../index.ts'

const app = await sharedTestApp({ keepsEvents: true })

/** An instrument of 12 months, calibrated so that it is due on 2026-12-01, on 2026-11-21 in UTC. */
async function calibrated(timeZone = 'UTC') {
  const workspace = await app.workspace({ timeZone })
  const { id } = await enter(app, workspace.key)
  const calibrationId = '01935cbb-2f00-7c00-8000-000000000001'
  await calibrate(app, workspace, id, { calibrationId, performedAt: '2025-12-01T12:00:00Z' })
  const caller = await callerOf(app, workspace.id)
  const extend = (until: string, reason = 'in use') => extendDueDate(app, caller, id, { until, reason })
  return { workspace, id, caller, calibrationId, extend, now: () => read(app, workspace.key, id) }
}

test('an extension becomes the due date, and is shown, recorded and emitted', async () => {
  const { workspace, id, caller, calibrationId, extend, now } = await calibrated()
  const before = await now()
  app.clock.advance(1000)
  const { detail } = await extend('2026-12-15', ' in use ')
  const at = app.clock.now().toISOString()
  const granted = {
    until: '2026-12-15',
    reason: 'in use',
    extended_at: at,
    extended_by_user_id: caller.userId,
  }
  assert.deepEqual(detail, {
    ...before,
    next_due_at: '2026-12-15T00:00:00.000Z',
    due_extension: granted,
    updated_at: at,
  })
  assert.deepEqual(await now(), detail)
  const entry = (await entriesOf(app, workspace.id, id)).at(-1)
  assert.equal(entry?.kind, 'instrument.due_extended')
  assert.equal(entry.payload.reason, 'in use')
  assert.deepEqual(entry.payload.changes, {
    extension_until: { before: null, after: '2026-12-15' },
    extension_reason: { before: null, after: 'in use' },
    extension_granted_by: { before: null, after: caller.userId },
    extension_basis_id: { before: null, after: calibrationId },
  })
  const event = (await eventsOf(app, workspace.id)).at(-1)
  assert.equal(event?.type, 'instrument.updated')
  assert.deepEqual(event.data.changed_fields, ['next_due_at', 'due_extension'])
})

test('an extension must lie after the due date and after today, in the zone of the workspace', async () => {
  const { extend } = await calibrated()
  for (const until of ['2026-11-21', '2026-12-01', '2025-12-01']) {
    await assert.rejects(extend(until), { code: 'VALIDATION_ERROR', status: 422 }, until)
  }
  assert.equal((await extend('2026-12-02')).detail.due_extension?.until, '2026-12-02')
  app.clock.set('2026-12-20T10:59:59Z')
  const late = await calibrated('Pacific/Auckland')
  await assert.rejects(late.extend('2026-12-20'), { status: 422 })
  assert.equal((await late.extend('2026-12-21')).detail.due_extension?.until, '2026-12-21')
  app.clock.set('2026-12-20T11:00:00Z')
  await assert.rejects(late.extend('2026-12-21'), { status: 422 })
  app.clock.set('2026-11-21T08:00:00Z')
})

test('a new extension replaces the old one, even with an earlier date', async () => {
  const { extend } = await calibrated()
  await extend('2027-01-15')
  const { detail } = await extend('2026-12-10', 'less')
  assert.equal(detail.next_due_at, '2026-12-10T00:00:00.000Z')
  assert.equal(detail.due_extension?.reason, 'less')
})

test('an extension needs a reason', async () => {
  const { extend } = await calibrated()
  await assert.rejects(extend('2027-01-15', ' '), { code: 'VALIDATION_ERROR' })
})

test('nothing is extended without a basis, after a failure, for reference only, or after retirement', async () => {
  const { workspace, id, caller, extend } = await calibrated()
  const fresh = await enter(app, workspace.key)
  const until = { until: '2027-06-01', reason: 'x' }
  await assert.rejects(extendDueDate(app, caller, fresh.id, until), { code: 'CONFLICT', status: 409 })
  await changeStatus(app, caller, id, { status: 'REFERENCE_ONLY', reason: 'x' })
  await assert.rejects(extend('2027-06-01'), { code: 'CONFLICT', status: 409 })
  await changeStatus(app, caller, id, { status: 'active', reason: 'x' })
  for (const result of ['FAIL', 'DAMAGED'] as const) {
    await calibrate(app, workspace, id, { performedAt: '2026-11-01T00:00:00Z', result })
    await assert.rejects(extend('2027-06-01'), { code: 'CONFLICT', status: 409 })
  }
  await retireInstrument(app, caller, id, { reason: 'x' })
  await assert.rejects(extend('2027-06-01'), { code: 'ASSET_RETIRED' })
  await assert.rejects(removeDueExtension(app, caller, id), { code: 'ASSET_RETIRED' })
})

test('removing an extension restores the computed due date; without one, nothing changes', async () => {
  const { workspace, id, caller, extend, now } = await calibrated()
  const before = await now()
  await extend('2026-12-15')
  const { detail } = await removeDueExtension(app, caller, id)
  assert.deepEqual(detail, { ...before, updated_at: detail.updated_at })
  const count = (await entriesOf(app, workspace.id, id)).length
  assert.deepEqual((await removeDueExtension(app, caller, id)).detail, detail)
  assert.equal((await entriesOf(app, workspace.id, id)).length, count)
})

test('an extension belongs to its basis: a newer one ends it, and its own return brings it back', async () => {
  const { workspace, id, calibrationId, extend, now } = await calibrated()
  await extend('2026-12-15')
  const extended = await now()
  const newer = await calibrate(app, workspace, id, { performedAt: '2026-11-20T00:00:00Z' })
  assert.equal(newer.due_extension, null)
  assert.equal(newer.next_due_at, '2027-11-20T00:00:00.000Z')
  const returned = await calibrate(app, workspace, id, { calibrationId, performedAt: '2025-12-01T12:00:00Z' })
  assert.deepEqual(returned, { ...extended, updated_at: returned.updated_at })
})

test('an extension passes to a correction of its basis, unless that corrects it to a failure', async () => {
  const { workspace, id, calibrationId, extend } = await calibrated()
  await extend('2026-12-15')
  const correction = { performedAt: '2025-12-02T12:00:00Z', corrects: [calibrationId] }
  const corrected = await calibrate(app, workspace, id, correction)
  assert.equal(corrected.due_extension?.until, '2026-12-15')
  const failed = await calibrate(app, workspace, id, { ...correction, result: 'FAIL' })
  assert.equal(failed.due_extension, null)
  assert.equal(failed.next_due_at, '2025-12-02T00:00:00.000Z')
  const none = await calibrate(app, workspace, id, null)
  assert.equal(none.due_extension, null)
  assert.equal(none.next_due_at, null)
})

test('an extension has no effect from the computed due date on, and has one again if that becomes earlier', async () => {
  const { workspace, id, extend } = await calibrated()
  await extend('2026-12-15')
  const patch = async (days: number) =>
    (
      await app.call('PATCH', `/instruments/${id}`, {
        key: workspace.key,
        body: { calibration_interval_value: days, calibration_interval_unit: 'days' },
      })
    ).body
  assert.equal((await patch(379)).due_extension, null, 'computed 2026-12-15')
  assert.equal((await patch(378)).due_extension.until, '2026-12-15')
})
