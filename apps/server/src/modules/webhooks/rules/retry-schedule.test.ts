import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { assertProperty } from '@plumbline/testing'
import {
  DEFAULT_RETRY_DELAYS_SECONDS,
  nextAttemptAt,
  readRetryAfterMs,
  readRetryDelays,
  RETRY_HORIZON_MS,
} from './retry-schedule.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const HORIZON = START + RETRY_HORIZON_MS
const MIDDLE = 0.5
const failed = { attemptsMade: 1, failedAtMs: START, horizonAtMs: HORIZON, random: MIDDLE }

/** Offsets in seconds of all attempts of a delivery that never succeeds. */
function attempts(random: number, delaysSeconds?: readonly number[]): number[] {
  const offsets = [0]
  for (;;) {
    const failedAtMs = START + (offsets.at(-1) ?? 0) * 1000
    const custom = delaysSeconds === undefined ? {} : { delaysSeconds }
    const next = nextAttemptAt({ ...failed, ...custom, attemptsMade: offsets.length, failedAtMs, random })
    if (next === null) return offsets
    offsets.push((next - START) / 1000)
  }
}

test('a failing delivery is tried 11 times over 71 h 36 min and then exhausted', () => {
  const offsets = attempts(MIDDLE)
  assert.equal(offsets.length, 11)
  assert.deepEqual(offsets.slice(0, 5), [0, 5, 65, 365, 2165])
  assert.equal(offsets.at(-1), (71 * 60 + 36) * 60 + 5)
})

test('each delay is spread by a tenth to both sides', () => {
  for (const [index, seconds] of DEFAULT_RETRY_DELAYS_SECONDS.slice(0, -1).entries()) {
    const attempt = { ...failed, attemptsMade: index + 1 }
    assert.equal(nextAttemptAt({ ...attempt, random: 0 }), START + seconds * 900)
    const latest = nextAttemptAt({ ...attempt, random: 1 - Number.EPSILON })
    assert.ok(latest !== null && latest <= START + seconds * 1100)
  }
})

test('an attempt that would fall after the horizon is made at the horizon, and none follows it', () => {
  const last = { ...failed, attemptsMade: 9, failedAtMs: HORIZON - 1000 }
  assert.equal(nextAttemptAt(last), HORIZON)
  assert.equal(nextAttemptAt({ ...last, attemptsMade: 10, failedAtMs: HORIZON }), null)
  assert.equal(attempts(1 - Number.EPSILON).at(-1), RETRY_HORIZON_MS / 1000)
})

test('with any random numbers, attempts never pass the horizon or exceed the schedule', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  assertProperty(
    fc.property(random, (value) => {
      const offsets = attempts(value)
      assert.ok(offsets.length <= DEFAULT_RETRY_DELAYS_SECONDS.length + 1)
      assert.ok((offsets.at(-1) ?? 0) * 1000 <= RETRY_HORIZON_MS)
      assert.deepEqual(
        offsets,
        offsets.toSorted((one, other) => one - other),
      )
    }),
  )
})

test('Retry-After lengthens a delay up to twice, and never shortens it', () => {
  const second = { ...failed, attemptsMade: 2 }
  assert.equal(nextAttemptAt({ ...second, retryAfterMs: 90_000 }), START + 90_000)
  assert.equal(nextAttemptAt({ ...second, retryAfterMs: 3_600_000 }), START + 120_000)
  assert.equal(nextAttemptAt({ ...second, retryAfterMs: 1000 }), START + 60_000)
  assert.equal(nextAttemptAt({ ...second, retryAfterMs: null }), START + 60_000)
})

test('a schedule from the settings replaces the delays', () => {
  const delays = readRetryDelays('1, 2.5,0')
  assert.deepEqual(delays, [1, 2.5, 0])
  assert.deepEqual(attempts(MIDDLE, [1, 2.5, 0]), [0, 1, 3.5, 3.5])
  assert.deepEqual(readRetryDelays('259200'), [259_200])
  assert.deepEqual(readRetryDelays(`${'1,'.repeat(99)}1`), Array(100).fill(1))
})

test('a schedule that is not a list of seconds within the horizon is refused', () => {
  for (const text of [
    '',
    ',',
    '5,',
    'five',
    '-1',
    '1e3',
    '5;6',
    'Infinity',
    '259201',
    '1,259201',
    '1,'.repeat(100) + '1',
  ]) {
    const delays = readRetryDelays(text)
    assert.ok('refused' in delays, text)
  }
})

test('Retry-After is read as seconds and as each form of an HTTP date', () => {
  const now = Date.parse('1994-11-06T08:48:37Z')
  const minute = [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ]
  for (const date of minute) assert.equal(readRetryAfterMs(date, now), 60_000, date)
  assert.equal(readRetryAfterMs('120', now), 120_000)
  assert.equal(readRetryAfterMs(' 0 ', now), 0)
})

test('an absent, past or unreadable Retry-After asks for nothing', () => {
  assert.equal(readRetryAfterMs(undefined, START), null)
  const texts = ['', 'soon', '-5', '1.5', '+3', '99999999999', '2026-03-01T00:00:00Z']
  texts.push('Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 99 Nov 2094 08:49:37 GMT')
  texts.push('(x) Sun, 07 Nov 2094 08:49:37 GMT', 'Sun, 07 Nov 2094 08:49:37 GMT+1')
  for (const text of texts) assert.equal(readRetryAfterMs(text, START), null, text)
})
