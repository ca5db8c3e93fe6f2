import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/app.ts'
import { sql } from '../../platform/db/index.ts'
import { forgetRequests } from './index.ts'

const app = await startTestApp()
const parts = { db: app.db, clock: app.clock, operations: ['createInstrument'], retentionDays: 30 }
const DAY_MS = 86_400_000

test('stored responses of instruments are deleted after their retention period; those of calibrations never', async () => {
  const { id, key } = await app.workspace()
  const headers = { 'idempotency-key': 'once' }
  const body = { asset_tag: 'A', name: 'Gauge', calibration_interval_value: 12 }
  const instrument = await app.call('POST', '/instruments', { key, headers, body })
  await app.call('POST', `/instruments/${instrument.body.id}/calibrations`, {
    key,
    headers,
    body: { result: 'PASS' },
  })
  const storedOperations = async () => {
    const rows = await app.db.in(id).rows<{ operation: string }>(sql`
      select operation from idempotency_keys where workspace_id = ${id} order by operation`)
    return rows.map((row) => row.operation)
  }
  app.clock.advance(30 * DAY_MS)
  await forgetRequests(parts)
  assert.deepEqual(await storedOperations(), ['appendCalibration', 'createInstrument'])
  app.clock.advance(1)
  await forgetRequests(parts)
  assert.deepEqual(await storedOperations(), ['appendCalibration'])
})

test('rate windows of addresses are deleted long after their end; those of keys are kept as the record of their last use', async () => {
  const { key } = await app.workspace()
  await app.call('GET', '/sites', { key })
  await app.call('GET', '/sites')
  app.clock.advance(DAY_MS)
  await forgetRequests(parts)
  const rows = await app.db.global.rows<{ bucket: string }>(sql`select bucket from rate_windows`)
  assert.ok(rows.some(({ bucket }) => bucket.startsWith('key:')))
  assert.ok(!rows.some(({ bucket }) => bucket.startsWith('address:')))
})
