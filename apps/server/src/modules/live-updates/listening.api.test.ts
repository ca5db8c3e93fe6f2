import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { liveAreas } from '@plumbline/contract'
import { startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { startSecondServer } from '../../../test/second-server.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { watchReady } from '../../../test/watch.ts'
import { testWorkers } from '../../../test/webhooks.ts'
import { sql } from '../../platform/db/index.ts'
import { stopListening } from '../../platform/outbox/index.ts'

const app = await startTestApp()
const workers = testWorkers(app)
const beside = await startSecondServer(app)

let workspace: TestWorkspace
let manager: TestSession
beforeEach(async () => {
  workspace = await app.workspace()
  manager = await signInAs(app, workspace, 'manager')
})

const opened = (session: TestSession, origin = beside.origin) => watchReady(session, origin)
const changed = (...areas: string[]) => ({ event: 'changed', data: { changed: areas } })
const consumers = ({ id }: TestWorkspace) =>
  app.db.global.rows<{ name: string }>(sql`
    select name from event_consumers where workspace_id = ${id} order by name`)
const kept = async ({ id }: TestWorkspace) =>
  (await app.db.global.rows(sql`select from outbox where workspace_id = ${id}`)).length

test('without an open page no event is written, nor when the last one has been closed for a while', async () => {
  await enter(app, workspace.key)
  assert.equal(await kept(workspace), 0)
  const page = await opened(manager)
  await page.leave()
  while ((await consumers(workspace)).length > 0) {
    app.clock.advance(40_000)
    await beside.live.tend()
    await workers.runOnce()
  }
  await enter(app, workspace.key)
  assert.equal(await kept(workspace), 0)
})

test('an open page keeps listening', async () => {
  const page = await opened(manager)
  for (let round = 0; round < 5; round += 1) {
    app.clock.advance(40_000)
    await beside.live.tend()
    await workers.runOnce()
  }
  await enter(app, workspace.key)
  await page.until('changed')
  await page.leave()
})

test('each process listens for itself, and the pages of all hear of a change', async () => {
  const third = await startSecondServer(app)
  const pages = await Promise.all([opened(manager), opened(manager, third.origin)])
  const names = (await consumers(workspace)).map(({ name }) => name)
  assert.deepEqual(names, [beside.live.name, third.live.name].toSorted())
  await enter(app, workspace.key)
  for (const page of pages) assert.deepEqual(await page.next(), changed('activity', 'instruments'))
  await Promise.all(pages.map((page) => page.leave()))
})

test('a process that was too busy to go on listening makes its pages read everything again', async () => {
  const page = await opened(manager)
  // As another process does with a consumer that has expired.
  await app.db.transaction(workspace.id, (tx) => stopListening(tx, beside.live.name))
  await enter(app, workspace.key)
  assert.equal(await kept(workspace), 0)
  app.clock.advance(30_000)
  await beside.live.tend()
  assert.deepEqual(await page.next(), changed(...liveAreas))
  await page.leave()
})
