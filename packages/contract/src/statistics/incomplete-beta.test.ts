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

test('of a parameter of 1 it is that of the closed form, to 12 digits', () => {
  for (const other of [0.01, 0.3, 0.5, 1, 2.5, 10, 400, 5000]) {
    for (const x of [1e-6, 0.001, 0.2, 0.5, 0.8, 0.999]) {
      // NIST DLMF 8.17.7: I_x(a, 1) = x^a, and I_x(1, b) = 1 − (1 − x)^b.
      const [power, rest] = [x ** other, -Math.expm1(other * Math.log1p(-x))]
      assert.ok(Math.abs(incompleteBeta(x, other, 1) - power) < 1e-12, `${x} ${other} 1`)
      assert.ok(Math.abs(incompleteBeta(x, 1, other) - rest) < 1e-12, `${x} 1 ${other}`)
    }
  }
})

test('of two halves it is the arcsine distribution, and tails keep their digits', () => {
  // NIST DLMF 8.17.7: I_x(1/2, 1/2) = 2/π · arcsin √x.
  for (const x of [1e-12, 0.001, 0.3, 0.5, 0.9]) {
    const arcsine = (2 / Math.PI) * Math.asin(Math.sqrt(x))
    assert.ok(Math.abs(incompleteBeta(x, 0.5, 0.5) / arcsine - 1) < 1e-11, String(x))
  }
  // I_x(2, 1) = x².
  assert.ok(Math.abs(incompleteBeta(1e-9, 2, 1) / 1e-18 - 1) < 1e-11)
})

test('of whole parameters it is the sum of binomial probabilities', () => {
  // The chance of at least 2 successes of 4 trials with 0.3 each: 1 - 0.7^4 - 4 * 0.3 * 0.7^3.
  assert.ok(Math.abs(incompleteBeta(0.3, 2, 3) - 0.3483) < 1e-12)
  assert.ok(Math.abs(incompleteBeta(0.7, 3, 2) - (1 - 0.3483)) < 1e-12)
})
