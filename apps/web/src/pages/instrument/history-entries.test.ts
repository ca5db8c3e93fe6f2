import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityEntry, InstrumentCalibrationRecord } from '@plumbline/contract'
import { signOf, historyYears } from './history-entries.ts'

const record = (id: string, fields: Partial<InstrumentCalibrationRecord>) =>
  ({
    id,
    record_type: 'calibration',
    supersedes_id: null,
    voids_id: null,
    ...fields,
  }) as InstrumentCalibrationRecord

const change = (index: number, at: string, kind: string) => ({ index, at, kind }) as ActivityEntry

const yearOf = (instant: string) => instant.slice(0, 4)

test('records and changes are listed together, newest first, by year', () => {
  const years = historyYears(
    [
      record('a', { performed_at: '2024-03-01T10:00:00.000Z' }),
      record('b', { performed_at: '2026-03-01T10:00:00.000Z' }),
    ],
    [change(7, '2026-05-01T10:00:00.000Z', 'instrument.status_changed')],
    yearOf,
  )
  assert.deepEqual(
    years.map(({ year, entries }) => [year, entries.map(({ key }) => key)]),
    [
      ['2026', ['entry-7', 'b']],
      ['2024', ['a']],
    ],
  )
})

test('a correction and a void marker refer to the record that they replace or void', () => {
  const original = record('a', { performed_at: '2024-03-01T10:00:00.000Z' })
  const [year] = historyYears(
    [
      original,
      record('c', { performed_at: '2024-03-02T10:00:00.000Z', supersedes_id: 'a' }),
      record('v', { performed_at: '2024-03-03T10:00:00.000Z', record_type: 'void', voids_id: 'a' }),
    ],
    [],
    yearOf,
  )
  const [marker, correction] = year!.entries
  assert.ok(marker?.kind === 'void' && marker.voided === original)
  assert.ok(correction?.kind === 'calibration' && correction.corrects === original)
})

test('entries of the activity log about calibrations are not shown twice', () => {
  const years = historyYears([], [change(1, '2026-05-01T10:00:00.000Z', 'calibration.approved')], yearOf)
  assert.deepEqual(years, [])
})

test('a check mark is shown only for a record that is approved and did not fail', () => {
  const sign = (fields: Partial<InstrumentCalibrationRecord>) =>
    signOf(record('a', { approval_status: 'approved', result: 'PASS', ...fields }))
  assert.equal(sign({}), 'check')
  assert.equal(sign({ result: 'FAIL' }), 'close')
  assert.equal(sign({ result: 'DAMAGED' }), 'close')
  assert.equal(sign({ supersedes_id: 'b' }), 'edit')
  assert.equal(sign({ approval_status: 'pending' }), 'pending')
  assert.equal(sign({ approval_status: 'pending', supersedes_id: 'b' }), 'pending')
  assert.equal(sign({ approval_status: 'rejected' }), 'close')
})
