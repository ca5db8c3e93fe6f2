import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsBetween } from './months.ts'

test('months between two days are all in their places, across a new year', () => {
  assert.deepEqual(monthsBetween('2025-11-22', '2026-02-01'), ['2025-11', '2025-12', '2026-01', '2026-02'])
  assert.deepEqual(monthsBetween('2026-02-01', '2026-02-28'), ['2026-02'])
})
