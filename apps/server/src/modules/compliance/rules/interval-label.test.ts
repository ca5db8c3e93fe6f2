import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intervalLabel } from './interval-label.ts'

test('an interval is read as a number and its unit, in the singular for one', () => {
  for (const unit of ['days', 'months', 'years'] as const) {
    assert.equal(intervalLabel({ value: 12, unit }), `12 ${unit}`)
    assert.equal(intervalLabel({ value: 2, unit }), `2 ${unit}`)
    assert.equal(intervalLabel({ value: 1, unit }), `1 ${unit.replace(/s$/, '')}`)
  }
})
