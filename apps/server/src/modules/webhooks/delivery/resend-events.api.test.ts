import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import { signInAs } from '../../../../test/session.ts'
import {
  deliveriesOf,
  enterInstrument,
  startReceiver,
  subscribe,
  testWorkers,
} from '../../../../test/webhooks.ts'

const app = await startTestApp()
const workers = testWorkers(app)
const MINUTE = 60_000
const NOWHERE = 'http://127.0.0.1:9/hook'

const setActive = (workspace: TestWorkspace, id: string, isActive: boolean) =>
  app.call('PATCH', `/webhooks/${id}`, { key: workspace.key, body: { is_active: isActive } })
const resend = (workspace: TestWorkspace, id: string, since: string) =>
  app.call('POST', `/webhooks/${id}/resend`, { key: workspace.key, body: { since } })
const eventsOf = async ({ key }: Pick<TestWorkspace, 'key'>, query = '') =>
  (await app.call('GET', `/webhooks/events/log${query}`, { key })).body

/** Enters an instrument a minute after what was before, and hands its event on. */
async function enteredLater(workspace: TestWorkspace, fields: object = {}): Promise<string> {
  app.clock.advance(MINUTE)
  const { created_at: at } = await enterInstrument(app, workspace, fields)
  await workers.runOnce()
  return at
}

describe('sending again', () => {
  test('sends everything since then, delivered or missed, under the same IDs, and nothing before', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: receiver.url, events: ['instrument.created'] })
    await enteredLater(workspace)
    const since = await enteredLater(workspace)
    await setActive(workspace, id, false)
    await enteredLater(workspace)
    const arrived = receiver.events().map((event) => event.id)
    assert.equal(arrived.length, 2)

    const waiting = await resend(workspace, id, since)
    assert.deepEqual(waiting.body, { queued: 2, already_open: 0, is_waiting: true, next_since: null })
    assert.equal(waiting.status, 200)
    assert.deepEqual((await resend(workspace, id, since)).body, {
      ...waiting.body,
      queued: 0,
      already_open: 2,
    })
    await workers.runOnce()
    assert.equal(receiver.requests.length, 2)

    await setActive(workspace, id, true)
    await workers.runOnce()
    const again = receiver.events().slice(2)
    assert.deepEqual(new Set(again.map((event) => event.id)).size, 2)
    assert.ok(
      again.some((event) => event.id === arrived[1]) && !again.some((event) => event.id === arrived[0]),
    )
    const attempts = (await deliveriesOf(app, workspace, id)).map((row) => [row.status, row.attempt_count])
    assert.deepEqual(attempts, [
      ['succeeded', 1],
      ['succeeded', 2],
      ['succeeded', 1],
    ])
  })

  test('is limited to the types, sites and time of the endpoint, and to events of its workspace', async () => {
    const [workspace, other] = [await app.workspace(), await app.workspace()]
    const elsewhere = await workspace.site('Elsewhere')
    const { key } = await workspace.person({ role: 'manager', siteIds: [elsewhere] })
    const early = await subscribe(app, workspace, { url: NOWHERE })
    await enteredLater(workspace)
    app.clock.advance(MINUTE)
    const late = await subscribe(app, workspace, { url: NOWHERE, events: ['instrument.created'] })
    const ofSite = await subscribe(app, { key }, { url: NOWHERE })
    for (const { id } of [early, late, ofSite]) await setActive(workspace, id, false)
    await enteredLater(workspace)
    await enteredLater(other)
    const ago = new Date(app.clock.now().getTime() - 60 * MINUTE).toISOString()
    const queued = await Promise.all(
      [early, late, ofSite].map(async ({ id }) => (await resend(workspace, id, ago)).body.queued),
    )
    assert.deepEqual(queued, [1, 1, 0])
    assert.equal((await resend(other, early.id, ago)).status, 404)
  })

  test('sends an event that an earlier release stored without its site to the endpoints that had it', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    const had = await subscribe(app, workspace, { url: receiver.url })
    const missed = await subscribe(app, workspace, { url: receiver.url })
    await setActive(workspace, missed.id, false)
    const since = await enteredLater(workspace)
    await app.asOwner((owner) =>
      owner.query(`update webhook_events set occurred_at = null, site_id = null where workspace_id = $1`, [
        workspace.id,
      ]),
    )
    const queued = await Promise.all(
      [had, missed].map(async ({ id }) => (await resend(workspace, id, since)).body.queued),
    )
    assert.deepEqual(queued, [1, 0])
    assert.equal((await eventsOf(workspace)).data[0].created_at, since)
  })
})

describe('the list of events', () => {
  test('shows each with its deliveries, newest first, by type and time, and those without deliveries', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: receiver.url })
    await enteredLater(workspace)
    await setActive(workspace, id, false)
    const since = await enteredLater(workspace)
    const { data, pagination } = await eventsOf(workspace)
    assert.deepEqual([pagination.total, data.length], [2, 2])
    assert.deepEqual(
      [data[0].created_at, data[0].type, data[0].deliveries],
      [since, 'instrument.created', []],
    )
    const [delivery] = await deliveriesOf(app, workspace, id)
    assert.deepEqual(data[1].deliveries, [{ webhook_id: id, ...delivery }])
    assert.equal(data[1].id, delivery.event_id)
    const { id: instrumentId, asset_tag, name } = receiver.events()[0].data.instrument
    assert.deepEqual(data[1].instrument, { id: instrumentId, asset_tag, name })
    assert.equal((await eventsOf(workspace, `?since=${since}`)).pagination.total, 1)
    assert.equal((await eventsOf(workspace, '?since=1901-01-01T00:00:00Z')).pagination.total, 2)
    assert.equal((await eventsOf(workspace, '?type=calibration.voided')).pagination.total, 0)
    assert.deepEqual((await eventsOf(workspace, '?limit=1&offset=1')).data, [data[1]])
    const { status, body } = await app.call('GET', '/webhooks/events/log?type=nothing', {
      key: workspace.key,
    })
    assert.deepEqual([status, body.code, body.details.field], [422, 'INVALID_REQUEST', 'type'])
  })

  test('names no instrument of a sample, which is made up', async () => {
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: NOWHERE })
    const admin = await signInAs(app, workspace, 'admin')
    const body = { type: 'calibration.due_soon' }
    assert.equal((await admin.call('POST', `/webhooks/${id}/test-event`, { body })).status, 201)
    await workers.runOnce()
    const { data } = await eventsOf(workspace)
    assert.deepEqual([data[0].type, data[0].instrument], ['calibration.due_soon', null])
  })

  test('shows a key limited to sites the events of these, with deliveries to endpoints within them', async () => {
    const workspace = await app.workspace()
    const elsewhere = await workspace.site('Elsewhere')
    const { key } = await workspace.person({ role: 'manager', siteIds: [elsewhere] })
    await subscribe(app, workspace, { url: NOWHERE })
    await enteredLater(workspace)
    assert.deepEqual((await eventsOf({ key })).data, [])
    const { id } = await subscribe(app, { key }, { url: NOWHERE })
    app.clock.advance(MINUTE)
    await enterInstrument(app, { key })
    await workers.runOnce()
    const { data } = await eventsOf({ key })
    assert.deepEqual(
      data.map((event: any) => event.deliveries.map((each: any) => each.webhook_id)),
      [[id]],
    )
    assert.equal((await eventsOf(workspace)).pagination.total, 2)
  })
})
