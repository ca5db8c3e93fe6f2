import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyWebhook } from '@plumbline/sdk'
import { Stripe } from 'stripe'
import { startTestApp, type TestWorkspace } from '../../../../test/app.ts'
import {
  deliveriesOf,
  enterInstrument,
  startReceiver,
  subscribe,
  testWorkers,
  type TestReceiver,
  type TestReply,
} from '../../../../test/webhooks.ts'
import { updateWorkspace } from '../../settings/index.ts'
import { systemActor } from '../../../platform/actor.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { versionText } from '../../../platform/version.ts'
import { setEndpointQueuesByPlan } from '../endpoints/endpoint-store.ts'

const app = await startTestApp()
const workers = testWorkers(app)

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const change = (workspace: TestWorkspace, id: string, body: object) =>
  app.call('PATCH', `/webhooks/${id}`, { key: workspace.key, body })
const retry = (workspace: TestWorkspace, id: string, deliveryId: string) =>
  app.call('POST', `/webhooks/${id}/deliveries/${deliveryId}/retry`, { key: workspace.key })
const setPlan = (workspace: TestWorkspace, plan: 'free' | 'scale') =>
  updateWorkspace(app, systemActor(workspace.id), { plan }, { also: setEndpointQueuesByPlan })

/** A workspace with one endpoint, and one event on its way to it. */
async function oneEvent(receiver: TestReceiver) {
  const workspace = await app.workspace()
  const endpoint = await subscribe(app, workspace, { url: receiver.url })
  const instrument = await enterInstrument(app, workspace)
  return { workspace, endpoint, instrument }
}

/** Where requests went, in the order of the alphabet. */
const pathsOf = ({ requests }: TestReceiver): string[] =>
  requests.map(({ line }) => line.split(' ')[1] ?? '').toSorted()

const onlyDelivery = async (workspace: TestWorkspace, endpointId: string) => {
  const deliveries = await deliveriesOf(app, workspace, endpointId)
  assert.equal(deliveries.length, 1)
  return deliveries[0]
}

describe('an event', () => {
  test('arrives in its envelope, with its headers, and with the resource as the API returns it', async (t) => {
    const receiver = await startReceiver(t)
    const { endpoint, instrument } = await oneEvent(receiver)
    await workers.runOnce()
    assert.equal(receiver.requests.length, 1)
    const [{ headers, body, line }] = receiver.requests as [TestReceiver['requests'][number]]
    const event = JSON.parse(body)
    assert.equal(line, 'POST /hook HTTP/1.1')
    assert.deepEqual(Object.keys(event), ['id', 'type', 'created_at', 'data'])
    assert.deepEqual([event.type, event.created_at], ['instrument.created', instrument.created_at])
    assert.deepEqual(event.data, { instrument })
    assert.deepEqual(
      ['svc-event-id', 'svc-event-type', 'svc-webhook-id', 'svc-delivery-attempt', 'content-type'].map(
        (name) => headers[name],
      ),
      [event.id, event.type, endpoint.id, '1', 'application/json'],
    )
    assert.equal(headers['user-agent'], `Plumbline-Webhooks/${versionText()}`)
  })

  test('is signed over exactly the bytes that arrive, as two unrelated verifiers find', async (t) => {
    const receiver = await startReceiver(t)
    const { endpoint } = await oneEvent(receiver)
    await workers.runOnce()
    const [{ headers, body }] = receiver.requests as [TestReceiver['requests'][number]]
    const header = headers['svc-signature']!
    assert.match(header, /^t=\d+,v1=[0-9a-f]{64}$/)
    const now = app.clock.now()
    assert.equal(
      verifyWebhook({ rawBody: body, header, secret: endpoint.secret, now }).id,
      JSON.parse(body).id,
    )
    assert.throws(() => verifyWebhook({ rawBody: `${body} `, header, secret: endpoint.secret, now }), {
      code: 'no_matching_signature',
    })
    const { webhooks } = new Stripe('sk_test_unused')
    const receivedAt = Math.floor(now.getTime() / 1000)
    const verified = webhooks.constructEvent(body, header, endpoint.secret, 300, undefined, receivedAt)
    assert.equal(verified.id, JSON.parse(body).id)
  })

  test('is sent to endpoints that subscribe to its type, and to those that subscribe to all', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    for (const [path, events] of [
      ['all', undefined],
      ['this', ['instrument.created']],
      ['other', ['instrument.retired']],
    ] as const) {
      await subscribe(app, workspace, {
        url: `${receiver.url}/${path}`,
        ...(events && { events: [...events] }),
      })
    }
    await enterInstrument(app, workspace)
    await workers.runOnce()
    assert.deepEqual(pathsOf(receiver), ['/hook/all', '/hook/this'])
    assert.equal(new Set(receiver.events().map((event) => event.id)).size, 1)
  })

  test('does not go to endpoints that were made after it, nor to another workspace', async (t) => {
    const receiver = await startReceiver(t)
    const [workspace, other] = await Promise.all([app.workspace(), app.workspace()])
    await subscribe(app, other, { url: receiver.url })
    await enterInstrument(app, workspace)
    app.clock.advance(1)
    await subscribe(app, workspace, { url: receiver.url })
    await workers.runOnce()
    assert.equal(receiver.requests.length, 0)
  })

  test('of another site does not go to an endpoint that was made with a key limited to sites', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    const site = await workspace.site('North')
    const north = await workspace.person({ role: 'manager', keySiteIds: [site] })
    await subscribe(app, north, { url: `${receiver.url}/north` })
    await subscribe(app, workspace, { url: `${receiver.url}/all` })
    await enterInstrument(app, workspace)
    await workers.runOnce()
    assert.deepEqual(pathsOf(receiver), ['/hook/all'])
    const inNorth = await enterInstrument(app, north)
    assert.equal(inNorth.site_id, site)
    await workers.runOnce()
    assert.deepEqual(pathsOf(receiver), ['/hook/all', '/hook/all', '/hook/north'])
  })

  test('of a change that was rolled back never exists', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    await subscribe(app, workspace, { url: receiver.url })
    const { asset_tag: tag } = await enterInstrument(app, workspace)
    const body = { asset_tag: tag, name: 'Again', calibration_interval_value: 12 }
    assert.equal((await app.call('POST', '/instruments', { key: workspace.key, body })).status, 409)
    await workers.runOnce()
    assert.equal(receiver.requests.length, 1)
  })
})

