import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankOf, standardFaults, type StandardFacts } from './standard-faults.ts'

const GOOD: StandardFacts = {
  condition: 'valid',
  failurePending: false,
  isCircle: false,
  lacksCertificate: false,
}

test('objections to a standard are listed with its certificate, most serious first', () => {
  const cases: readonly (readonly [facts: Partial<StandardFacts>, faults: readonly string[]])[] = [
    [{}, []],
    [{ condition: null }, []],
    [{ lacksCertificate: true }, ['no_certificate']],
    [{ condition: 'never_calibrated', lacksCertificate: true }, ['never_calibrated']],
    [{ condition: 'failed', failurePending: true }, ['failed']],
    [
      { condition: 'overdue', failurePending: true, isCircle: true, lacksCertificate: true },
      ['failure_pending', 'overdue', 'circle', 'no_certificate'],
    ],
  ]
  for (const [facts, faults] of cases) assert.deepEqual(standardFaults({ ...GOOD, ...facts }), faults)
})

test('a standard of unknown condition is listed after suitable ones and before those with serious faults', () => {
  const ranks = [
    rankOf([], true),
    rankOf([], false),
    rankOf(['no_certificate'], true),
    rankOf(undefined, true),
    rankOf(undefined, false),
    rankOf(['overdue'], true),
    rankOf(['overdue', 'no_certificate'], false),
  ]
  assert.deepEqual(ranks, [0, 1, 2, 4, 5, 6, 7])
})
