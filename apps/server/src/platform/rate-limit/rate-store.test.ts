import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { sql } from '../db/index.ts'
import { countOne } from './rate-store.ts'

const app = await startTestApp()

/** Counts one request at an instant that is finer than a millisecond. */
const countAt = (bucket: string, at: string) => countOne(app.db.global, bucket, 60, sql`${at}::timestamptz`)

test('a window is never stated longer than it does, wherever in a millisecond it starts', async () => {
  for (const fraction of ['000', '000001', '0004999', '0005', '000999']) {
    const { count, resetSeconds } = await countAt(`address:${fraction}`, `2026-11-21T08:00:00.${fraction}Z`)
    assert.equal(count, 1)
    assert.ok(resetSeconds > 59.99 && resetSeconds <= 60, `${resetSeconds} s after .${fraction}`)
  }
})

test('waiting for the duration of a window starts the next one', async () => {
  const { resetSeconds } = await countAt('address:wait', '2026-11-21T08:00:00.0007Z')
  assert.ok(resetSeconds > 59)
  assert.equal((await countAt('address:wait', '2026-11-21T08:00:59.999Z')).count, 2)
  assert.equal((await countAt('address:wait', '2026-11-21T08:01:00.0007Z')).count, 1)
})