describe('the log', () => {
  test('shows a delivery during its first attempt, after a failure and after success', async (t) => {
    const first = Promise.withResolvers<TestReply>()
    const receiver = await startReceiver(t, (_path, count) => (count === 1 ? first.promise : 200))
    const { workspace, endpoint } = await oneEvent(receiver)
    const running = workers.runOnce()
    await receiver.nextRequest()
    const pending = await onlyDelivery(workspace, endpoint.id)
    const now = app.clock.now().toISOString()
    assert.deepEqual(
      [pending.status, pending.attempt_count, pending.next_attempt_at, pending.last_attempt_at],
      ['pending', 0, now, null],
    )
    first.resolve(500)
    await running
    const failed = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual(
      [
        failed.status,
        failed.attempt_count,
        failed.last_status_code,
        failed.last_error,
        failed.last_attempt_at,
      ],
      ['failed', 1, 500, 'The receiver responded with status 500.', now],
    )
    const waitMs = Date.parse(failed.next_attempt_at) - Date.parse(now)
    assert.ok(waitMs >= 4500 && waitMs <= 5500, `${waitMs} ms`)
    app.clock.advance(6 * SECOND)
    await workers.runOnce()
    const succeeded = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual(
      [succeeded.status, succeeded.attempt_count, succeeded.next_attempt_at, succeeded.last_status_code],
      ['succeeded', 2, null, 200],
    )
    assert.equal(succeeded.last_error, null)
  })

  test('is filtered by status and paged, newest first', async (t) => {
    const receiver = await startReceiver(t, (_path, count) => (count % 2 === 1 ? 200 : 500))
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: receiver.url })
    for (let event = 0; event < 4; event += 1) {
      await enterInstrument(app, workspace)
      app.clock.advance(100)
      await workers.runOnce()
    }
    assert.equal((await deliveriesOf(app, workspace, id, '?status=succeeded')).length, 2)
    assert.equal((await deliveriesOf(app, workspace, id, '?status=failed')).length, 2)
    assert.equal((await deliveriesOf(app, workspace, id, '?status=exhausted')).length, 0)
    const all = await deliveriesOf(app, workspace, id)
    const times: string[] = all.map((delivery) => delivery.created_at)
    assert.deepEqual(times, times.toSorted().toReversed())
    const page = await app.call('GET', `/webhooks/${id}/deliveries?limit=1&offset=2`, { key: workspace.key })
    assert.deepEqual(page.body.data, [all[2]])
    assert.deepEqual(page.body.pagination, { limit: 1, offset: 2, total: 4, has_more: true })
  })

  test('contains neither the secret nor what the receiver hides in its response', async (t) => {
    const receiver = await startReceiver(t)
    const { workspace, endpoint } = await oneEvent(receiver)
    const echo = `HTTP/1.1 500 No\r\nContent-Length: 80\r\n\r\n${`\u0007${endpoint.secret} `.padEnd(80, '.')}`
    const mirror = await startReceiver(t, () => echo)
    await change(workspace, endpoint.id, { url: mirror.url })
    await workers.runOnce()
    const delivery = await onlyDelivery(workspace, endpoint.id)
    assert.match(delivery.response_snippet, /^\[removed\] \.+$/)
    assert.ok(!JSON.stringify(delivery).includes(endpoint.secret))
  })
})

