import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory, type Laboratory } from '../../../../test/calibrating.ts'
import { changeStatus, extendDueDate, setQuarantine } from '../../instruments/index.ts'

const app = await sharedTestApp()

const day = (date: string) => ({ performed_at: `${date}T08:00:00Z` })
const scheduleOf = async (lab: Laboratory, instrumentId: string) => {
  const { last_calibration_at, next_due_at, compliance_status, is_quarantined, status } =
    await lab.read(instrumentId)
  return [
    last_calibration_at?.slice(0, 10),
    next_due_at?.slice(0, 10),
    compliance_status,
    is_quarantined,
    status,
  ]
}

describe('the basis', () => {
  test('is the last approved record by performance, and the due date follows from it', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    await lab.calibrate(id, day('2026-05-31'))
    assert.deepEqual(await scheduleOf(lab, id), ['2026-05-31', '2027-05-31', 'COMPLIANT', false, 'active'])
    await lab.calibrate(id, { ...day('2026-04-01'), result: 'FAIL' })
    assert.deepEqual(await scheduleOf(lab, id), ['2026-05-31', '2027-05-31', 'COMPLIANT', false, 'active'])
    await lab.calibrate(id, { ...day('2026-06-01'), result: 'LIMITED_CALIBRATION' })
    assert.deepEqual(await scheduleOf(lab, id), ['2026-06-01', '2027-06-01', 'COMPLIANT', false, 'active'])
  })

  test('a back-dated record that does not count moves no version of the instrument', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    await lab.calibrate(id, day('2026-05-31'))
    const before = await lab.read(id)
    app.clock.advance(1000)
    await lab.events()
    await lab.calibrate(id, day('2026-04-01'))
    assert.deepEqual(await lab.read(id), before)
    const emitted = (await lab.events()).map(({ type }) => type).toSorted()
    assert.deepEqual(emitted, ['calibration.approved', 'calibration.created'])
  })

  test('moves updated_at of the instrument to the instant of the record', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    app.clock.advance(1000)
    const record = await lab.calibrate(id)
    assert.equal((await lab.read(id)).updated_at, record.created_at)
  })

  test('of equal times is the one appended later, and a correction keeps the position of its chain', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const first = await lab.calibrate(id, { ...day('2026-05-01'), result: 'PASS' })
    await lab.calibrate(id, { ...day('2026-05-01'), result: 'FAIL' })
    assert.equal((await lab.read(id)).compliance_status, 'NON_COMPLIANT')
    await lab.correct(manager, first.id, { result: 'LIMITED_CALIBRATION' })
    assert.equal((await lab.read(id)).compliance_status, 'NON_COMPLIANT')
  })

  test('falls back to the next older record when it is voided, and to none after the last', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const never = await scheduleOf(lab, id)
    const first = await lab.calibrate(id, day('2026-03-01'))
    const before = await scheduleOf(lab, id)
    const second = await lab.calibrate(id, { ...day('2026-05-01'), result: 'FAIL' })
    assert.deepEqual(await scheduleOf(lab, id), ['2026-05-01', '2026-05-01', 'NON_COMPLIANT', true, 'active'])
    await lab.void(manager, second.id)
    assert.deepEqual(await scheduleOf(lab, id), before)
    await lab.void(manager, first.id)
    assert.deepEqual(await scheduleOf(lab, id), never)
  })

  test('carries its due extension over to its correction', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const record = await lab.calibrate(id, day('2026-01-15'))
    await extendDueDate(app, manager, id, { until: '2027-03-01', reason: 'Line stop' })
    const correction = await lab.correct(manager, record.id)
    assert.equal((await lab.read(id)).due_extension.until, '2027-03-01')
    const again = await lab.correct(manager, correction.id)
    assert.equal((await lab.read(id)).due_extension.until, '2027-03-01')
    const next = await lab.calibrate(id, day('2026-02-15'))
    assert.equal((await lab.read(id)).due_extension, null)
    await lab.void(manager, next.id)
    assert.equal((await lab.read(id)).due_extension.until, '2027-03-01')
    await lab.void(manager, again.id)
    assert.deepEqual([(await lab.read(id)).due_extension, (await lab.read(id)).next_due_at], [null, null])
  })
})

