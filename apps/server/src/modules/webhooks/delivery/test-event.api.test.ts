import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../../../test/app.ts'
import { signInAs } from '../../../../test/session.ts'
import { startReceiver, subscribe, testWorkers } from '../../../../test/webhooks.ts'

const app = await startTestApp()
const workers = testWorkers(app)
await workers.start()
const UNKNOWN = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'

describe('a test event', () => {
  test('arrives signed, whatever the endpoint subscribes to, and is in its log', async (t) => {
    const receiver = await startReceiver(t)
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const { id } = await subscribe(app, workspace, { url: receiver.url, events: ['instrument.retired'] })
    const arrival = receiver.nextRequest()
    const sent = await manager.call('POST', `/webhooks/${id}/test-event`, {
      body: { type: 'calibration.voided' },
    })
    assert.equal(sent.status, 201, JSON.stringify(sent.body))
    await arrival
    const [event] = receiver.events()
    assert.deepEqual([event.id, event.type], [sent.body.event_id, 'calibration.voided'])
    const log = await manager.call('GET', `/webhooks/${id}/deliveries`)
    assert.deepEqual(
      log.body.data.map((delivery: { event_id: string }) => delivery.event_id),
      [sent.body.event_id],
    )
  })

  test('is refused for an unknown type, an endpoint that is paused, and one of elsewhere', async () => {
    const workspace = await app.workspace()
    const manager = await signInAs(app, workspace, 'manager')
    const { id } = await subscribe(app, workspace, { url: 'http://127.0.0.1:9/hook' })
    const send = (to: string, type: string, by = manager) =>
      by.call('POST', `/webhooks/${to}/test-event`, { body: { type } })
    assert.deepEqual((await send(id, 'instrument.lost')).status, 422)
    assert.equal(
      (await manager.call('POST', `/webhooks/${id}/test-event`, { body: {} })).body.code,
      'VALIDATION_ERROR',
    )
    assert.equal((await send(UNKNOWN, 'instrument.created')).body.code, 'NOT_FOUND')
    const stranger = await signInAs(app, await app.workspace(), 'admin')
    assert.equal((await send(id, 'instrument.created', stranger)).body.code, 'NOT_FOUND')
    await manager.call('PATCH', `/webhooks/${id}`, { body: { is_active: false } })
    const paused = await send(id, 'instrument.created')
    assert.deepEqual([paused.status, paused.body.code], [409, 'CONFLICT'])
    for (const role of ['technician', 'auditor'] as const) {
      const response = await send(id, 'instrument.created', await signInAs(app, workspace, role))
      assert.deepEqual([response.status, response.body.code], [403, 'INSUFFICIENT_ROLE'], role)
    }
  })
})
