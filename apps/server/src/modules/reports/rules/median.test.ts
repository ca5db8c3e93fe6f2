import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from './median.ts'

const cases: [number[], number][] = [
  [[7], 7],
  [[9, 1, 5], 5],
  [[10, 2, 4, 1], 3],
  [[2, 2, 3], 2],
]

for (const [numbers, expected] of cases) {
  test(`the median of ${numbers.join(', ')} is ${expected}`, () => {
    assert.equal(median(numbers), expected)
  })
}
