import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from './drift-view.ts'

const record = (measurement_count: number, members: object = {}) => ({
  record_type: 'calibration' as const,
  status: 'current' as const,
  approval_status: 'approved' as const,
  is_starting_record: false,
  measurement_count,
  ...members,
})

test('points are shown where the newest record in effect has some, unless the address asks for something else', () => {
  assert.equal(viewOf(undefined, [record(3), record(0)]), 'point')
  assert.equal(viewOf(undefined, [record(0), record(3)]), 'readings')
  assert.equal(viewOf('worst', [record(0), record(3)]), 'worst')
  assert.equal(viewOf('readings', [record(3)]), 'readings')
  assert.equal(viewOf('nothing', [record(3)]), 'point')
})

test('without points in effect, only single readings are shown, whatever the URL asks for', () => {
  assert.equal(viewOf('point', []), 'readings')
  assert.equal(viewOf('worst', [record(0)]), 'readings')
  for (const left of [
    { status: 'voided' as const },
    { status: 'superseded' as const },
    { approval_status: 'pending' as const },
  ]) {
    assert.equal(viewOf('point', [record(3, left)]), 'readings')
  }
})
