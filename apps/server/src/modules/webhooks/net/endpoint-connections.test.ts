import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { HANG_MS } from '@plumbline/testing'
import {
  startHostileReceiver,
  testAuthority,
  type HostileReceiver,
} from '../../../../test/servers/hostile-receiver.ts'
import type { NameLookup } from './address-guard.ts'
import { createEndpointConnections, type EndpointConnections } from './endpoint-connections.ts'
import { sendDelivery, type AttemptOutcome } from './send-delivery.ts'

const BODY = Buffer.from('{}')
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

const loopback: NameLookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])

async function receiver(
  t: TestContext,
  response = (socket: Socket): unknown => socket.write(OK),
): Promise<HostileReceiver & { url: string }> {
  const started = await startHostileReceiver({ response })
  t.after(() => started.close())
  return { ...started, url: `https://hooks.receiver.test:${started.port}/` }
}

function connectionsOf(t: TestContext, options: object = {}): EndpointConnections {
  const connections = createEndpointConnections({
    lookup: loopback,
    allowPrivateTargets: true,
    certificateAuthority: testAuthority,
    ...options,
  })
  t.after(() => connections.close())
  return connections
}

function send(connections: EndpointConnections, url: string, endpointId = 'one'): Promise<AttemptOutcome> {
  return sendDelivery(connections, { endpointId, url, headers: {}, body: BODY, timeoutMs: HANG_MS })
}

async function closed(target: HostileReceiver): Promise<void> {
  if (target.connections.every((socket) => !socket.closed)) await target.nextClose()
}

test('deliveries one after the other share a connection', async (t) => {
  const target = await receiver(t)
  const connections = connectionsOf(t)
  for (let sent = 0; sent < 3; sent++) {
    assert.equal((await send(connections, target.url)).outcome, 'succeeded')
    // The client takes its connection back in the same turn of the event loop in which the response ended.
    await nextTurn()
  }
  assert.equal(target.connections.length, 1)
})

test('an endpoint never has more connections than its share, and further attempts wait in line', async (t) => {
  const target = await receiver(t)
  const connections = connectionsOf(t, { connectionsPerEndpoint: 2 })
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(connections, target.url)))
  assert.ok(outcomes.every(({ outcome }) => outcome === 'succeeded'))
  assert.equal(target.requests.length, 10)
  assert.equal(target.connections.length, 2)
})

test('an endpoint that never responds does not delay another at the same receiver', async (t) => {
  const dead = await receiver(t, () => {})
  const alive = await receiver(t)
  const connections = connectionsOf(t)
  const stuck = Array.from({ length: 4 }, () =>
    sendDelivery(connections, { endpointId: 'dead', url: dead.url, headers: {}, body: BODY, timeoutMs: 200 }),
  )
  assert.equal((await send(connections, alive.url, 'alive')).outcome, 'succeeded')
  assert.ok((await Promise.all(stuck)).every(({ timedOut }) => timedOut))
})

test('concurrent attempts to one name share a look-up', async (t) => {
  const target = await receiver(t)
  let asked = 0
  const lookup: NameLookup = () => {
    asked++
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  }
  const connections = connectionsOf(t, { lookup })
  await Promise.all([send(connections, target.url, 'one'), send(connections, target.url, 'two')])
  assert.equal(asked, 1)
  await send(connections, target.url, 'one')
  assert.equal(asked, 2)
})

test('the least recently used endpoint loses its connections when too many are open', async (t) => {
  const [first, second, third] = [await receiver(t), await receiver(t), await receiver(t)]
  const connections = connectionsOf(t, { idleEndpointsMax: 2 })
  await send(connections, first.url, 'first')
  await send(connections, second.url, 'second')
  await send(connections, first.url, 'first')
  await send(connections, third.url, 'third')
  await closed(second)
  await send(connections, first.url, 'first')
  assert.equal(first.connections.length, 1)
})

test('an endpoint with a running attempt keeps its connections, whatever the limit', async (t) => {
  const arrived = Promise.withResolvers<Socket>()
  const busy = await receiver(t, (socket) => {
    if (busy.requests.length === 1) arrived.resolve(socket)
    else socket.write(OK)
  })
  const other = await receiver(t)
  const connections = connectionsOf(t, { idleEndpointsMax: 1 })
  const sent = send(connections, busy.url, 'busy')
  const socket = await arrived.promise
  await send(connections, other.url, 'other')
  socket.write(OK)
  assert.equal((await sent).outcome, 'succeeded')
  await nextTurn()
  assert.equal((await send(connections, busy.url, 'busy')).outcome, 'succeeded')
  assert.equal(busy.connections.length, 1)
})

test('a changed url leaves the old connection', async (t) => {
  const [before, after] = [await receiver(t), await receiver(t)]
  const connections = connectionsOf(t)
  await send(connections, before.url)
  await send(connections, after.url)
  await closed(before)
  assert.equal(after.requests.length, 1)
})

test('forgetting an endpoint lets its running attempt finish', async (t) => {
  const arrived = Promise.withResolvers<Socket>()
  const target = await receiver(t, (socket) => arrived.resolve(socket))
  const connections = connectionsOf(t)
  const sent = send(connections, target.url)
  const socket = await arrived.promise
  const forgotten = connections.forget('one')
  socket.write(OK)
  assert.equal((await sent).outcome, 'succeeded')
  await forgotten
  await closed(target)
})

test('a URL that is refused later closes open connections', async (t) => {
  const target = await receiver(t)
  const responses = [[{ address: '127.0.0.1', family: 4 }], []]
  const connections = connectionsOf(t, { lookup: () => Promise.resolve(responses.shift() ?? []) })
  await send(connections, target.url)
  assert.equal((await send(connections, target.url)).outcome, 'failed')
  await closed(target)
})