describe('a quarantine', () => {
  test('is set by a failed basis and cleared by a passed one, not by a limited one', async () => {
    const lab = await openLaboratory(app)
    const { id } = await lab.instrument()
    const quarantined = async (result: string, date: string) => {
      await lab.calibrate(id, { ...day(date), result })
      return (await lab.read(id)).is_quarantined
    }
    assert.equal(await quarantined('FAIL', '2026-01-01'), true)
    assert.equal(await quarantined('LIMITED_CALIBRATION', '2026-01-02'), true)
    assert.equal(await quarantined('PASS_WITH_ADJUSTMENT', '2026-01-03'), false)
    assert.equal(await quarantined('DAMAGED', '2026-01-04'), true)
    assert.equal(await quarantined('PASS', '2026-01-05'), false)
    assert.equal(await quarantined('FAIL', '2026-01-04'), false)
  })

  test('waits for the approval of the record', async () => {
    const lab = await openLaboratory(app)
    await lab.settings({ approvalPolicy: 'review' })
    const { id } = await lab.instrument()
    const record = await lab.calibrate(id, { result: 'FAIL' })
    assert.equal((await lab.read(id)).is_quarantined, false)
    await lab.approve(await lab.caller(), record.id)
    assert.equal((await lab.read(id)).is_quarantined, true)
  })

  test('ends when the record that caused it is voided, also once another record counts', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const failed = await lab.calibrate(id, { ...day('2026-01-01'), result: 'FAIL' })
    await lab.calibrate(id, { ...day('2026-02-01'), result: 'LIMITED_CALIBRATION' })
    assert.equal((await lab.read(id)).is_quarantined, true)
    await lab.void(manager, failed.id)
    assert.equal((await lab.read(id)).is_quarantined, false)
  })

  test('ends when the failure turns out to be none', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const failed = await lab.calibrate(id, { ...day('2026-01-01'), result: 'FAIL' })
    const still = await lab.correct(manager, failed.id, { result: 'DAMAGED' })
    assert.equal((await lab.read(id)).is_quarantined, true)
    await lab.correct(manager, still.id, { result: 'LIMITED_CALIBRATION' })
    assert.equal((await lab.read(id)).is_quarantined, false)
  })

  test('is restored when the mistaken pass that lifted it is voided', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const failed = await lab.calibrate(id, { ...day('2026-01-01'), result: 'FAIL' })
    const mistaken = await lab.calibrate(id, day('2026-02-01'))
    assert.equal((await lab.read(id)).is_quarantined, false)
    await lab.void(manager, mistaken.id)
    assert.equal((await lab.read(id)).is_quarantined, true)
    await lab.void(manager, failed.id)
    assert.equal((await lab.read(id)).is_quarantined, false)
  })

  test('is restored when the mistaken pass is replaced by a correction performed before the failure', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    await lab.calibrate(id, { ...day('2026-01-05'), result: 'FAIL' })
    const mistaken = await lab.calibrate(id, day('2026-02-01'))
    await lab.correct(manager, mistaken.id, { ...day('2026-01-02'), result: 'PASS' })
    assert.equal((await lab.read(id)).is_quarantined, true)
  })

  test('is restored under a limited calibration that was recorded after the failure', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    await lab.calibrate(id, { ...day('2026-01-01'), result: 'FAIL' })
    await lab.calibrate(id, { ...day('2026-02-01'), result: 'LIMITED_CALIBRATION' })
    const mistaken = await lab.calibrate(id, day('2026-03-01'))
    await lab.void(manager, mistaken.id)
    assert.equal((await lab.read(id)).is_quarantined, true)
  })

  test('of a failed record ends when a pass before it is the basis again', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    await lab.calibrate(id, day('2026-01-01'))
    const mistaken = await lab.calibrate(id, { ...day('2026-02-01'), result: 'FAIL' })
    await lab.void(manager, mistaken.id)
    assert.equal((await lab.read(id)).is_quarantined, false)
  })

  test('that a manager set is kept through passes, failures and their voids until a manager clears it', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    await setQuarantine(app, manager, id, { isQuarantined: true, reason: 'Dropped' })
    await lab.calibrate(id, day('2026-01-01'))
    assert.equal((await lab.read(id)).is_quarantined, true)
    const failed = await lab.calibrate(id, { ...day('2026-02-01'), result: 'FAIL' })
    await lab.void(manager, failed.id)
    assert.equal((await lab.read(id)).is_quarantined, true)
    await setQuarantine(app, manager, id, { isQuarantined: false, reason: 'Checked' })
    assert.equal((await lab.read(id)).is_quarantined, false)
  })

  test('that a manager cleared is not set again until another record becomes the basis', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    await lab.calibrate(id, { ...day('2026-02-01'), result: 'FAIL' })
    await setQuarantine(app, manager, id, { isQuarantined: false, reason: 'Used for rough work' })
    const older = await lab.calibrate(id, { ...day('2026-01-01'), result: 'DAMAGED' })
    await lab.void(manager, older.id)
    assert.equal((await lab.read(id)).is_quarantined, false)
    await lab.calibrate(id, { ...day('2026-03-01'), result: 'FAIL' })
    assert.equal((await lab.read(id)).is_quarantined, true)
  })

  test('that a manager set outlives the void of another record', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const { id } = await lab.instrument()
    const record = await lab.calibrate(id, day('2026-01-01'))
    await setQuarantine(app, manager, id, { isQuarantined: true, reason: 'Dropped' })
    await lab.void(manager, record.id)
    assert.equal((await lab.read(id)).is_quarantined, true)
  })
})

