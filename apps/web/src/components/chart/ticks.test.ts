import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthTicks, roundTicks } from './ticks.ts'

test('values of an axis are round and without the dust of binary floats', () => {
  assert.deepEqual(roundTicks(-0.12, 0.12, 5), [-0.1, -0.05, 0, 0.05, 0.1])
  assert.deepEqual(roundTicks(-120, 130, 5), [-100, -50, 0, 50, 100])
})

test('labels of a time axis are first days of months, or years for a long span', () => {
  const months = monthTicks(Date.parse('2026-01-15'), Date.parse('2026-06-15'), 6)
  assert.deepEqual(
    months.map((at) => new Date(at).toISOString().slice(0, 10)),
    ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'],
  )
  const years = monthTicks(Date.parse('2019-03-01'), Date.parse('2026-06-15'), 8)
  assert.ok(years.every((at) => new Date(at).getUTCMonth() === 0))
})
