import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { runKillHarness } from '../../../../test/processes/kill-harness.ts'
import { startServerProcess } from '../../../../test/processes/server-process.ts'
import { enterInstrument, startReceiver, subscribe } from '../../../../test/webhooks.ts'

/** PLUMBLINE_KILLS=200 makes the long run, which also waits for the leases of the killed. */
const KILLS = Number(process.env['PLUMBLINE_KILLS'] ?? 3)
const KILLS_OF_SHORT_RUN_MAX = 20

const app = await startTestApp()
app.clock.set(new Date().toISOString())
const environment = {
  DATABASE_URL: app.databaseUrl,
  SECRET_KEY: app.parts.config.SECRET_KEY!,
  RATE_LIMIT_PER_MINUTE: '1000000',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  WEBHOOK_RETRY_SCHEDULE: '1,1,1,1,1,1,1,1',
}

/** Within which another process goes on with what a killed one held (the promise of the delivery). */
const TAKE_OVER_MAX_MS = 60_000

test('another worker takes over the deliveries of a killed one when its lease has ended', async (t) => {
  const receiver = await startReceiver(t, (_path, count) => (count === 1 ? null : 200))
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: receiver.url })
  const first = startServerProcess('worker', environment)
  await first.ready
  const { id: instrumentId } = await enterInstrument(app, workspace)
  await receiver.nextRequest()
  await first.kill()
  const wakesInMs = await app.asOwner(async (client) => {
    const { rows } = await client.query(
      'select extract(epoch from wake_at - now())::float8 * 1000 as ms from webhook_endpoint_queues where endpoint_id = $1',
      [id],
    )
    // The lease is ended by hand here, so that nobody has to wait for it.
    await client.query('update webhook_endpoint_queues set wake_at = now() where endpoint_id = $1', [id])
    return rows[0].ms
  })
  assert.ok(wakesInMs < TAKE_OVER_MAX_MS, `${wakesInMs} ms`)
  const second = startServerProcess('worker', environment)
  t.after(() => second.kill())
  await receiver.nextRequest()
  assert.deepEqual(
    receiver.events().map((event) => event.data.instrument.id),
    [instrumentId, instrumentId],
  )
  assert.equal(receiver.requests[0]?.body, receiver.requests[1]?.body)
})

test('kills at random moments lose no event of a committed change and invent none', async (t) => {
  const { key } = await app.workspace()
  const report = await runKillHarness({
    databaseUrl: app.databaseUrl,
    environment,
    key,
    kills: KILLS,
    skipLeases: KILLS <= KILLS_OF_SHORT_RUN_MAX,
  })
  t.diagnostic(JSON.stringify(report))
  assert.deepEqual([report.lost, report.invented, report.overlapping, report.altered], [[], [], [], []])
  assert.ok(report.committed > 0 && report.arrivals >= report.committed)
})
