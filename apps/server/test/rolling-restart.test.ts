import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { freePort, until } from '@plumbline/testing'
import { call, startTestApp } from './app.ts'
import { readiness, startReadinessProxy } from './processes/readiness-proxy.ts'
import { startServerProcess, type ServerProcess } from './processes/server-process.ts'

const app = await startTestApp()
// Processes go by the real time.
app.clock.set(new Date().toISOString())
const workspace = await app.workspace()

type Started = ServerProcess & { origin: string }

async function start(
  role: 'api' | 'worker',
  port: string,
  more: Record<string, string> = {},
): Promise<Started> {
  const server = startServerProcess(role, {
    DATABASE_URL: app.databaseUrl,
    PORT: port,
    DATA_DIR: join(tmpdir(), 'plumbline-nothing-is-kept'),
    SECRET_KEY: 'a secret of the tests that nothing else uses',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...more,
  })
  app.endsWith(() => server.kill())
  await server.ready
  return { ...server, origin: `http://127.0.0.1:${port}` }
}

/** A port as settings have it. */
const port = async () => String(await freePort())

test('a rolling restart of two processes under load loses no request', async (t) => {
  const [first, second, third] = [await port(), await port(), await port()]
  const settings = { SHUTDOWN_DELAY_SECONDS: '5' }
  const servers = await Promise.all([first, second].map((one) => start('api', one, settings)))
  const proxy = await startReadinessProxy(t, [first, second, third])
  await until(() => proxy.ready.size === 2)
  const statuses = new Map<string, number>()
  const over = new AbortController()
  const load = async (caller: number) => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const body = { asset_tag: `R-${caller}-${number}`, name: 'Gauge', calibration_interval_value: 12 }
      for (const [method, more] of [
        ['POST', { body }],
        ['GET', {}],
      ] as const) {
        const { status } = await call(`${proxy.origin}${PUBLIC_API_PREFIX}/instruments`, method, {
          key: workspace.key,
          headers: { 'idempotency-key': body.asset_tag },
          ...more,
        })
        const outcome = `${method} ${status}`
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
      }
    }
  }
  const loads = [1, 2].map(load)
  // The first stops while its successor starts; only then the second, so that one is always ready.
  servers[0]!.signal('SIGTERM')
  await start('api', third, settings)
  await until(() => proxy.ready.has(third))
  servers[1]!.signal('SIGTERM')
  assert.deepEqual(await Promise.all(servers.map(({ ended }) => ended)), [0, 0])
  await until(() => [...proxy.ready].join() === third)
  over.abort()
  await Promise.all(loads)
  assert.deepEqual([...statuses.keys()].toSorted(), ['GET 200', 'POST 201'])
})

test('a worker reports on its own port that it is ready, then that it is stopping, exits at a second signal, and logs no error', async () => {
  const [apiPort, workerPort] = [await port(), await port()]
  const held = (METRICS_PORT: string) => ({ SHUTDOWN_DELAY_SECONDS: '300', METRICS_PORT, LOG_LEVEL: 'error' })
  const monitored = `http://127.0.0.1:${apiPort}`
  const [worker, api] = await Promise.all([
    start('worker', '0', held(workerPort)),
    start('api', await port(), held(apiPort)),
  ])
  assert.equal(await readiness(`http://127.0.0.1:${workerPort}`), 200)
  worker.signal('SIGTERM')
  assert.equal(await worker.ended, 0)

  assert.deepEqual([await readiness(api.origin), await readiness(monitored)], [200, 200])
  api.signal('SIGTERM')
  await until(async () => (await readiness(monitored)) === 503)
  const refused = await fetch(`${api.origin}/readyz`)
  assert.deepEqual(((await refused.json()) as { details: unknown }).details, { stopping: true })
  assert.equal(refused.headers.get('connection'), 'close')
  assert.equal((await fetch(`${api.origin}/healthz`)).status, 200)
  api.signal('SIGINT')
  assert.equal(await api.ended, 'SIGINT')
  assert.doesNotMatch(api.output(), /"level":"error"/)
})
