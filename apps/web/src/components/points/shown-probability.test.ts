import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probabilityShown, ratioShown } from './shown-probability.ts'

test('a probability is shown in percent to a hundredth', () => {
  assert.deepEqual(probabilityShown(0.97725), { bound: null, percent: 97.73 })
  assert.deepEqual(probabilityShown(0.0001), { bound: null, percent: 0.01 })
  assert.deepEqual(probabilityShown(0.9999), { bound: null, percent: 99.99 })
})

test('only certain and impossible are shown as 0 and 100 percent; values within a hundredth of them are shown as a bound', () => {
  assert.deepEqual(probabilityShown(0), { bound: null, percent: 0 })
  assert.deepEqual(probabilityShown(1), { bound: null, percent: 100 })
  assert.deepEqual(probabilityShown(1e-12), { bound: 'below', percent: 0.01 })
  assert.deepEqual(probabilityShown(1 - 1e-12), { bound: 'above', percent: 99.99 })
})

test('a test uncertainty ratio has three digits at most', () => {
  assert.deepEqual([4, 3.999, 12.345, 0.012_345, 12_345].map(ratioShown), [4, 4, 12.3, 0.0123, 12_300])
})
