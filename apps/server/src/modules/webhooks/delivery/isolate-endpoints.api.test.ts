import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startTestApp } from '../../../../test/app.ts'
import { startHostileReceiver } from '../../../../test/servers/hostile-receiver.ts'
import {
  deliveriesOf,
  enterInstrument,
  startReceiver,
  subscribe,
  testWorkers,
} from '../../../../test/webhooks.ts'

const app = await startTestApp({ WEBHOOK_MAX_ENDPOINTS: '50' })

/** A receiver that holds every request until it is let go, and sees how many it holds at once. */
async function holdingReceiver(t: TestContext) {
  const held = new Set<Socket>()
  let most = 0
  const receiver = await startHostileReceiver({
    certificate: null,
    response: (socket) => {
      held.add(socket)
      // The end of the stream is seen in the order of what arrives; 'close' may come after the next request.
      for (const over of ['end', 'close']) socket.once(over, () => held.delete(socket))
      most = Math.max(most, held.size)
    },
  })
  t.after(() => receiver.close())
  return {
    url: `http://127.0.0.1:${receiver.port}/hook`,
    requests: receiver.requests,
    close: () => receiver.close(),
    atOnce: () => held.size,
    mostAtOnce: () => {
      const seen = most
      most = held.size
      return seen
    },
    release: () => {
      for (const socket of held) socket.write('HTTP/1.1 204 Fine\r\n\r\n')
      held.clear()
    },
  }
}

test('receivers that never respond do not delay others, however long their queues are', async (t) => {
  const workers = testWorkers(app)
  const healthy = await startReceiver(t)
  const silent = await holdingReceiver(t)
  const [one, other] = await Promise.all([app.workspace(), app.workspace()])
  for (let dead = 0; dead < 30; dead += 1) await subscribe(app, one, { url: silent.url })
  await subscribe(app, one, { url: `${healthy.url}/one` })
  await subscribe(app, other, { url: `${healthy.url}/other` })
  for (let event = 0; event < 20; event += 1) await enterInstrument(app, one)
  await enterInstrument(app, other)
  await workers.start()
  while (healthy.requests.length < 21) await healthy.nextRequest()
  assert.equal(healthy.requests.filter(({ line }) => line.includes('/other')).length, 1)
  // Nothing of the silent ones has ended by now.
  assert.ok(silent.requests.length > 0)
  assert.equal(silent.atOnce(), silent.requests.length)
  await silent.close()
  await workers.stop()
})

test('an endpoint has at most four attempts at a time', async (t) => {
  const [first, second] = [testWorkers(app), testWorkers(app)]
  const holding = await holdingReceiver(t)
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: holding.url })
  for (let event = 0; event < 6; event += 1) await enterInstrument(app, workspace)
  const delivered = first.runOnce()
  while (holding.requests.length < 4) await nextTurn()
  // It looks for all work that may begin, and finds none.
  await second.runOnce()
  assert.equal(holding.requests.length, 4)
  holding.release()
  while (holding.requests.length < 6) await nextTurn()
  holding.release()
  await delivered
  assert.equal((await deliveriesOf(app, workspace, id, '?status=succeeded')).length, 6)
})

test('deliveries that take longer than a lease are all sent in one run', async (t) => {
  let passedMs = 0
  const workers = testWorkers(app, { nowMs: () => performance.now() + passedMs })
  const holding = await holdingReceiver(t)
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: holding.url })
  for (let event = 0; event < 6; event += 1) await enterInstrument(app, workspace)
  const delivered = workers.runOnce()
  while (holding.requests.length < 4) await nextTurn()
  passedMs = 20_000
  holding.release()
  while (holding.requests.length < 6) await nextTurn()
  holding.release()
  await delivered
  assert.equal((await deliveriesOf(app, workspace, id, '?status=succeeded')).length, 6)
})

test('an endpoint that timed out has one attempt at a time', async (t) => {
  const [impatient, first, second] = [
    testWorkers(app, { timeoutMs: 500 }),
    testWorkers(app),
    testWorkers(app),
  ]
  const silent = await holdingReceiver(t)
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: silent.url })
  for (let event = 0; event < 3; event += 1) await enterInstrument(app, workspace)
  await impatient.runOnce()
  const deliveries = await deliveriesOf(app, workspace, id)
  assert.deepEqual(new Set(deliveries.map((delivery) => delivery.status)), new Set(['failed']))
  while (silent.atOnce() > 0) await nextTurn()
  silent.mostAtOnce()
  app.clock.advance(10_000)
  const delivered = first.runOnce()
  while (silent.atOnce() === 0) await nextTurn()
  // It looks for all work that may begin, and finds none.
  await second.runOnce()
  assert.equal(silent.mostAtOnce(), 1)
  const isOver = delivered.then(() => true)
  while (!(await Promise.race([isOver, nextTurn(false)]))) silent.release()
})

test('two processes deliver each event once, and never the same one at the same time', async (t) => {
  const processes = [testWorkers(app), testWorkers(app), testWorkers(app)]
  const receiver = await startReceiver(t)
  const workspace = await app.workspace()
  for (const path of ['a', 'b', 'c']) await subscribe(app, workspace, { url: `${receiver.url}/${path}` })
  for (let event = 0; event < 20; event += 1) await enterInstrument(app, workspace)
  await Promise.all(processes.map((workers) => workers.runOnce()))
  await Promise.all(processes.map((workers) => workers.runOnce()))
  const arrived = receiver.requests.map(({ line, headers }) => `${line} ${headers['svc-event-id']}`)
  assert.equal(arrived.length, 60)
  assert.equal(new Set(arrived).size, 60)
})

test('a process that stops finishes its attempts and leaves the rest to others', async (t) => {
  const [first, second] = [testWorkers(app), testWorkers(app)]
  const holding = await holdingReceiver(t)
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: holding.url })
  for (let event = 0; event < 6; event += 1) await enterInstrument(app, workspace)
  await first.start()
  while (holding.requests.length < 4) await nextTurn()
  const stopped = first.stop()
  holding.release()
  await stopped
  assert.equal((await deliveriesOf(app, workspace, id, '?status=succeeded')).length, 4)
  assert.equal((await deliveriesOf(app, workspace, id, '?status=pending')).length, 2)
  const drained = second.runOnce()
  while (holding.requests.length < 6) await nextTurn()
  holding.release()
  await drained
  assert.equal((await deliveriesOf(app, workspace, id, '?status=succeeded')).length, 6)
})
