import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedTestApp } from '../../../../test/app.ts'
import { openLaboratory } from '../../../../test/calibrating.ts'
import { projections } from '../../../projections.ts'
import { verifyLedger } from '../../ledger/index.ts'

const app = await sharedTestApp()

const performed_at = '2026-01-15T12:00:00.000Z'

test('an earlier due date that a record states itself is that of its instrument while the record is its basis', async () => {
  const lab = await openLaboratory(app)
  const manager = await lab.caller()
  const { id } = await lab.instrument()
  const due = async () => (await lab.read(id)).next_due_at?.slice(0, 10)
  const plain = await lab.calibrate(id, { performed_at: '2026-01-10T12:00:00.000Z' })
  const byInterval = await due()
  const stated = await lab.calibrate(id, { performed_at, next_due_date: '2026-07-01' })
  assert.deepEqual([plain.next_due_date, stated.next_due_date], [null, '2026-07-01'])
  assert.equal(await due(), '2026-07-01')
  const corrected = await lab.correct(manager, stated.id, { performed_at, next_due_date: '2026-08-01' })
  assert.equal(await due(), '2026-08-01')
  await app.call('PATCH', `/instruments/${id}`, {
    key: lab.key,
    body: { calibration_interval_value: 1, calibration_interval_change_reason: 'drift' },
  })
  assert.equal(await due(), '2026-02-15')
  await app.call('PATCH', `/instruments/${id}`, {
    key: lab.key,
    body: { calibration_interval_value: 12, calibration_interval_change_reason: 'drift' },
  })
  await lab.void(manager, corrected.id)
  assert.equal(await due(), byInterval)
  const { fault, rowFaults } = await verifyLedger({ ...app.parts, projections }, lab.id)
  assert.deepEqual([fault, rowFaults], [null, []])
})

test('a record cannot state a due date on or before its day, or later than the interval gives', async () => {
  const lab = await openLaboratory(app)
  const { id } = await lab.instrument()
  for (const next_due_date of ['2026-01-15', '2027-01-16', '15.01.2027']) {
    const { status, body } = await lab.send(id, { result: 'PASS', performed_at, next_due_date })
    assert.deepEqual([status, body.details.errors[0].loc], [422, ['body', 'next_due_date']])
  }
})

test('a correction may repeat the due date of its record, whatever the interval is now', async () => {
  const lab = await openLaboratory(app)
  const manager = await lab.caller()
  const { id } = await lab.instrument()
  const record = await lab.calibrate(id, { performed_at, next_due_date: '2026-10-01' })
  const change = { calibration_interval_value: 6, calibration_interval_change_reason: 'drift' }
  await app.call('PATCH', `/instruments/${id}`, { key: lab.key, body: change })
  const correction = await lab.correct(manager, record.id, { performed_at, next_due_date: '2026-10-01' })
  assert.equal(correction.next_due_date, '2026-10-01')
})
