import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { QueuePool } from './queue-pool.ts'

const app = await startTestApp()

test('a connection that is released twice is released once, and not taken from its next user', async () => {
  const pool = new QueuePool({ connectionString: app.databaseUrl, max: 1 })
  app.endsWith(() => pool.end())
  const giveBack = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, release) => (error ? reject(error) : resolve(release)))
  })
  giveBack()
  giveBack()
  assert.deepEqual([pool.totalCount, pool.idleCount], [1, 1])
  const next = await pool.connect()
  giveBack()
  assert.equal(pool.idleCount, 0)
  next.release()
})

test('releasing a connection that does not come from the pool has no effect', async () => {
  const pool = new QueuePool({ connectionString: app.databaseUrl, max: 1 })
  await pool.end()
  const [refusal, giveBack] = await new Promise<[Error | undefined, () => void]>((resolve) => {
    pool.connect((error, _client, release) => resolve([error, release]))
  })
  assert.match(String(refusal), /after calling end/)
  giveBack()
})
