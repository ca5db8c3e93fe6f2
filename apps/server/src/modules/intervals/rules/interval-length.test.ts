import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computedUnit, intervalOf, lengthIn } from './interval-length.ts'

test('lengths are converted by the mean month', () => {
  assert.equal(lengthIn({ value: 2, unit: 'years' }, 'months'), 24)
  assert.equal(lengthIn({ value: 1, unit: 'years' }, 'days'), 365.2425)
  assert.equal(lengthIn({ value: 146_097, unit: 'days' }, 'months'), 4800)
  assert.equal(lengthIn({ value: 4800, unit: 'months' }, 'days'), 146_097)
  assert.equal(lengthIn({ value: 7, unit: 'days' }, 'days'), 7)
})

test('a length in its own unit is exact', () => {
  for (const value of [7, 61, 122, 125, 244]) assert.equal(lengthIn({ value, unit: 'days' }, 'days'), value)
})

test('years are computed in months, and stay years where they are whole', () => {
  const year = { value: 1, unit: 'years' } as const
  assert.equal(computedUnit(year), 'months')
  assert.deepEqual(intervalOf(6, year), { value: 6, unit: 'months' })
  assert.deepEqual(intervalOf(24, year), { value: 2, unit: 'years' })
  assert.deepEqual(intervalOf(24, { value: 12, unit: 'months' }), { value: 24, unit: 'months' })
  assert.deepEqual(intervalOf(14, { value: 30, unit: 'days' }), { value: 14, unit: 'days' })
})
