import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { signInAs, type TestSession } from '../../../../test/session.ts'
import { enterInstrument, startReceiver, subscribe, testWorkers } from '../../../../test/webhooks.ts'

const app = await startTestApp()
const workers = testWorkers(app, { retryDelaysSeconds: [5] })
const DAY_MS = 24 * 60 * 60 * 1000

const log = async (session: TestSession, id: string, query = '') => {
  const response = await session.call('GET', `/webhooks/${id}/deliveries${query}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.data
}
const attempted = async (seconds: number) => {
  app.clock.advance(seconds * 1000)
  await workers.runOnce()
}

describe('a delivery', () => {
  test('shows each attempt with its response and its signature, and the very bytes that are sent', async (t) => {
    const receiver = await startReceiver(t, (_path, count) => (count < 3 ? 503 : 204))
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const { id, secret } = await subscribe(app, workspace, { url: receiver.url })
    await enterInstrument(app, workspace)
    await workers.runOnce()
    await attempted(6)
    const [exhausted] = await log(manager, id)
    assert.equal(exhausted.status, 'exhausted')
    await manager.call('POST', `/webhooks/${id}/deliveries/${exhausted.id}/retry`)
    await workers.runOnce()
    const { body: delivery } = await manager.call('GET', `/webhooks/${id}/deliveries/${exhausted.id}`)
    const { body, attempts, ...row } = delivery
    assert.deepEqual(row, (await log(manager, id))[0])
    assert.equal(body, receiver.requests[0]?.body)
    assert.deepEqual(
      attempts.map(({ number, status_code: code }: Record<string, number>) => [number, code]),
      [
        [3, 204],
        [2, 503],
        [1, 503],
      ],
    )
    assert.deepEqual(
      [attempts[0].error, attempts[1].error],
      [null, 'The receiver responded with status 503.'],
    )
    for (const attempt of attempts) {
      const sent = receiver.requests[attempt.number - 1]
      assert.equal(attempt.signature, sent?.headers['svc-signature'])
      const [, at, hex] = /^t=(\d+),v1=(\w+)$/.exec(attempt.signature)!
      assert.equal(hex, createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'))
      assert.ok(attempt.took_ms >= 0)
    }
  })

  test('is found only under its own endpoint', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const one = await subscribe(app, workspace, { url: receiver.url, events: ['instrument.created'] })
    const other = await subscribe(app, workspace, { url: receiver.url, events: ['instrument.retired'] })
    await enterInstrument(app, workspace)
    await workers.runOnce()
    const [delivery] = await log(manager, one.id)
    const read = (by: TestSession, endpoint: string) =>
      by.call('GET', `/webhooks/${endpoint}/deliveries/${delivery.id}`)
    assert.equal((await read(manager, one.id)).status, 200)
    assert.equal((await read(manager, other.id)).body.code, 'NOT_FOUND')
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await read(stranger, one.id)).body.code, 'NOT_FOUND')
    assert.equal(
      (await manager.call('GET', `/webhooks/${one.id}/deliveries/x`)).body.code,
      'VALIDATION_ERROR',
    )
  })
})

test('the log is narrowed to a state, a kind of event and one event', async (t) => {
  const receiver = await startReceiver(t, (_path, count) => (count === 1 ? 204 : 500))
  const workspace = await app.workspace()
  const manager = await signInAs(app, workspace, 'manager')
  const { id } = await subscribe(app, workspace, { url: receiver.url })
  await enterInstrument(app, workspace)
  await workers.runOnce()
  app.clock.advance(1000)
  const sample = await manager.call('POST', `/webhooks/${id}/test-event`, {
    body: { type: 'calibration.overdue' },
  })
  await workers.runOnce()
  const types = async (query: string) =>
    (await log(manager, id, query)).map((row: { event_type: string }) => row.event_type)
  assert.deepEqual(await types(''), ['calibration.overdue', 'instrument.created'])
  assert.deepEqual(await types('?event_type=instrument.created'), ['instrument.created'])
  assert.deepEqual(await types('?event_type=instrument.created&status=failed'), [])
  assert.deepEqual(await types('?status=failed'), ['calibration.overdue'])
  assert.deepEqual(await types(`?event_id=${sample.body.event_id}`), ['calibration.overdue'])
  const unknown = await manager.call('GET', `/webhooks/${id}/deliveries?event_type=instrument.lost`)
  assert.deepEqual([unknown.status, unknown.body.code], [422, 'VALIDATION_ERROR'])
  const status = await manager.call('GET', `/webhooks/${id}/deliveries?status=lost`)
  assert.deepEqual([status.status, status.body.code], [422, 'INVALID_REQUEST'])
})

describe('an endpoint', () => {
  test('shows its last success, open deliveries, and recent exhausted ones', async (t) => {
    let reply = 204
    const receiver = await startReceiver(t, () => reply)
    const workspace = await app.workspace()
    let manager = await signInAs(app, workspace, 'manager')
    const { id } = await subscribe(app, workspace, { url: receiver.url })
    const quiet = await subscribe(app, workspace, { url: receiver.url, events: ['instrument.retired'] })
    const record = async () => {
      const { body } = await manager.call('GET', `/webhooks/${id}`)
      const listed = await manager.call('GET', '/webhooks')
      assert.deepEqual(listed.body.data[0], body)
      assert.deepEqual([listed.body.data[1].id, listed.body.data[1].last_succeeded_at], [quiet.id, null])
      return [
        body.open_deliveries,
        body.failing_deliveries,
        body.exhausted_deliveries,
        body.exhausted_in_a_row,
      ]
    }
    await enterInstrument(app, workspace)
    assert.deepEqual(await record(), [0, 0, 0, 0])
    await workers.runOnce()
    const tookAt = app.clock.now().toISOString()
    reply = 500
    await enterInstrument(app, workspace)
    await attempted(60)
    assert.deepEqual(await record(), [1, 1, 0, 0])
    await attempted(60)
    assert.deepEqual(await record(), [0, 0, 1, 1])
    const { body } = await manager.call('GET', `/webhooks/${id}`)
    assert.equal(body.last_succeeded_at, tookAt)
    app.clock.advance(8 * DAY_MS)
    manager = await signInAs(app, workspace, 'manager')
    assert.deepEqual(await record(), [0, 0, 0, 1])
  })

  test('is switched off when five fail permanently at the same moment', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const { id } = await subscribe(app, workspace, { url: 'http://127.0.0.1:9/hook' })
    const trial = { body: { type: 'calibration.overdue' } }
    for (let sent = 0; sent < 5; sent += 1) await manager.call('POST', `/webhooks/${id}/test-event`, trial)
    await workers.runOnce()
    await attempted(60)
    const { body } = await manager.call('GET', `/webhooks/${id}`)
    assert.deepEqual([body.exhausted_deliveries, body.is_active], [5, false])
    const { data } = (await manager.call('GET', `/activity?subject_id=${id}&action=webhook.disabled`)).body
    assert.deepEqual([data.length, data[0].at], [1, body.disabled_at])
  })

  test('shows to people of one site too who switched it off, and to which sites it is limited', async () => {
    const workspace = await app.workspace()
    const site = await workspace.site('Leipzig')
    const [admin, limited] = [
      await signInAs(app, workspace, 'admin'),
      await signInAs(app, workspace, 'manager', { siteIds: [site] }),
    ]
    const make = async (by: TestSession) =>
      (await by.call('POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/hook' } })).body.id
    const read = async (by: TestSession, id: string) => (await by.call('GET', `/webhooks/${id}`)).body
    const id = await make(limited)
    assert.deepEqual((await read(admin, id)).site_ids, [site])
    assert.equal((await read(admin, await make(admin))).site_ids, null)

    const trial = { body: { type: 'calibration.overdue' } }
    for (let sent = 0; sent < 5; sent += 1) await limited.call('POST', `/webhooks/${id}/test-event`, trial)
    await workers.runOnce()
    assert.equal((await read(limited, id)).switched_off_after, null)
    await attempted(60)
    assert.deepEqual(await stateOf(limited), [false, 5])
    // What is changed while it is off does not make a person the one who switched it off.
    app.clock.advance(1000)
    await limited.call('PATCH', `/webhooks/${id}`, { body: { description: 'ERP' } })
    assert.deepEqual(await stateOf(limited), [false, 5])
    await limited.call('PATCH', `/webhooks/${id}`, { body: { is_active: true } })
    assert.deepEqual(await stateOf(limited), [true, null])
    app.clock.advance(1000)
    await admin.call('PATCH', `/webhooks/${id}`, { body: { is_active: false } })
    assert.deepEqual(await stateOf(limited), [false, null])

    async function stateOf(by: TestSession) {
      const { is_active, switched_off_after } = await read(by, id)
      return [is_active, switched_off_after]
    }
  })

  test('returns its version, and is not found by people of other workspaces', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const { id } = await subscribe(app, workspace, { url: 'http://127.0.0.1:9/hook' })
    const { headers } = await manager.call('GET', `/webhooks/${id}`)
    const version = headers.get('etag')!
    const change = () =>
      manager.call('PATCH', `/webhooks/${id}`, {
        body: { description: 'ERP' },
        headers: { 'if-match': version },
      })
    assert.equal((await change()).status, 200)
    assert.equal((await change()).body.code, 'PRECONDITION_FAILED')
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await stranger.call('GET', `/webhooks/${id}`)).body.code, 'NOT_FOUND')
    assert.equal((await stranger.call('GET', `/webhooks/${id}/deliveries`)).body.code, 'NOT_FOUND')
    assert.deepEqual((await stranger.call('GET', '/webhooks')).body.data, [])
  })
})
