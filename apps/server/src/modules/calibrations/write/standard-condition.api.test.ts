import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Body, type Laboratory } from '../../../../test/calibrating.ts'
import { signInAs } from '../../../../test/session.ts'
import { changeStatus, retireInstrument } from '../../instruments/index.ts'
import { findSnapshot } from '../read-store.ts'

const app = await sharedTestApp()
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

  test('is stored with the record, whatever happens to the standard', async () => {
    const { id } = await standard()
    await quarantine(id)
    const record = await use(id)
    await quarantine(id, false)
    assert.equal((await lab.record(record.id)).reference_standard_condition, 'quarantined')
    const frozen = await findSnapshot(app.db.in(lab.id), record.id)
    assert.equal(frozen!.reference_standard!.condition, 'quarantined')
  })

  test('is kept by a correction with the same standard and time, with all that was frozen', async () => {
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

  test('has a reason if the app sends one, and requires none', async () => {
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

describe('where the workspace asks for a justification', async () => {
  const strict = await openLaboratory(app)
  await strict.settings({ requiresStandardJustification: true })
  const person = await signInAs(app, strict, 'manager')
  const owned = (body: Body = {}): Promise<{ id: string }> =>
    strict.instrument({ is_reference_standard: true, ...body })
  /** A standard that is valid, with or without a certificate. */
  const calibrated = async (certificate: Body = {}) => {
    const { id } = await owned()
    await strict.calibrate(id, { performed_at: daysAgo(30), ...certificate })
    return id
  }
  let sent = 0
  const enter = async (body: Body) => {
    const { id } = await strict.instrument()
    return person.call('POST', `/instruments/${id}/calibrations`, {
      body: { result: 'PASS', ...body },
      headers: { 'idempotency-key': `justified-${(sent += 1)}` },
    })
  }
  const assertAsked = async (body: Body, names: string) => {
    const { status, body: refused } = await enter(body)
    assert.deepEqual([status, refused.code], [422, 'VALIDATION_ERROR'], JSON.stringify(refused))
    const [error] = refused.details.errors
    assert.deepEqual([error.loc, error.type], [['body', 'reference_standard_reason'], 'missing'])
    assert.ok(error.msg.includes(names), error.msg)
    const reasoned = await enter({ ...body, reference_standard_reason: 'Checked against the spare set.' })
    assert.equal(reasoned.status, 201, JSON.stringify(reasoned.body))
    return reasoned.body
  }
  const assertTaken = async (body: Body) => {
    const { status, body: record } = await enter(body)
    assert.deepEqual([status, record.reference_standard_reason], [201, null], JSON.stringify(record))
    return record
  }
  const point = (id: string): Body => ({
    measurements: [
      { nominal: { value: '10.000', unit: 'mm' }, as_found: { readings: ['10.001'] }, standard_asset_id: id },
    ],
  })

  test('the app warns of a standard that was unfit or has no certificate, and accepts a record with the reason', async () => {
    const overdue = await owned({ asset_tag: 'REF-OLD', last_calibration_date: daysAgo(800) })
    const record = await assertAsked({ reference_standard_asset_id: overdue.id }, 'REF-OLD')
    assert.deepEqual(
      [record.reference_standard_condition, record.reference_standard_reason],
      ['overdue', 'Checked against the spare set.'],
    )
    const chain = await person.call('GET', `/instruments/${record.instrument_id}/traceability`)
    assert.equal(chain.body.records[0].reference_standard_reason, 'Checked against the spare set.')
    const bare = await calibrated()
    const { asset_tag: tag } = await strict.read(bare)
    await assertAsked({ reference_standard_asset_id: bare }, tag)
    await assertAsked({ reference_standard: 'Steel rule' }, 'Steel rule')
    await assertAsked(point(bare), tag)
    await assertAsked({ reference_standard_asset_id: bare, reference_standard_reason: ' ' }, tag)
  })

  test('no reason is required for a valid standard with a certificate, for standards of a provider, or over the public API', async () => {
    const good = await calibrated({ certificate_number: 'D-K-1' })
    await assertTaken({ reference_standard_asset_id: good })
    await assertTaken(point(good))
    const bare = await calibrated()
    await assertTaken({ reference_standard_asset_id: bare, reference_standard_certificate_number: 'D-K-2' })
    await assertTaken({ reference_standard: 'Steel rule', reference_standard_certificate_number: 'D-K-3' })
    await assertTaken({
      calibration_type: 'external_certificate',
      certificate_number: 'D-K-4',
      performed_at: daysAgo(1),
    })
    const overKey = await use(bare, {}, strict)
    assert.equal(overKey.reference_standard_reason, null)
  })

  test('a correction is checked for standards that the record did not name', async () => {
    const bare = await calibrated()
    const before = await use(bare, {}, strict)
    const correct = (id: string, body: Body) =>
      person.call('POST', `/calibrations/${id}/correct`, {
        body: { result: 'PASS', correction_reason: 'Mistyped', notes: 'x', ...body },
      })
    const same = await correct(before.id, { reference_standard_asset_id: bare })
    assert.equal(same.status, 201, JSON.stringify(same.body))
    const other = { reference_standard_asset_id: await calibrated() }
    const refused = await correct(same.body.id, other)
    assert.deepEqual([refused.status, refused.body.code], [422, 'VALIDATION_ERROR'])
    const reasoned = await correct(same.body.id, { ...other, reference_standard_reason: 'Only one there' })
    assert.deepEqual([reasoned.status, reasoned.body.reference_standard_reason], [201, 'Only one there'])
  })
})
