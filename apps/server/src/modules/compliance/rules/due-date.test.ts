import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { intervalUnits } from '@plumbline/contract'
import { assertProperty } from '@plumbline/testing'
import vectors from '../../../../test/vectors/due-date.json' with { type: 'json' }
import { computedDueDate, dueDate } from './due-date.ts'
import { localDate, startOfDay } from './local-date.ts'

for (const vector of vectors) {
  test(`vector ${vector.id}: ${vector.note}`, () => {
    const { performed_at: performedAt, time_zone: timeZone, interval_value: value } = vector
    const unit = intervalUnits.find((each) => each === vector.interval_unit)
    assert.ok(unit)
    const due = dueDate({ performedAt, timeZone, interval: { value, unit } })
    assert.equal(localDate(performedAt, timeZone), vector.local_date)
    assert.equal(due, vector.due_date)
    assert.equal(startOfDay(due, timeZone), vector.due_at.replace('Z', '.000Z'))
  })
}

const input = { performedAt: '2025-06-15T23:30:00Z', timeZone: 'Asia/Tokyo' }

test('the longest intervals end on the last day there is', () => {
  for (const unit of ['months', 'years'] as const) {
    assert.equal(dueDate({ ...input, interval: { value: 100_000, unit } }), '9999-12-31')
  }
  const late = { ...input, performedAt: '9999-12-31T23:59:59.999Z' }
  for (const unit of intervalUnits) {
    assert.equal(dueDate({ ...late, interval: { value: 100_000, unit } }), '9999-12-31')
  }
})

test('a failed or damaged instrument is due on the day of the record', () => {
  const interval = { value: 12, unit: 'months' } as const
  for (const result of ['FAIL', 'DAMAGED']) {
    assert.equal(computedDueDate({ ...input, interval, result }), '2025-06-16')
  }
  for (const result of ['PASS', 'PASS_WITH_ADJUSTMENT', 'LIMITED_CALIBRATION']) {
    assert.equal(computedDueDate({ ...input, interval, result }), '2026-06-16')
  }
})

test('a due date that the record states applies if it is the earlier one, unless the record fails', () => {
  const interval = { value: 12, unit: 'months' } as const
  const due = (stated: string, result = 'PASS') => computedDueDate({ ...input, interval, result, stated })
  assert.deepEqual(
    [due('2026-01-15'), due('2027-01-01'), due('2026-01-15', 'FAIL')],
    ['2026-01-15', '2026-06-16', '2025-06-16'],
  )
})

test('a later calibration never makes the due date earlier', () => {
  // From 2012 on no zone of these falls back across midnight, which would set the calendar back a day.
  const instants = fc.date({
    min: new Date('2012-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia')
  const intervals = fc.record({
    value: fc.integer({ min: 1, max: 100_000 }),
    unit: fc.constantFrom(...intervalUnits),
  })
  assertProperty(
    fc.property(instants, instants, zones, intervals, (a, b, timeZone, interval) => {
      const [earlier, later] = a <= b ? [a, b] : [b, a]
      const due = (performedAt: Date) => dueDate({ performedAt, timeZone, interval })
      assert.ok(due(earlier) <= due(later))
      assert.ok(due(earlier) > localDate(earlier, timeZone))
    }),
  )
})
