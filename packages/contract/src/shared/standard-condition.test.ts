import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  standardCondition,
  standardOverdue,
  type StandardCondition,
  type StandardInUse,
} from './standard-condition.ts'

const good: StandardInUse = {
  inPlan: true,
  lastCalibrationAt: '2026-03-01T08:00:00.000Z',
  isUnfit: false,
  dueDate: '2027-03-01',
  isQuarantined: false,
  isOutOfService: false,
  retiredAt: null,
}
const failed = { isUnfit: true, dueDate: '2026-03-01' }
const never = { lastCalibrationAt: null, dueDate: null }
const retired = { inPlan: false, retiredAt: '2026-06-01T08:00:00.000Z', dueDate: null }

const cases: [string, Partial<StandardInUse>, string, StandardCondition][] = [
  ['on its due date is still good', {}, '2027-03-01', 'valid'],
  ['a day after its due date is overdue', {}, '2027-03-02', 'overdue'],
  ['before its last calibration is judged by that one', {}, '2026-01-01', 'valid'],
  ['that was never calibrated is due', never, '2026-06-01', 'never_calibrated'],
  ['that failed is unfit from then on', failed, '2026-03-01', 'failed'],
  ['that failed later was not known to be unfit', failed, '2026-02-28', 'valid'],
  ['that is outside the plan is never due', { inPlan: false, dueDate: null }, '2030-01-01', 'valid'],
]

for (const [title, state, usedOn, condition] of cases) {
  test(`a standard used ${title}`, () => {
    const standard = { ...good, ...state }
    const usedAt = `${usedOn}T12:00:00.000Z`
    assert.equal(standardCondition(standard, usedAt, usedOn), condition)
    assert.equal(standardOverdue(standard, usedAt, usedOn), condition !== 'valid')
  })
}

const gravest: [string, Partial<StandardInUse>, string, StandardCondition][] = [
  ['that is quarantined is not called overdue', { isQuarantined: true }, '2027-03-02', 'quarantined'],
  ['that failed is not called quarantined', { ...failed, isQuarantined: true }, '2026-03-02', 'failed'],
  [
    'before the failure that put it into quarantine',
    { ...failed, isQuarantined: true },
    '2026-02-28',
    'valid',
  ],
  [
    'that is out of service says so first',
    { ...failed, isOutOfService: true },
    '2026-06-02',
    'out_of_service',
  ],
  ['that is retired says so first', { ...retired, isOutOfService: true }, '2026-06-02', 'retired'],
  ['before it was retired', retired, '2026-05-31', 'valid'],
]

for (const [title, state, usedOn, condition] of gravest) {
  test(`a standard used ${title}`, () => {
    assert.equal(standardCondition({ ...good, ...state }, `${usedOn}T12:00:00.000Z`, usedOn), condition)
  })
}
