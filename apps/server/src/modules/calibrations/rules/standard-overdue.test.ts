import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardOverdue, type StandardInUse } from './standard-overdue.ts'

const good: StandardInUse = {
  inPlan: true,
  lastCalibrationAt: '2026-03-01T08:00:00.000Z',
  isUnfit: false,
  dueDate: '2027-03-01',
}

const cases: [string, Partial<StandardInUse>, string, boolean][] = [
  ['on its due date is still good', {}, '2027-03-01', false],
  ['a day after its due date is overdue', {}, '2027-03-02', true],
  ['before its last calibration is judged by that one', {}, '2026-01-01', false],
  ['that was never calibrated is due', { lastCalibrationAt: null, dueDate: null }, '2026-06-01', true],
  ['that failed is unfit from then on', { isUnfit: true, dueDate: '2026-03-01' }, '2026-03-01', true],
  [
    'that failed later was not known to be unfit',
    { isUnfit: true, dueDate: '2026-03-01' },
    '2026-02-28',
    false,
  ],
  ['that is outside the plan is never due', { inPlan: false, dueDate: null }, '2030-01-01', false],
]

for (const [title, state, usedOn, overdue] of cases) {
  test(`a standard used ${title}`, () => {
    assert.equal(standardOverdue({ ...good, ...state }, `${usedOn}T12:00:00.000Z`, usedOn), overdue)
  })
}