describe('an instrument that is out for calibration', () => {
  async function sentOut(timeZone: string, sentAt: string) {
    app.clock.set(sentAt)
    const lab = await openLaboratory(app, { timeZone })
    const { id } = await lab.instrument()
    const manager = await lab.caller()
    await changeStatus(app, manager, id, { status: 'in_service', reason: 'In use' })
    await changeStatus(app, manager, id, { status: 'OUT_FOR_CALIBRATION', reason: 'To the provider' })
    await lab.events()
    return { lab, id, manager }
  }

  test('returns with a record of that day or later, whatever the result', async () => {
    const { lab, id } = await sentOut('UTC', '2026-11-10T20:00:00Z')
    await lab.calibrate(id, { performed_at: '2026-11-10T01:00:00Z', result: 'FAIL' })
    assert.equal((await lab.read(id)).status, 'in_service')
    const moved = (await lab.events()).find(({ type }) => type === 'instrument.status_changed')
    assert.equal(moved?.data.previous_status, 'OUT_FOR_CALIBRATION')
  })

  test('stays out for a record of a day before, in the zone of the workspace', async () => {
    // In Auckland it is 11 November already.
    const { lab, id } = await sentOut('Pacific/Auckland', '2026-11-10T20:00:00Z')
    await lab.calibrate(id, { performed_at: '2026-11-10T10:59:59Z' })
    assert.equal((await lab.read(id)).status, 'OUT_FOR_CALIBRATION')
    assert.equal((await lab.read(id)).compliance_status, 'OUT_FOR_CALIBRATION')
    await lab.calibrate(id, { performed_at: '2026-11-10T11:00:00Z' })
    assert.equal((await lab.read(id)).status, 'in_service')
  })

  test('stays out while the record waits, and for one that does not become the basis', async () => {
    const { lab, id, manager } = await sentOut('UTC', '2026-11-10T08:00:00Z')
    await lab.settings({ approvalPolicy: 'review' })
    const later = await lab.calibrate(id, { performed_at: '2026-11-10T12:00:00Z' })
    const earlier = await lab.calibrate(id, { performed_at: '2026-11-10T10:00:00Z' })
    assert.equal((await lab.read(id)).status, 'OUT_FOR_CALIBRATION')
    await lab.approve(manager, later.id)
    await changeStatus(app, manager, id, { status: 'OUT_FOR_CALIBRATION', reason: 'Again' })
    await lab.approve(manager, earlier.id)
    assert.equal((await lab.read(id)).status, 'OUT_FOR_CALIBRATION')
  })
})

describe('a starting record', () => {
  test('determines last_calibration_date: approved, a pass, and marked as not measured', async () => {
    const lab = await openLaboratory(app)
    await lab.settings({ approvalPolicy: 'review', requiresElectronicSignature: true })
    const instrument = await lab.instrument({ last_calibration_date: '2026-05-12T08:30:00.999999Z' })
    const { data } = (await app.call('GET', `/instruments/${instrument.id}/calibrations`, { key: lab.key }))
      .body
    assert.equal(data.length, 1)
    const [record] = data
    assert.deepEqual(
      [record.result, record.approval_status, record.status, record.is_starting_record, record.performed_at],
      ['PASS', 'approved', 'current', true, '2026-05-12T08:30:00.999Z'],
    )
    assert.match(record.notes, /no measurement/)
    assert.deepEqual([record.created_at, record.calibration_type], [instrument.created_at, null])
    assert.equal(instrument.last_calibration_at, record.performed_at)
    assert.deepEqual(
      (await lab.events()).map(({ type }) => type),
      ['instrument.created'],
    )
  })

  test('can be corrected into an ordinary record, and voided', async () => {
    const lab = await openLaboratory(app)
    const manager = await lab.caller()
    const body = { last_calibration_date: '2026-05-12T08:30:00Z' }
    const [one, other] = [await lab.instrument(body), await lab.instrument(body)]
    const startOf = async (instrumentId: string) =>
      (await app.call('GET', `/instruments/${instrumentId}/calibrations`, { key: lab.key })).body.data[0]
    const correction = await lab.correct(manager, (await startOf(one.id)).id, { result: 'FAIL' })
    assert.deepEqual([correction.is_starting_record, correction.status], [false, 'current'])
    assert.equal((await lab.read(one.id)).compliance_status, 'NON_COMPLIANT')
    await lab.void(manager, (await startOf(other.id)).id)
    assert.equal((await lab.read(other.id)).compliance_status, 'NOT_CALIBRATED')
  })
})
