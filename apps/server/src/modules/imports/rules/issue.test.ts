import assert from 'node:assert/strict'
import { test } from 'node:test'
import { because } from '@plumbline/contract'
import { issueOf } from './issue.ts'

test('an issue quotes at most 200 characters of a value, and nothing of an empty one', () => {
  const quoted = ['', 'x'.repeat(200), 'x'.repeat(201)].map(
    (value) => issueOf({ row: 2, value }, because('field.missing')).value,
  )
  assert.deepEqual(quoted, [null, 'x'.repeat(200), 'x'.repeat(200)])
})
