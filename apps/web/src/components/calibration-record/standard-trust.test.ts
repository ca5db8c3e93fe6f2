import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstrumentCalibrationRecord } from '@plumbline/contract'
import { standardTrust } from './standard-trust.ts'

const record = (id: string, year: number, fields: Partial<InstrumentCalibrationRecord> = {}) =>
  ({
    id,
    record_type: 'calibration',
    status: 'current',
    approval_status: 'approved',
    result: 'PASS',
    performed_at: `${year}-03-01T10:00:00.000Z`,
    nominal_value: '10 V',
    tolerance: '± 0.05 V',
    as_found_reading: '10.01 V',
    unit_of_measure: 'V',
    ...fields,
  }) as InstrumentCalibrationRecord

const trust = (...records: InstrumentCalibrationRecord[]) => {
  const { foundOut, lastGood } = standardTrust(records)
  return [foundOut?.id ?? null, lastGood?.id ?? null]
}

const outside = { as_found_reading: '10.2 V', result: 'PASS_WITH_ADJUSTMENT' }

test('a standard within tolerance is good since its last calibration', () => {
  assert.deepEqual(trust(record('a', 2024), record('b', 2025)), [null, 'b'])
})

test('one that was found out of tolerance, or failed, is in doubt since its previous passing calibration', () => {
  assert.deepEqual(trust(record('b', 2025, outside), record('a', 2024)), ['b', 'a'])
  const failed = record('c', 2026, { result: 'FAIL' })
  assert.deepEqual(trust(failed, record('b', 2025, outside), record('a', 2024)), ['c', 'b'])
  assert.deepEqual(trust(failed, record('b', 2025, { result: 'DAMAGED' }), record('a', 2024)), ['c', 'a'])
})

test('readings without a unit are in the unit that the standard had then', () => {
  const bare = { nominal_value: '10', tolerance: '0.05 V', as_found_reading: '10.2' }
  assert.deepEqual(trust(record('a', 2024), record('b', 2025, bare)), ['b', 'a'])
  const inMillivolts = record('b', 2025, { ...bare, unit_of_measure: 'mV' })
  assert.deepEqual(trust(record('a', 2024), inMillivolts), [null, 'b'])
})

test('records no longer in effect are ignored, and pending ones are not', () => {
  assert.deepEqual(trust(record('a', 2024), record('b', 2025, { ...outside, status: 'voided' })), [null, 'a'])
  const rejected = record('b', 2025, { ...outside, approval_status: 'rejected' })
  assert.deepEqual(trust(record('a', 2024), rejected), [null, 'a'])
  assert.deepEqual(trust(record('a', 2024), record('b', 2025, { ...outside, approval_status: 'pending' })), [
    'b',
    'a',
  ])
})

test('without records, the condition is unknown', () => {
  assert.deepEqual(trust(), [null, null])
  assert.deepEqual(trust(record('a', 2024, { result: 'FAIL' })), ['a', null])
})