describe('a retry', () => {
  test('sends the same bytes under a new time and the next number', async (t) => {
    const receiver = await startReceiver(t, (_path, count) => (count < 3 ? 500 : 200))
    const { endpoint } = await oneEvent(receiver)
    for (const wait of [0, 6 * SECOND, 70 * SECOND]) {
      app.clock.advance(wait)
      await workers.runOnce()
    }
    const [first, second, third] = receiver.requests
    assert.ok(first && second && third && receiver.requests.length === 3)
    assert.equal(second.body, first.body)
    assert.equal(third.body, first.body)
    assert.deepEqual(
      receiver.requests.map(({ headers }) => headers['svc-delivery-attempt']),
      ['1', '2', '3'],
    )
    const header = third.headers['svc-signature']!
    assert.notEqual(header, first.headers['svc-signature'])
    verifyWebhook({ rawBody: third.body, header, secret: endpoint.secret, now: app.clock.now() })
  })

  test('follows the schedule, and the eleventh failure exhausts the delivery', async (t) => {
    const receiver = await startReceiver(t, () => 500)
    const { workspace, endpoint } = await oneEvent(receiver)
    const begun = app.clock.now().getTime()
    const waits: number[] = []
    await workers.runOnce()
    for (let attempt = 1; attempt < 11; attempt += 1) {
      const {
        status,
        attempt_count: count,
        next_attempt_at: next,
      } = await onlyDelivery(workspace, endpoint.id)
      assert.deepEqual([status, count], ['failed', attempt])
      waits.push((Date.parse(next) - app.clock.now().getTime()) / SECOND)
      app.clock.set(next)
      await workers.runOnce()
    }
    const schedule = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 64_800, 79_200]
    for (const [index, wait] of waits.entries()) {
      const usual = schedule[index]!
      // The last attempt comes at the horizon where the delays before it were long ones.
      const isCut = index === 9 && app.clock.now().getTime() - begun === 72 * HOUR
      assert.ok(
        isCut || (wait >= usual * 0.9 - 1 && wait <= usual * 1.1 + 1),
        `attempt ${index + 2}: ${wait} s`,
      )
    }
    const exhausted = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual(
      [exhausted.status, exhausted.attempt_count, exhausted.next_attempt_at],
      ['exhausted', 11, null],
    )
    app.clock.advance(72 * HOUR)
    await workers.runOnce()
    assert.equal(receiver.requests.length, 11)
  })

  test('waits longer when a 429 or 503 asks for it, at most twice as long', async (t) => {
    for (const [asked, least, most] of [
      [8, 8, 8],
      [3600, 9, 11],
    ] as const) {
      const receiver = await startReceiver(t, () => `HTTP/1.1 429 Slow\r\nRetry-After: ${asked}`)
      const { workspace, endpoint } = await oneEvent(receiver)
      await workers.runOnce()
      const { next_attempt_at: next } = await onlyDelivery(workspace, endpoint.id)
      const wait = (Date.parse(next) - app.clock.now().getTime()) / SECOND
      assert.ok(wait >= least && wait <= most, `asked ${asked} s, waits ${wait} s`)
      await app.call('DELETE', `/webhooks/${endpoint.id}`, { key: workspace.key })
    }
  })

  test('by hand is possible for resolved deliveries only, starts a new schedule and continues the count', async (t) => {
    let status = 500
    const receiver = await startReceiver(t, () => status)
    const short = testWorkers(app, { retryDelaysSeconds: [1] })
    const { workspace, endpoint } = await oneEvent(receiver)
    await short.runOnce()
    const { id } = await onlyDelivery(workspace, endpoint.id)
    const early = await retry(workspace, endpoint.id, id)
    assert.deepEqual([early.status, early.body.code], [409, 'DELIVERY_CONFLICT'])
    app.clock.advance(2 * SECOND)
    await short.runOnce()
    assert.equal((await onlyDelivery(workspace, endpoint.id)).status, 'exhausted')
    app.clock.advance(100 * HOUR)
    const again = await retry(workspace, endpoint.id, id)
    assert.equal(again.status, 200)
    assert.deepEqual(
      [again.body.id, again.body.status, again.body.attempt_count, again.body.next_attempt_at],
      [id, 'pending', 2, app.clock.now().toISOString()],
    )
    assert.equal((await retry(workspace, endpoint.id, id)).status, 409)
    await short.runOnce()
    const failed = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual([failed.status, failed.attempt_count], ['failed', 3])
    status = 200
    app.clock.advance(2 * SECOND)
    await short.runOnce()
    const succeeded = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual([succeeded.status, succeeded.attempt_count], ['succeeded', 4])
    assert.equal(new Set(receiver.requests.map(({ body }) => body)).size, 1)
    const pending = (await retry(workspace, endpoint.id, id)).body
    assert.deepEqual([pending.status, pending.is_waiting], ['pending', false])
  })

  test('by hand on a disabled endpoint is reported as waiting until the endpoint is enabled', async (t) => {
    const receiver = await startReceiver(t, () => 200)
    const { workspace, endpoint } = await oneEvent(receiver)
    await workers.runOnce()
    const { id, is_waiting: waits } = await onlyDelivery(workspace, endpoint.id)
    await change(workspace, endpoint.id, { is_active: false })
    assert.deepEqual([waits, (await onlyDelivery(workspace, endpoint.id)).is_waiting], [false, false])
    const { status, body } = await retry(workspace, endpoint.id, id)
    assert.deepEqual([status, body.status, body.is_waiting], [200, 'pending', true])
    assert.equal((await onlyDelivery(workspace, endpoint.id)).is_waiting, true)
    const second = await retry(workspace, endpoint.id, id)
    assert.deepEqual([second.status, second.body.code], [409, 'DELIVERY_CONFLICT'])
    assert.match(second.body.message, /waits for its endpoint, which is disabled/)
    await change(workspace, endpoint.id, { is_active: true })
    assert.equal((await onlyDelivery(workspace, endpoint.id)).is_waiting, false)
  })
})

