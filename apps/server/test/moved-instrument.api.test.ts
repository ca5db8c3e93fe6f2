import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../src/platform/db/index.ts'
import { sharedTestApp } from './app.ts'
import { holdTransaction, waitingForLocks } from './lock-waits.ts'
import { enter } from './register.ts'

const app = await sharedTestApp()

/** Sends a write for an instrument while a transaction moves it to another site, and returns both sites' ids with the response. */
async function writeDuringMove(method: string, path: string, body: Record<string, unknown>) {
  const workspace = await app.workspace()
  const siteId = await workspace.site('Plant B')
  const { id } = await enter(app, workspace.key)
  const move = holdTransaction(app, workspace.id, (tx) =>
    tx.rows(sql`update instruments set site_id = ${siteId} where instrument_id = ${id}`),
  )
  await move.started
  const sent = app.call(method, `/instruments/${id}${path}`, {
    key: workspace.key,
    body,
    headers: { 'idempotency-key': 'one' },
  })
  await waitingForLocks(app, 1)
  await move.release()
  return { siteId, workspace, instrumentId: id, response: await sent }
}

test('a change that waits for the move of its instrument to another site finds it there', async () => {
  const { siteId, response } = await writeDuringMove('PATCH', '', { name: 'Renamed' })
  assert.deepEqual([response.status, response.body.name, response.body.site_id], [200, 'Renamed', siteId])
})

test('a calibration that waits for the move of its instrument to another site is recorded', async () => {
  const { workspace, instrumentId, response } = await writeDuringMove('POST', '/calibrations', {
    performed_at: '2026-11-20T08:00:00.000Z',
    result: 'PASS',
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  const { body } = await app.call('GET', `/instruments/${instrumentId}`, { key: workspace.key })
  assert.equal(body.last_calibration_at, '2026-11-20T08:00:00.000Z')
})
