import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instrumentStatuses, type InstrumentStatus } from '@plumbline/contract'
import { complianceToken, type ComplianceInput } from './compliance-token.ts'

const calibrated: ComplianceInput = {
  status: 'active',
  basis: { result: 'PASS' },
  dueDate: '2026-06-15',
  graceDays: null,
  warningDays: 30,
  today: '2026-01-01',
}
const uncalibrated = { ...calibrated, basis: null, dueDate: null }
const failed = { ...calibrated, basis: { result: 'FAIL' }, dueDate: '2025-12-31' }

test('the token turns on the very day', () => {
  const cases: [today: string, graceDays: number | null, token: string][] = [
    ['2026-05-15', null, 'COMPLIANT'],
    ['2026-05-16', null, 'WARNING'],
    ['2026-06-15', null, 'WARNING'],
    ['2026-06-16', null, 'NON_COMPLIANT'],
    ['2026-06-16', 0, 'NON_COMPLIANT'],
    ['2026-06-16', 5, 'WARNING'],
    ['2026-06-20', 5, 'WARNING'],
    ['2026-06-21', 5, 'NON_COMPLIANT'],
  ]
  for (const [day, graceDays, token] of cases) {
    assert.equal(complianceToken({ ...calibrated, today: day, graceDays }), token, `${day} ${graceDays}`)
  }
})

test('a calibrated instrument without a due date is a fault of the caller', () => {
  assert.throws(() => complianceToken({ ...calibrated, dueDate: null }), /without a due date/)
})

test('without warning days the due date itself still warns', () => {
  const input = { ...calibrated, warningDays: 0 }
  assert.equal(complianceToken({ ...input, today: '2026-06-14' }), 'COMPLIANT')
  assert.equal(complianceToken({ ...input, today: '2026-06-15' }), 'WARNING')
})

test('the first rule that fits decides', () => {
  const cases: [status: InstrumentStatus, input: ComplianceInput, token: string | null][] = [
    ['retired', failed, null],
    ['REFERENCE_ONLY', uncalibrated, null],
    ['OUT_FOR_CALIBRATION', uncalibrated, 'OUT_FOR_CALIBRATION'],
    ['OUT_FOR_CALIBRATION', failed, 'OUT_FOR_CALIBRATION'],
    ['active', uncalibrated, 'NOT_CALIBRATED'],
    ['in_service', failed, 'NON_COMPLIANT'],
    ['out_of_service', calibrated, 'COMPLIANT'],
  ]
  for (const [status, input, token] of cases) assert.equal(complianceToken({ ...input, status }), token)
})

test('a failed basis is not compliant even within a later due date', () => {
  for (const result of ['FAIL', 'DAMAGED']) {
    assert.equal(complianceToken({ ...calibrated, basis: { result } }), 'NON_COMPLIANT')
  }
  for (const result of ['PASS', 'PASS_WITH_ADJUSTMENT', 'LIMITED_CALIBRATION']) {
    assert.equal(complianceToken({ ...calibrated, basis: { result } }), 'COMPLIANT')
  }
})

test('only retired and reference-only instruments have no token', () => {
  for (const status of instrumentStatuses) {
    const hasNone = status === 'retired' || status === 'REFERENCE_ONLY'
    assert.equal(complianceToken({ ...calibrated, status }) === null, hasNone, status)
  }
})

test('grace beyond the last day of the calendar never ends', () => {
  const input = { ...calibrated, dueDate: '9999-12-31', graceDays: 3650, today: '9999-12-31' }
  assert.equal(complianceToken(input), 'WARNING')
})
