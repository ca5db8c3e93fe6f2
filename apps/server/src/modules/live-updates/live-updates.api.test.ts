import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, test } from 'node:test'
import { APP_API_PREFIX, liveAreas, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp, type TestWorkspace } from '../../../test/app.ts'
import { startSecondServer } from '../../../test/second-server.ts'
import { holdTransaction } from '../../../test/lock-waits.ts'
import { enter } from '../../../test/register.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'
import { watch, watchReady } from '../../../test/watch.ts'
import { sql } from '../../platform/db/index.ts'
import { lockStream, writeEvents } from '../../platform/outbox/index.ts'

const app = await startTestApp()
const beside = await startSecondServer(app)

let workspace: TestWorkspace
let admin: TestSession
let manager: TestSession
beforeEach(async () => {
  workspace = await app.workspace()
  admin = await signInAs(app, workspace, 'admin')
  manager = await signInAs(app, workspace, 'manager')
})

const opened = (session: TestSession, origin = beside.origin) => watchReady(session, origin)
/** At a server in such a hurry that a busy machine may miss its deadline a few times. */
async function openedInTime(session: TestSession, origin: string) {
  for (;;) {
    const page = await watch(session, origin)
    if (page.status !== 503) {
      await page.until('ready')
      return page
    }
  }
}
const changed = (...areas: string[]) => ({ event: 'changed', data: { changed: areas } })
const warn = async (days: number) => {
  assert.equal((await admin.call('PATCH', '', { body: { warning_days: days } })).status, 200)
}

