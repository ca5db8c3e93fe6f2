import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { listed, openLaboratory } from '../../../../test/calibrating.ts'
import { retireInstrument } from '../../instruments/index.ts'

const app = await sharedTestApp()

const refuses = (act: Promise<unknown>, status: number, code: string) =>
  assert.rejects(act, (error: any) => error.status === status && error.code === code)

/** A laboratory with one approved record; corrections come under the given policy. */
async function approvedRecord(policy: 'review' | 'automatic' = 'automatic') {
  const lab = await openLaboratory(app)
  const instrument = await lab.instrument()
  const record = await lab.calibrate(instrument.id, { performed_at: '2026-05-01T08:00:00Z', result: 'PASS' })
  await lab.settings({ approvalPolicy: policy })
  await lab.events()
  return { lab, instrument, record, manager: await lab.caller(), other: await lab.caller() }
}

describe('a correction', () => {
  test('under the automatic policy replaces the record immediately', async () => {
    const { lab, instrument, record, manager } = await approvedRecord()
    const correction = await lab.correct(manager, record.id, {
      result: 'FAIL',
      as_found_reading: '12',
      correction_reason: 'Digits were swapped.',
    })
    assert.deepEqual(
      [correction.supersedes_id, correction.correction_reason, correction.approval_status, correction.status],
      [record.id, 'Digits were swapped.', 'approved', 'current'],
    )
    assert.deepEqual([correction.performed_by, correction.entered_by], ['Ada Admin', 'Max Manager'])
    const original = await lab.record(record.id)
    assert.deepEqual(original, { ...record, status: 'superseded', superseded_by_id: correction.id })
    assert.equal((await lab.read(instrument.id)).compliance_status, 'NON_COMPLIANT')
    const events = await lab.events()
    assert.deepEqual(events.map(({ type }) => type).toSorted(), [
      'calibration.approved',
      'calibration.corrected',
      'calibration.created',
      'finding.opened',
      'instrument.updated',
    ])
    const { id, asset_tag, name } = instrument
    assert.deepEqual(events.find(({ type }) => type === 'calibration.corrected')?.data, {
      calibration: listed(correction),
      superseded: listed(original),
      instrument: { id, asset_tag, name },
    })
  })

  test('keeps the time of performance, unless it states another', async () => {
    const { lab, record, manager } = await approvedRecord()
    const correction = await lab.correct(manager, record.id)
    assert.equal(correction.performed_at, record.performed_at)
    const moved = await lab.correct(manager, correction.id, { performed_at: '2026-05-02T08:00:00.000Z' })
    assert.equal(moved.performed_at, '2026-05-02T08:00:00.000Z')
  })

  test('under review takes effect when it is approved, and its event is emitted only then', async () => {
    const { lab, instrument, record, manager, other } = await approvedRecord('review')
    const before = await lab.read(instrument.id)
    const correction = await lab.correct(manager, record.id, { performed_at: '2026-06-01T08:00:00Z' })
    assert.deepEqual([correction.approval_status, correction.supersedes_id], ['pending', record.id])
    assert.deepEqual(await lab.record(record.id), record)
    assert.deepEqual(await lab.read(instrument.id), before)
    assert.deepEqual(
      (await lab.events()).map(({ type }) => type),
      ['calibration.created'],
    )
    await lab.approve(other, correction.id)
    assert.equal((await lab.record(record.id)).superseded_by_id, correction.id)
    assert.equal((await lab.read(instrument.id)).last_calibration_at, '2026-06-01T08:00:00.000Z')
    const emitted = (await lab.events()).map(({ type }) => type).toSorted()
    assert.deepEqual(emitted, ['calibration.approved', 'calibration.corrected', 'instrument.updated'])
  })

  test('can be pending only once: a second one, or a void, is refused', async () => {
    const { lab, record, manager } = await approvedRecord('review')
    const open = await lab.correct(manager, record.id)
    await refuses(lab.correct(manager, record.id), 409, 'CONFLICT')
    await refuses(lab.void(manager, record.id), 409, 'CONFLICT')
    await lab.void(manager, open.id)
    const second = await lab.correct(manager, record.id)
    assert.equal(second.approval_status, 'pending')
  })

  test('by two people at the same time is one correction', async () => {
    const { lab, record, manager, other } = await approvedRecord('review')
    const both = await Promise.allSettled([lab.correct(manager, record.id), lab.correct(other, record.id)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })

  test('that is rejected supersedes nothing, and another may follow', async () => {
    const { lab, record, manager, other } = await approvedRecord('review')
    const correction = await lab.correct(manager, record.id)
    await lab.reject(other, correction.id)
    assert.deepEqual(await lab.record(record.id), record)
    const next = await lab.correct(manager, record.id)
    await lab.approve(other, next.id)
    assert.equal((await lab.record(record.id)).superseded_by_id, next.id)
  })

  test('can be corrected itself; a superseded record can be neither corrected nor voided', async () => {
    const { lab, instrument, record, manager } = await approvedRecord()
    const first = await lab.correct(manager, record.id)
    const second = await lab.correct(manager, first.id, { result: 'LIMITED_CALIBRATION' })
    const statuses = await Promise.all(
      [record, first, second].map(async ({ id }) => (await lab.record(id)).status),
    )
    assert.deepEqual(statuses, ['superseded', 'superseded', 'current'])
    for (const { id } of [record, first]) {
      await refuses(lab.correct(manager, id), 409, 'CONFLICT')
      await refuses(lab.void(manager, id), 409, 'CONFLICT')
    }
    await lab.void(manager, second.id)
    assert.deepEqual((await lab.record(first.id)).superseded_by_id, second.id)
    assert.equal((await lab.read(instrument.id)).compliance_status, 'NOT_CALIBRATED')
  })

  test('is refused for a pending record, to technicians, and for foreign records', async () => {
    const { lab, instrument, record, manager } = await approvedRecord('review')
    const pending = await lab.calibrate(instrument.id)
    await refuses(lab.correct(manager, pending.id), 409, 'CONFLICT')
    await refuses(lab.correct(await lab.caller({ role: 'technician' }), record.id), 403, 'FORBIDDEN')
    await refuses(lab.correct(await (await openLaboratory(app)).caller(), record.id), 404, 'NOT_FOUND')
  })

  test('is held to the rules of a new record', async () => {
    const { lab, record, manager } = await approvedRecord()
    const outside = { nominal_value: '10', tolerance: '0.1', as_found_reading: '11' }
    await refuses(lab.correct(manager, record.id, { result: '' }), 422, 'FIELD_REQUIREMENTS_UNMET')
    await refuses(lab.correct(manager, record.id, outside), 422, 'PASS_OVER_TOLERANCE_REASON_REQUIRED')
    await refuses(
      lab.correct(manager, record.id, { performed_at: '2027-01-01T00:00:00Z' }),
      422,
      'VALIDATION_ERROR',
    )
    const standard = { reference_standard_asset_id: record.id }
    await refuses(lab.correct(manager, record.id, standard), 422, 'INVALID_REQUEST')
  })

  test('is possible after retirement, like approval and void, and changes nothing of the instrument', async () => {
    const { lab, instrument, record, manager, other } = await approvedRecord('review')
    const pending = await lab.calibrate(instrument.id, { result: 'FAIL' })
    await retireInstrument(app, manager, instrument.id, { reason: 'Worn out' })
    const before = await lab.read(instrument.id)
    await lab.approve(manager, pending.id)
    const correction = await lab.correct(manager, record.id)
    await lab.approve(other, correction.id)
    await lab.void(manager, pending.id)
    assert.equal((await lab.record(record.id)).status, 'superseded')
    assert.deepEqual(await lab.read(instrument.id), before)
  })
})