describe('an endpoint', () => {
  test('whose last five resolved deliveries were exhausted is disabled, with an entry', async (t) => {
    const receiver = await startReceiver(t, () => 500)
    const once = testWorkers(app, { retryDelaysSeconds: [] })
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: receiver.url })
    for (let event = 1; event <= 5; event += 1) {
      assert.equal((await app.call('GET', `/webhooks/${id}`, { key: workspace.key })).body.is_active, true)
      await enterInstrument(app, workspace)
      await once.runOnce()
    }
    const disabled = (await app.call('GET', `/webhooks/${id}`, { key: workspace.key })).body
    assert.deepEqual([disabled.is_active, typeof disabled.disabled_at], [false, 'string'])
    const entries = await app.asOwner((client) =>
      client.query('select actor_type, actor_id from ledger_entries where subject_id = $1 and kind = $2', [
        id,
        'webhook.disabled',
      ]),
    )
    assert.deepEqual(entries.rows, [{ actor_type: 'system', actor_id: 'webhooks' }])
    await enterInstrument(app, workspace)
    await once.runOnce()
    assert.equal(receiver.requests.length, 5)
    assert.equal((await change(workspace, id, { is_active: true })).body.disabled_at, null)
    await enterInstrument(app, workspace)
    await once.runOnce()
    assert.equal(receiver.requests.length, 6)
    assert.equal((await app.call('GET', `/webhooks/${id}`, { key: workspace.key })).body.is_active, true)
  })

  test('that succeeds now and then is never disabled', async (t) => {
    const receiver = await startReceiver(t, (_path, count) => (count % 5 === 0 ? 200 : 500))
    const once = testWorkers(app, { retryDelaysSeconds: [] })
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: receiver.url })
    for (let event = 1; event <= 12; event += 1) {
      await enterInstrument(app, workspace)
      await once.runOnce()
    }
    assert.equal((await app.call('GET', `/webhooks/${id}`, { key: workspace.key })).body.is_active, true)
  })

  test('gets no events from the time in which it is paused; open deliveries wait, and their horizon with them', async (t) => {
    let status = 500
    const receiver = await startReceiver(t, () => status)
    const { workspace, endpoint, instrument } = await oneEvent(receiver)
    await workers.runOnce()
    await change(workspace, endpoint.id, { is_active: false })
    await enterInstrument(app, workspace)
    app.clock.advance(100 * HOUR)
    await workers.runOnce()
    assert.equal(receiver.requests.length, 1)
    assert.equal((await onlyDelivery(workspace, endpoint.id)).status, 'failed')
    await change(workspace, endpoint.id, { is_active: true })
    await workers.runOnce()
    const waiting = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual([waiting.status, waiting.attempt_count], ['failed', 2])
    status = 200
    app.clock.advance(70 * SECOND)
    await workers.runOnce()
    assert.deepEqual(
      receiver.events().map((event) => event.data.instrument.id),
      Array(3).fill(instrument.id),
    )
  })

  test('of a workspace without API sends nothing, and continues when the plan allows it again', async (t) => {
    const receiver = await startReceiver(t, (_path, count) => (count === 1 ? 500 : 200))
    const { workspace, endpoint } = await oneEvent(receiver)
    await workers.runOnce()
    await setPlan(workspace, 'free')
    app.clock.advance(100 * HOUR)
    await workers.runOnce()
    assert.equal(receiver.requests.length, 1)
    await setPlan(workspace, 'scale')
    await workers.runOnce()
    assert.equal(receiver.requests.length, 2)
    assert.equal((await onlyDelivery(workspace, endpoint.id)).status, 'succeeded')
  })

  test('that was changed gets the next attempt at its new url, signed with its new secret', async (t) => {
    const [before, now] = [await startReceiver(t, () => 500), await startReceiver(t)]
    const { workspace, endpoint } = await oneEvent(before)
    await workers.runOnce()
    await change(workspace, endpoint.id, { url: now.url })
    const rotated = await app.call('POST', `/webhooks/${endpoint.id}/rotate-secret`, { key: workspace.key })
    app.clock.advance(6 * SECOND)
    await workers.runOnce()
    assert.deepEqual([before.requests.length, now.requests.length], [1, 1])
    const [{ headers, body }] = now.requests as [TestReceiver['requests'][number]]
    const signed = { rawBody: body, header: headers['svc-signature'], now: app.clock.now() }
    verifyWebhook({ ...signed, secret: rotated.body.secret })
    assert.throws(() => verifyWebhook({ ...signed, secret: endpoint.secret }), {
      code: 'no_matching_signature',
    })
  })

  test('whose secret was sealed with another SECRET_KEY reports that until it is rotated', async (t) => {
    const receiver = await startReceiver(t)
    const other = testWorkers(app, {
      secrets: createSecrets({ present: 'another secret than the one that sealed it' }),
    })
    const { workspace, endpoint } = await oneEvent(receiver)
    await other.runOnce()
    const { status, last_error: error } = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual([status, receiver.requests.length], ['failed', 0])
    assert.match(error, /secret of this endpoint can no longer be read; rotate it/)
  })

  test('that was deleted gets no further attempt', async (t) => {
    const receiver = await startReceiver(t, () => 500)
    const { workspace, endpoint } = await oneEvent(receiver)
    await workers.runOnce()
    await enterInstrument(app, workspace)
    await app.call('DELETE', `/webhooks/${endpoint.id}`, { key: workspace.key })
    app.clock.advance(HOUR)
    await workers.runOnce()
    assert.equal(receiver.requests.length, 1)
    const { rows } = await app.asOwner((client) =>
      client.query('select from webhook_queue where endpoint_id = $1', [endpoint.id]),
    )
    assert.equal(rows.length, 0)
  })

  test('gets its last attempt at most 72 hours after the first, whatever the schedule', async (t) => {
    const receiver = await startReceiver(t, () => 500)
    const slow = testWorkers(app, { retryDelaysSeconds: [40 * 3600, 40 * 3600, 40 * 3600] })
    const { workspace, endpoint } = await oneEvent(receiver)
    const begun = app.clock.now().getTime()
    await slow.runOnce()
    app.clock.set((await onlyDelivery(workspace, endpoint.id)).next_attempt_at)
    await slow.runOnce()
    const last = await onlyDelivery(workspace, endpoint.id)
    assert.equal(Date.parse(last.next_attempt_at) - begun, 72 * HOUR)
    app.clock.set(last.next_attempt_at)
    await slow.runOnce()
    const { status, attempt_count: count } = await onlyDelivery(workspace, endpoint.id)
    assert.deepEqual([status, count], ['exhausted', 3])
  })
})
