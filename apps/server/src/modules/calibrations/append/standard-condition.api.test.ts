import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../../test/calibrating.ts'
import { signInAs } from '../../../../test/session.ts'
import { changeStatus, retireInstrument } from '../../instruments/index.ts'
import { findSnapshot } from '../read-store.ts'

const app = await startTestApp()
const lab = await openLaboratory(app)
const manager = await signInAs(app, lab, 'manager', { name: 'Quinn' })
const NOW = app.clock.now().getTime()
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

/** A standard that was calibrated a while ago. */
const standard = (days = 30): Promise<{ id: string }> =>
  lab.instrument({ is_reference_standard: true, last_calibration_date: daysAgo(days) })

const quarantine = async (id: string, isQuarantined = true) => {
  const body = { is_quarantined: isQuarantined, reason: 'Dropped' }
  assert.equal((await manager.call('POST', `/instruments/${id}/quarantine`, { body })).status, 200)
}

/** A new record that names the standard; the public API never refuses for its condition. */
async function use(id: string, body: Body = {}, within: Laboratory = lab) {
  const instrument = await within.instrument()
  return within.calibrate(instrument.id, { reference_standard_asset_id: id, ...body })
}

describe('the condition of the reference standard when it was used', () => {
  test('is valid, overdue or never calibrated', async () => {
    const good = await use((await standard()).id)
    assert.deepEqual([good.reference_standard_condition, good.reference_standard_overdue], ['valid', false])
    const overdue = await use((await standard(800)).id)
    assert.deepEqual(
      [overdue.reference_standard_condition, overdue.reference_standard_overdue],
      ['overdue', true],
    )
    const never = await use((await lab.instrument()).id)
    assert.equal(never.reference_standard_condition, 'never_calibrated')
    const none = await lab.calibrate((await lab.instrument()).id)
    assert.equal(none.reference_standard_condition, null)
  })

  test('is failed from the failing calibration on, though it is quarantined too', async () => {
    const { id } = await standard()
    await lab.calibrate(id, { result: 'FAIL', performed_at: daysAgo(2) })
    assert.equal((await lab.read(id)).is_quarantined, true)
    assert.equal((await use(id)).reference_standard_condition, 'failed')
    const before = await use(id, { performed_at: daysAgo(3) })
    assert.equal(before.reference_standard_condition, 'valid')
  })

  test('is quarantined, out of service or retired where it is not due at all', async () => {
    const [dropped, parked, gone] = [await standard(), await standard(), await standard()]
    await quarantine(dropped.id)
    await changeStatus(app, await lab.caller(), parked.id, { status: 'out_of_service', reason: 'Spare' })
    await retireInstrument(app, await lab.caller(), gone.id, { reason: 'Worn' })
    const conditions = await Promise.all(
      [dropped, parked, gone].map(async ({ id }) => (await use(id)).reference_standard_condition),
    )
    assert.deepEqual(conditions, ['quarantined', 'out_of_service', 'retired'])
    const earlier = await use(gone.id, { performed_at: daysAgo(1) })
    assert.equal(earlier.reference_standard_condition, 'valid')
  })

  test('stays with the record, whatever becomes of the standard', async () => {
    const { id } = await standard()
    await quarantine(id)
    const record = await use(id)
    await quarantine(id, false)
    assert.equal((await lab.record(record.id)).reference_standard_condition, 'quarantined')
    const frozen = await findSnapshot(app.db.in(lab.id), record.id)
    assert.equal(frozen!.reference_standard!.condition, 'quarantined')
  })

  test('is kept by a correction that names the same standard and time, with all that was frozen of it', async () => {
    const { id } = await standard()
    const record = await use(id)
    await quarantine(id)
    const by = await lab.caller()
    const same = { reference_standard_asset_id: id }
    const kept = await lab.correct(by, record.id, same)
    assert.equal(kept.reference_standard_condition, 'valid')
    const queries = app.db.in(lab.id)
    const [before, after] = [await findSnapshot(queries, record.id), await findSnapshot(queries, kept.id)]
    assert.deepEqual(after!.reference_standard, before!.reference_standard)
    const now = new Date(NOW).toISOString()
    const moved = await lab.correct(by, kept.id, { ...same, performed_at: now, notes: 'Measured later' })
    assert.equal(
      moved.reference_standard_condition,
      moved.performed_at === record.performed_at ? 'valid' : 'quarantined',
    )
    const without = await lab.correct(by, moved.id)
    assert.equal(without.reference_standard_condition, null)
  })

  test('comes with a reason where the app sends one, and needs none', async () => {
    const { id } = await standard(800)
    const instrument = await lab.instrument()
    const path = `/instruments/${instrument.id}/calibrations`
    const send = (body: object, key: string) =>
      manager.call('POST', path, {
        body: { result: 'PASS', reference_standard_asset_id: id, ...body },
        headers: { 'idempotency-key': key },
      })
    const reasoned = await send({ reference_standard_reason: 'Checked against the spare set.' }, 'a')
    assert.deepEqual(
      [reasoned.status, reasoned.body.reference_standard_reason],
      [201, 'Checked against the spare set.'],
    )
    const silent = await send({}, 'b')
    assert.deepEqual([silent.status, silent.body.reference_standard_reason], [201, null])
    const overKey = await lab.send(instrument.id, { reference_standard_reason: 'Of the app alone' })
    assert.equal(overKey.body.code, 'VALIDATION_ERROR')
  })
})
