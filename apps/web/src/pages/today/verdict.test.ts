import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Summary } from '@plumbline/contract'
import { isPlanEmpty, verdictOf } from './verdict.ts'

const quiet: Summary = {
  today: '2026-11-21',
  due_from: '2026-11-21',
  compliance: { NOT_CALIBRATED: 0, COMPLIANT: 40, WARNING: 0, NON_COMPLIANT: 0, OUT_FOR_CALIBRATION: 0 },
  sites: [],
  due_this_month: 0,
  overdue: 0,
  out_for_calibration: 0,
  quarantined: 0,
  unfit_standards: { failed: 0, quarantined: 0 },
  recent_activity: [],
  in_use: { overdue: 0, failed: 0, not_calibrated: 0, overdue_pending: 0, not_calibrated_pending: 0 },
  due_by_week: [{ week_start: '2026-11-16', count: 0 }],
  pending_approvals: 0,
}

test('the workspace is ready for an auditor if everything in use is in calibration and nothing is pending', () => {
  assert.deepEqual(verdictOf(quiet), { level: 'good', points: [] })
})

test('it is ready if what is overdue is not in use, or still in its grace period', () => {
  assert.equal(verdictOf({ ...quiet, overdue: 12, quarantined: 3 }).level, 'good')
})

test('work that waits is shown, and keeps no auditor away', () => {
  const week = [{ week_start: '2026-11-16', count: 4 }]
  assert.deepEqual(verdictOf({ ...quiet, pending_approvals: 2, due_by_week: week }), {
    level: 'soon',
    points: [
      { point: 'waiting', count: 2 },
      { point: 'dueThisWeek', count: 4 },
    ],
  })
})

test('it is not ready if anything in use has no valid calibration, and only that is shown', () => {
  for (const [member, point] of [
    ['overdue', 'overdue'],
    ['failed', 'failed'],
    ['not_calibrated', 'notCalibrated'],
  ] as const) {
    const verdict = verdictOf({ ...quiet, pending_approvals: 2, in_use: { ...quiet.in_use, [member]: 3 } })
    assert.deepEqual(verdict, { level: 'bad', points: [{ point, count: 3 }] })
  }
})

test('standards that failed or are quarantined are counted, whatever else there is to say', () => {
  const unfit = { ...quiet, unfit_standards: { failed: 1, quarantined: 2 } }
  assert.deepEqual(verdictOf(unfit), { level: 'soon', points: [{ point: 'unfitStandards', count: 3 }] })
  const { points } = verdictOf({ ...unfit, in_use: { ...quiet.in_use, overdue: 1 } })
  assert.deepEqual(
    points.map(({ point }) => point),
    ['overdue', 'unfitStandards'],
  )
})

test('overdue instruments whose calibration is pending approval are distinguished from those that were not calibrated', () => {
  const inUse = { overdue: 3, failed: 0, not_calibrated: 1, overdue_pending: 1, not_calibrated_pending: 1 }
  assert.deepEqual(verdictOf({ ...quiet, pending_approvals: 2, in_use: inUse }), {
    level: 'bad',
    points: [
      { point: 'overdue', count: 2 },
      { point: 'overduePending', count: 1 },
      { point: 'notCalibratedPending', count: 1 },
    ],
  })
})

test('a plan is empty when no instrument has a token', () => {
  const none = { NOT_CALIBRATED: 0, COMPLIANT: 0, WARNING: 0, NON_COMPLIANT: 0, OUT_FOR_CALIBRATION: 0 }
  assert.ok(isPlanEmpty({ ...quiet, compliance: none }))
  assert.ok(!isPlanEmpty({ ...quiet, compliance: { ...none, OUT_FOR_CALIBRATION: 1 } }))
})