describe('the events of a page', () => {
  test('contain only the areas to read again, in a stream that proxies do not buffer', async () => {
    const page = await opened(manager)
    assert.equal(page.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(page.headers.get('cache-control'), 'private, no-store, no-transform')
    assert.equal(page.headers.get('x-accel-buffering'), 'no')
    await enter(app, workspace.key)
    assert.deepEqual(await page.next(), changed('activity', 'instruments'))
    await page.leave()
  })

  test('do not include those of another workspace', async () => {
    const other = await app.workspace()
    const stranger = await signInAs(app, other, 'manager')
    const [page, elsewhere] = [await opened(manager), await opened(stranger)]
    await enter(app, other.key)
    assert.deepEqual(await elsewhere.next(), changed('activity', 'instruments'))
    await warn(9)
    assert.deepEqual(await page.next(), changed('activity', 'settings'))
    await Promise.all([page.leave(), elsewhere.leave()])
  })

  test('include, for a member of one site, those of the site and of an instrument that leaves it, and no others', async () => {
    const [here, there] = [await workspace.site('Here'), await workspace.site('There')]
    const member = await signInAs(app, workspace, 'technician', { siteIds: [here] })
    const page = await opened(member)
    const { id } = await enter(app, workspace.key)
    const moveTo = (site: string) => manager.call('PATCH', `/instruments/${id}`, { body: { site_id: site } })
    await moveTo(there)
    await warn(9)
    assert.deepEqual(await page.next(), changed('settings'))
    await moveTo(here)
    assert.deepEqual(await page.next(), changed('instruments'))
    await moveTo(there)
    assert.deepEqual(await page.next(), changed('instruments'))
    await page.leave()
  })

  test('include other entries of the ledger for those who may read the activity', async () => {
    const technician = await signInAs(app, workspace, 'technician')
    const [page, without] = [await opened(manager), await opened(technician)]
    await workspace.person()
    assert.deepEqual(await page.next(), changed('activity'))
    await warn(9)
    assert.deepEqual(await without.next(), changed('settings'))
    await Promise.all([page.leave(), without.leave()])
  })

  test('are few for thousands of changes, all of which are read', async () => {
    const page = await opened(manager)
    const event = {
      type: 'instrument.updated',
      siteId: null,
      occurredAt: app.clock.now().toISOString(),
      data: {},
    } as const
    await app.db.transaction(workspace.id, async (tx) => {
      await lockStream(tx)
      writeEvents(
        tx,
        Array.from({ length: 1200 }, () => event),
      )
    })
    assert.deepEqual(await page.next(), changed('activity', 'instruments'))
    await beside.live.poll()
    await beside.live.tend()
    const more = await page.until('alive')
    assert.ok(more.length <= 1, JSON.stringify(more))
    const [behind] = await app.db.global.rows(sql`
      select from event_consumers c join event_streams s on s.workspace_id = c.workspace_id
      where c.workspace_id = ${workspace.id} and c.position < s.last_position`)
    assert.equal(behind, undefined)
    await page.leave()
  })
})

describe('a page that was just read', () => {
  const missedAfter = async (ageMs: number) => {
    const page = await watch(manager, beside.origin, `?age_ms=${ageMs}`)
    const { data } = (await page.next())!
    await page.leave()
    return data
  }

  test('has missed nothing where nothing happened since', async () => {
    assert.deepEqual(await missedAfter(500), { missed: true })
    app.clock.advance(10_000)
    assert.deepEqual(await missedAfter(500), { missed: false })
    assert.deepEqual(await missedAfter(9000), { missed: true })
    await enter(app, workspace.key)
    assert.deepEqual(await missedAfter(500), { missed: true })
  })

  test('is read again when that is long ago, as days pass without an entry', async () => {
    app.clock.advance(10 * 60_000)
    assert.deepEqual(await missedAfter(60_000), { missed: false })
    assert.deepEqual(await missedAfter(60_001), { missed: true })
  })
})

describe('how long a stream lasts', () => {
  test('are sent on a stream that stays open for longer than a request may take', async () => {
    const hasty = await startSecondServer(app, { REQUEST_DEADLINE_MS: 200 })
    const page = await openedInTime(manager, hasty.origin)
    // A request that waits longer than the deadline has shown that it passed.
    const held = holdTransaction(app, workspace.id, (tx) => lockStream(tx))
    await held.started
    const late = await call(`${hasty.origin}/api/public/v1/instruments`, 'POST', {
      key: workspace.key,
      body: { asset_tag: 'LATE', name: 'Caliper', calibration_interval_value: 12 },
    })
    assert.equal(late.status, 503)
    await held.release()
    await hasty.live.tend()
    await page.until('alive')
    await page.leave()
  })

  test('signing out ends it, and so does deactivation', async () => {
    const technician = await signInAs(app, workspace, 'technician')
    const [page, other] = [await opened(manager), await opened(technician)]
    const { cookie } = manager
    await call(`${app.origin}${SIGN_IN_PREFIX}/sign-out`, 'POST', { headers: { cookie }, body: {} })
    await admin.call('PATCH', `/users/${technician.personId}`, { body: { is_active: false } })
    await beside.live.tend()
    for (const ended of [page, other]) {
      await ended.until('ended')
      assert.equal(await ended.next(), undefined)
    }
  })

  test('who has no access any more does not hear of the next change', async () => {
    const page = await opened(manager)
    const { cookie } = manager
    await call(`${app.origin}${SIGN_IN_PREFIX}/sign-out`, 'POST', { headers: { cookie }, body: {} })
    await enter(app, workspace.key)
    const said = await page.until('ended')
    assert.ok(
      said.every(({ event }) => event === 'alive'),
      JSON.stringify(said),
    )
  })

  test('it ends with the access of an auditor, and with the session', async () => {
    const accessEndsAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const auditor = await signInAs(app, workspace, 'auditor', { accessEndsAt })
    const [page, other] = [await opened(auditor), await opened(manager)]
    app.clock.advance(60_000)
    await beside.live.tend()
    await page.until('ended')
    await other.until('alive')
    app.clock.advance(8 * 24 * 60 * 60 * 1000)
    await beside.live.tend()
    await other.until('ended')
  })

  test('other rights make a page read everything again', async () => {
    const site = await workspace.site('Here')
    const page = await opened(manager)
    await app.db.global.rows(sql`
      update memberships set site_ids = ${[site]}
      where workspace_id = ${workspace.id} and person_id = ${manager.personId}`)
    await beside.live.tend()
    assert.deepEqual(await page.next(), changed(...liveAreas))
    await page.leave()
  })

  test('end when the server stops, also on streams that nobody reads', async () => {
    const stopping = await startSecondServer(app)
    const page = await opened(manager, stopping.origin)
    const socket = connect(stopping.port, '127.0.0.1').pause()
    socket.write(
      `GET ${APP_API_PREFIX}/workspaces/${workspace.id}/changes HTTP/1.1\r\nHost: a\r\nCookie: ${manager.cookie}\r\n\r\n`,
    )
    await once(socket, 'readable')
    await stopping.server.close()
    assert.equal(await page.next(), undefined)
    socket.destroy()
  })
})

describe('who may open one', () => {
  test('have a maximum number of streams for each session, and another one can open after one has closed', async () => {
    const pages = await Promise.all(Array.from({ length: 8 }, () => opened(manager)))
    const refused = await watch(manager, beside.origin)
    assert.deepEqual([refused.status, refused.refusal.code], [429, 'RATE_LIMITED'])
    assert.deepEqual(refused.refusal.reason, { key: 'live.too_many', values: { limit: 8 } })
    assert.equal(refused.headers.get('retry-after'), '60')
    await pages.pop()!.leave()
    let again = await watch(manager, beside.origin)
    while (again.status === 429) again = await watch(manager, beside.origin)
    assert.equal(again.status, 200)
    await Promise.all([again, ...pages].map((page) => page.leave()))
  })

  test('leave no open stream after a request that times out', async () => {
    const hasty = await startSecondServer(app, { REQUEST_DEADLINE_MS: 200 })
    const held = holdTransaction(app, workspace.id, (tx) => lockStream(tx))
    await held.started
    const late = await Promise.all(Array.from({ length: 8 }, () => watch(manager, hasty.origin)))
    assert.deepEqual(
      late.map(({ status }) => status),
      Array.from({ length: 8 }, () => 503),
    )
    await held.release()
    await (await openedInTime(manager, hasty.origin)).leave()
  })

  test('HEAD is refused, as such a response has no end', async () => {
    const response = await fetch(`${beside.origin}${APP_API_PREFIX}/workspaces/${workspace.id}/changes`, {
      method: 'HEAD',
      headers: { cookie: manager.cookie },
    })
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET'])
  })
})
