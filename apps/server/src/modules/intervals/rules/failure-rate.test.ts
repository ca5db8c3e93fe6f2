import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likelyFailureRate } from './failure-rate.ts'

const ended = (inTolerance: boolean, length: number, count?: number) => ({
  inTolerance,
  length,
  ...(count !== undefined && { count }),
})

test('of intervals of one length the rate follows from the share that ended in tolerance', () => {
  // exp(-10 λ) is the share.
  for (const [kept, failed] of [
    [3, 1],
    [1, 1],
    [9, 1],
    [1, 6],
  ] as const) {
    const expected = -Math.log(kept / (kept + failed)) / 10
    const counted = likelyFailureRate([ended(true, 10, kept), ended(false, 10, failed)])
    const single = [
      ...Array.from({ length: kept }, () => ended(true, 10)),
      ...Array.from({ length: failed }, () => ended(false, 10)),
    ]
    assert.ok(Math.abs(counted / expected - 1) < 1e-12, `${kept} of ${kept + failed}: ${counted}`)
    assert.ok(Math.abs(likelyFailureRate(single) / counted - 1) < 1e-12)
  }
})

test('a longer interval in tolerance gives a lower rate, and one found out of tolerance sooner a higher one', () => {
  const rate = likelyFailureRate([ended(true, 12), ended(false, 12)])
  assert.ok(likelyFailureRate([ended(true, 24), ended(false, 12)]) < rate)
  assert.ok(likelyFailureRate([ended(true, 12), ended(false, 6)]) > rate)
})

test('without a failure the rate is 0, and without a success it has no bound', () => {
  assert.equal(likelyFailureRate([]), 0)
  assert.equal(likelyFailureRate([ended(true, 12), ended(true, 6, 4)]), 0)
  assert.equal(likelyFailureRate([ended(false, 12), ended(false, 6)]), Infinity)
})
