import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttemptAt } from './mail-retries.ts'

const now = new Date('2026-11-21T08:00:00.000Z')
const afterMinutes = (attempts: number) => {
  const at = nextAttemptAt(attempts, now)
  return at === null ? null : (at.getTime() - now.getTime()) / 60_000
}

test('a mail is tried eight times over more than a day where mail servers are away, and then never', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(afterMinutes)
  assert.deepEqual(waits, [1, 5, 15, 60, 180, 360, 720, null, null])
})
