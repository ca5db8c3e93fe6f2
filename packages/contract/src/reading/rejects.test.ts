import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionOutcomes } from '../fields/point-words.ts'
import { rejects } from './rejects.ts'

test('a decision rejects where it says that what was measured does not conform, and not where it leaves that open', () => {
  const rejecting = decisionOutcomes.filter((outcome) => rejects({ outcome }))
  assert.deepEqual([...rejecting].toSorted(), ['fail', 'nonconforming'])
  assert.equal(rejects(null), false)
})
