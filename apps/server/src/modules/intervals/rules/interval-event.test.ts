import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrationResults } from '@plumbline/contract'
import { intervalEvent } from './interval-event.ts'

test('as found decides, whatever the result', () => {
  for (const result of calibrationResults) {
    assert.deepEqual(intervalEvent({ result, asFoundOut: true }), { inTolerance: false })
    assert.deepEqual(intervalEvent({ result, asFoundOut: false }), { inTolerance: true })
  }
})

test('without a comparable reading as found a plain pass was in tolerance, and the rest is left out', () => {
  assert.deepEqual(intervalEvent({ result: 'PASS', asFoundOut: null }), { inTolerance: true })
  const excluded = {
    PASS_WITH_ADJUSTMENT: 'adjusted',
    LIMITED_CALIBRATION: 'limited',
    FAIL: 'failed',
    DAMAGED: 'damaged',
  } as const
  for (const [result, why] of Object.entries(excluded) as [keyof typeof excluded, string][]) {
    assert.deepEqual(intervalEvent({ result, asFoundOut: null }), { excluded: why })
  }
})
