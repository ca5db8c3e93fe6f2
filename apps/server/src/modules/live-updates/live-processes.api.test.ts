import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '@plumbline/testing'
import { startTestApp } from '../../../test/app.ts'
import { enter } from '../../../test/register.ts'
import { startServerProcess } from '../../../test/processes/server-process.ts'
import { signInAs } from '../../../test/session.ts'
import { watch } from '../../../test/watch.ts'
import { testWorkers } from '../../../test/webhooks.ts'
import { sql } from '../../platform/db/index.ts'

const app = await startTestApp()

/** A server in a process of its own, which only serves requests. */
async function startApi() {
  const port = String(await freePort())
  const started = startServerProcess('api', {
    DATABASE_URL: app.databaseUrl,
    PORT: port,
    DATA_DIR: join(tmpdir(), 'plumbline-nothing-is-kept'),
    SECRET_KEY: 'a secret of the tests that nothing else uses',
  })
  after(() => started.kill())
  await started.ready
  return { ...started, origin: `http://127.0.0.1:${port}` }
}

test('a process that only serves requests notifies its pages of changes by another one, and delays nothing when killed', async () => {
  // Processes go by the real time.
  app.clock.set(new Date().toISOString())
  const workspace = await app.workspace()
  const manager = await signInAs(app, workspace, 'manager')
  const api = await startApi()
  const page = await watch(manager, api.origin)
  await page.until('ready')
  await enter(app, workspace.key)
  assert.deepEqual((await page.next())?.event, 'changed')
  await api.kill()
  await page.leave()

  await enter(app, workspace.key)
  const workers = testWorkers(app)
  const left = async () => {
    await workers.runOnce()
    const [row] = await app.db.global.rows<{ consumers: number; events: number }>(sql`
      select (select count(*) from event_consumers where workspace_id = ${workspace.id}) as consumers,
        (select count(*) from outbox where workspace_id = ${workspace.id}) as events`)
    return row
  }
  assert.equal((await left())?.consumers, 1)
  app.clock.set(new Date(Date.now() + 90_000).toISOString())
  assert.deepEqual(await left(), { consumers: 0, events: 0 })
  await enter(app, workspace.key)
  assert.deepEqual(await left(), { consumers: 0, events: 0 })
})
