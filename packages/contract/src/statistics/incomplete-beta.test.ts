import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incompleteBeta } from './incomplete-beta.ts'

test('the function is 0 and 1 at the ends of its range', () => {
  assert.deepEqual([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)], [0, 1])
})

test('of equal parameters it is a half in the middle, also of small ones', () => {
  for (const parameter of [0.1, 0.25, 0.5, 1, 7, 400])
    assert.ok(Math.abs(incompleteBeta(0.5, parameter, parameter) - 0.5) < 1e-12, String(parameter))
})

test('of whole parameters it is the sum of binomial probabilities', () => {
  // The chance of at least 2 successes of 4 trials with 0.3 each: 1 - 0.7^4 - 4 * 0.3 * 0.7^3.
  assert.ok(Math.abs(incompleteBeta(0.3, 2, 3) - 0.3483) < 1e-12)
  assert.ok(Math.abs(incompleteBeta(0.7, 3, 2) - (1 - 0.3483)) < 1e-12)
})
