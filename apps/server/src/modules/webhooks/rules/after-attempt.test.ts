import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryStatus } from '@plumbline/contract'
import { afterAttempt, countExhausted, isToBeDisabled } from './after-attempt.ts'

const HORIZON_MS = 259_200_000
const failed = { succeeded: false, endedAtMs: 1000, retryAfterMs: null, random: 0.5 }
const fresh = { attemptCount: 0, scheduleAttempts: 0, horizonAtMs: HORIZON_MS }

test('a success resolves the delivery', () => {
  assert.deepEqual(afterAttempt(fresh, { ...failed, succeeded: true }), {
    status: 'succeeded',
    attemptCount: 1,
    scheduleAttempts: 1,
    nextAttemptAtMs: null,
  })
})

test('a failure plans the next attempt', () => {
  assert.deepEqual(afterAttempt(fresh, failed), {
    status: 'failed',
    attemptCount: 1,
    scheduleAttempts: 1,
    nextAttemptAtMs: 6000,
  })
})

test('after a manual retry the schedule counts from its beginning, the attempts go on', () => {
  const replayed = { ...fresh, attemptCount: 11 }
  assert.deepEqual(afterAttempt(replayed, failed), {
    status: 'failed',
    attemptCount: 12,
    scheduleAttempts: 1,
    nextAttemptAtMs: 6000,
  })
})

test('the last failure of the schedule, or one past the horizon, exhausts the delivery', () => {
  const last = afterAttempt(
    { ...fresh, attemptCount: 1, scheduleAttempts: 1 },
    { ...failed, delaysSeconds: [1] },
  )
  assert.deepEqual([last.status, last.nextAttemptAtMs], ['exhausted', null])
  const late = afterAttempt(fresh, { ...failed, endedAtMs: HORIZON_MS })
  assert.deepEqual([late.status, late.nextAttemptAtMs], ['exhausted', null])
})

const RUNS: readonly [string, readonly DeliveryStatus[], boolean][] = [
  ['five exhausted', Array<DeliveryStatus>(5).fill('exhausted'), true],
  ['four exhausted', Array<DeliveryStatus>(4).fill('exhausted'), false],
  [
    'failures that are retried between them',
    ['exhausted', 'failed', 'exhausted', 'exhausted', 'failed', 'exhausted', 'exhausted'],
    true,
  ],
  [
    'a success among them',
    ['exhausted', 'exhausted', 'exhausted', 'succeeded', 'exhausted', 'exhausted'],
    false,
  ],
]

for (const [title, statuses, expected] of RUNS) {
  test(`after ${title} an endpoint is ${expected ? '' : 'not '}disabled`, () => {
    assert.equal(isToBeDisabled(statuses.reduce(countExhausted, 0)), expected)
  })
}

test('a success resets the count of exhausted deliveries, and unresolved ones do not change it', () => {
  const counts = (['succeeded', 'exhausted', 'failed', 'pending'] as DeliveryStatus[]).map((status) =>
    countExhausted(3, status),
  )
  assert.deepEqual(counts, [0, 4, 3, 3])
  assert.deepEqual([4, 5, 6].map(isToBeDisabled), [false, true, true])
})
