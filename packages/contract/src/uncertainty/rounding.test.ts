import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPlaceOf } from './rounding.ts'

test('a value is rounded to the place of its uncertainty, half away from zero', () => {
  const cases: [uncertainty: string, value: string, rounded: string | null][] = [
    ['0.0012', '10.01234', '10.0123'],
    ['0.0012', '10.01235', '10.0124'],
    ['0.0012', '-10.01235', '-10.0124'],
    ['0.10', '10', '10.00'],
    ['93', '50000838.4', '50000838'],
    ['0.10', 'about 10', null],
  ]
  for (const [uncertainty, value, rounded] of cases) assert.equal(toPlaceOf(uncertainty, value), rounded)
})
