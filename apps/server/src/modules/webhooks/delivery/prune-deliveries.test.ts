import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@plumbline/testing'
import { startTestApp } from '../../../../test/app.ts'
import {
  deliveriesOf,
  enterInstrument,
  startReceiver,
  subscribe,
  testWorkers,
} from '../../../../test/webhooks.ts'
import { pruneDeliveries } from './prune-deliveries.ts'

const app = await startTestApp({ DELIVERY_LOG_RETENTION_DAYS: '10' })
const workers = testWorkers(app)
const DAY_MS = 24 * 60 * 60 * 1000

const kept = (table: 'webhook_events' | 'webhook_deliveries' | 'webhook_attempts', workspaceId: string) =>
  app.asOwner(async (client) => {
    const { rows } = await client.query(
      `select count(*)::integer as count from ${table} where workspace_id = $1`,
      [workspaceId],
    )
    return rows[0].count as number
  })

test('the log deletes what is older than the retention period, including attempts, bodies and what paused endpoints missed, and nothing younger', async (t) => {
  const receiver = await startReceiver(t)
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: receiver.url })
  for (let event = 0; event < 3; event += 1) await enterInstrument(app, workspace)
  await workers.runOnce()
  const { key } = workspace
  const setActive = (is_active: boolean) => app.call('PATCH', `/webhooks/${id}`, { key, body: { is_active } })
  await setActive(false)
  await enterInstrument(app, workspace)
  await workers.runOnce()
  app.clock.advance(10 * DAY_MS - 1000)
  await workers.runOnce()
  assert.equal((await deliveriesOf(app, workspace, id)).length, 3)
  assert.equal(await kept('webhook_attempts', workspace.id), 3)
  assert.equal(await kept('webhook_events', workspace.id), 4)
  app.clock.advance(DAY_MS)
  await workers.runOnce()
  assert.deepEqual(await deliveriesOf(app, workspace, id), [])
  assert.equal(await kept('webhook_events', workspace.id), 0)
  assert.equal(await kept('webhook_attempts', workspace.id), 0)
})

test('what still waits for its endpoint stays, however old, and so does the log of a deleted endpoint until then', async (t) => {
  const receiver = await startReceiver(t, () => 500)
  const workspace = await app.workspace()
  const waiting = await subscribe(app, workspace, { url: receiver.url })
  const deleted = await subscribe(app, workspace, { url: receiver.url })
  await enterInstrument(app, workspace)
  await workers.runOnce()
  await app.call('PATCH', `/webhooks/${waiting.id}`, { key: workspace.key, body: { is_active: false } })
  await app.call('DELETE', `/webhooks/${deleted.id}`, { key: workspace.key })
  assert.equal(await kept('webhook_deliveries', workspace.id), 2)
  app.clock.advance(11 * DAY_MS)
  await workers.runOnce()
  assert.equal(await kept('webhook_deliveries', workspace.id), 1)
  assert.equal((await deliveriesOf(app, workspace, waiting.id))[0].status, 'failed')
  await app.call('PATCH', `/webhooks/${waiting.id}`, { key: workspace.key, body: { is_active: true } })
  await workers.runOnce()
  assert.equal(receiver.requests.length, 3)
  assert.equal(receiver.requests[2]?.body, receiver.requests[0]?.body)
})

test('a delivery that is retried while the log is pruned is kept', async (t) => {
  const receiver = await startReceiver(t)
  const workspace = await app.workspace()
  await subscribe(app, workspace, { url: receiver.url })
  await enterInstrument(app, workspace)
  await workers.runOnce()
  app.clock.advance(11 * DAY_MS)
  await app.asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query(
      `update webhook_deliveries set status = 'pending', next_attempt_at = now() where workspace_id = $1`,
      [workspace.id],
    )
    const pruned = pruneDeliveries({ db: app.db, clock: app.clock, retentionDays: 10 })
    await until(async () => {
      const { rows } = await owner.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length > 0
    })
    await owner.query('commit')
    await pruned
  })
  assert.equal(await kept('webhook_deliveries', workspace.id), 1)
})
