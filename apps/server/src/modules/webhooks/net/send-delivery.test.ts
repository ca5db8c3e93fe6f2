import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { HANG_MS } from '@plumbline/testing'
import {
  startHostileReceiver,
  testAuthority,
  type HostileReceiver,
  type ReceiverOptions,
} from '../../../../test/servers/hostile-receiver.ts'
import type { NameLookup } from './address-guard.ts'
import { createEndpointConnections, type EndpointConnectionsOptions } from './endpoint-connections.ts'
import { sendDelivery, type AttemptOutcome, type DeliveryAttempt } from './send-delivery.ts'

const BODY = Buffer.from('{"id":"1","type":"instrument.created","data":{"name":"Drehmomentschlüssel"}}')
const loopback: NameLookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])

type Attempt = (changes?: Partial<DeliveryAttempt>) => Promise<AttemptOutcome>

async function receiver(t: TestContext, options: ReceiverOptions = {}): Promise<HostileReceiver> {
  const started = await startHostileReceiver(options)
  t.after(() => started.close())
  return started
}

function attemptsTo(t: TestContext, url: string, options: Partial<EndpointConnectionsOptions> = {}): Attempt {
  const connections = createEndpointConnections({
    lookup: loopback,
    allowPrivateTargets: true,
    certificateAuthority: testAuthority,
    ...options,
  })
  t.after(() => connections.close())
  const headers = { 'svc-event-id': '1' }
  const attempt = { endpointId: 'endpoint', url, headers, body: BODY, timeoutMs: HANG_MS }
  return (changes = {}) => sendDelivery(connections, { ...attempt, ...changes })
}

const urlOf = ({ port }: HostileReceiver): string => `https://hooks.receiver.test:${port}/in?a=b`
const responding = (head: string, body = ''): ReceiverOptions => ({
  response: (socket) =>
    socket.write(`HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
})

test('a delivery has exactly the signed bytes, the given headers and the name of the host', async (t) => {
  const target = await receiver(t, responding('200 OK', 'thanks'))
  const outcome = await attemptsTo(t, urlOf(target))()
  assert.deepEqual(outcome, {
    outcome: 'succeeded',
    statusCode: 200,
    error: null,
    snippet: 'thanks',
    retryAfterMs: null,
    timedOut: false,
  })
  const [request] = target.requests
  assert.equal(request?.line, 'POST /in?a=b HTTP/1.1')
  assert.equal(request.body, BODY.toString())
  assert.equal(request.servername, 'hooks.receiver.test')
  assert.equal(request.headers['host'], `hooks.receiver.test:${target.port}`)
  assert.equal(request.headers['svc-event-id'], '1')
  assert.equal(request.headers['content-type'], 'application/json')
  assert.equal(request.headers['accept-encoding'], 'identity')
})

const STATUSES: readonly [number, AttemptOutcome['outcome']][] = [
  [199, 'failed'],
  [200, 'succeeded'],
  [202, 'succeeded'],
  [299, 'succeeded'],
  [300, 'failed'],
  [304, 'failed'],
  [400, 'failed'],
  [404, 'failed'],
  [410, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
  [599, 'failed'],
]

for (const [status, expected] of STATUSES) {
  test(`a response with status ${status} has ${expected}`, async (t) => {
    const target = await receiver(t, responding(`${status} Whatever`))
    const outcome = await attemptsTo(t, urlOf(target))()
    assert.equal(outcome.outcome, expected)
    assert.equal(outcome.statusCode, status)
    assert.equal(outcome.error, expected === 'failed' ? outcome.error : null)
  })
}

test('204 without a body succeeds, also over plain http in development', async (t) => {
  const target = await receiver(t, {
    certificate: null,
    response: (socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
  })
  const outcome = await attemptsTo(t, `http://127.0.0.1:${target.port}/`)()
  assert.equal(outcome.outcome, 'succeeded')
  assert.equal(outcome.statusCode, 204)
  assert.equal(outcome.snippet, null)
})

test('early hints before the response are skipped', async (t) => {
  const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
  const target = await receiver(t, {
    response: (socket) => socket.write(`${interim}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`),
  })
  const outcome = await attemptsTo(t, urlOf(target))()
  assert.equal(outcome.statusCode, 200)
})

test('a redirect is a failure and its target sees no connection', async (t) => {
  const canary = await receiver(t, { certificate: null })
  for (const status of [301, 302, 303, 307, 308]) {
    const target = await receiver(
      t,
      responding(`${status} Moved\r\nLocation: http://127.0.0.1:${canary.port}/`),
    )
    const outcome = await attemptsTo(t, urlOf(target))()
    assert.equal(outcome.outcome, 'failed')
    assert.equal(outcome.error, `The receiver responded with status ${status}; redirects are not followed.`)
  }
  assert.equal(canary.connections.length, 0)
})

test('429 and 503 state how long to wait, in seconds or as a date; other responses do not', async (t) => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString()
  const waits = async (head: string): Promise<number | null> =>
    (await attemptsTo(t, urlOf(await receiver(t, responding(head))))()).retryAfterMs
  assert.equal(await waits('429 Too Many Requests\r\nRetry-After: 120'), 120_000)
  const earliest = Date.now()
  const dated = await waits(`503 Service Unavailable\r\nRetry-After: ${inAMinute}`)
  const readAt = Date.parse(inAMinute) - (dated ?? 0)
  assert.ok(readAt >= earliest && readAt <= Date.now(), `${dated} ms`)
  assert.equal(await waits('500 Oops\r\nRetry-After: 120'), null)
  assert.equal(await waits('429 Too Many Requests'), null)
})

test('a connection that is reset in the middle of the response fails the attempt', async (t) => {
  const target = await receiver(t, {
    response: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
      socket.destroySoon()
    },
  })
  const outcome = await attemptsTo(t, urlOf(target))()
  assert.equal(outcome.outcome, 'failed')
  assert.equal(outcome.error, 'The connection ended without a complete response.')
  assert.equal(outcome.statusCode, 200)
})

test('a receiver that hangs up without a response, or responds in another protocol, fails the attempt', async (t) => {
  const mute = await receiver(t, { response: (socket) => socket.destroy() })
  const hungUp = await attemptsTo(t, urlOf(mute))()
  assert.match(hungUp.error ?? '', /^The (?:connection ended|receiver closed)/)
  const foreign = await receiver(t, { response: (socket) => socket.write('220 smtp.example.com ESMTP\r\n') })
  assert.equal((await attemptsTo(t, urlOf(foreign))()).error, 'The response was not valid HTTP.')
})

test('headers without end are cut', async (t) => {
  const head = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n`
  const target = await receiver(t, { response: (socket) => socket.write(head) })
  const outcome = await attemptsTo(t, urlOf(target))()
  assert.equal(outcome.error, 'The response headers were too large.')
})

test('headers or a body that arrive too slowly are a time-out, and the connection is aborted', async (t) => {
  const partial = ['', 'HTTP/1.1 200 OK\r\nX-Slow', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ndrip']
  for (const text of partial) {
    const target = await receiver(t, { response: (socket) => socket.write(text) })
    const send = attemptsTo(t, urlOf(target))
    let outcome = await send({ timeoutMs: 60 })
    // On a busy machine the time may have passed before the request arrived.
    while (target.requests.length === 0) outcome = await send({ timeoutMs: 60 })
    assert.equal(outcome.outcome, 'failed')
    assert.equal(outcome.timedOut, true)
    assert.equal(outcome.error, 'The receiver did not send a complete response within 0.06 s.')
    if (target.connections[0]?.closed !== true) await target.nextClose()
  }
})

test('of an endless response 64 KiB are read, then the connection is cut and the status decides', async (t) => {
  for (const [status, expected] of [
    [200, 'succeeded'],
    [500, 'failed'],
  ] as const) {
    const target = await receiver(t, {
      response: (socket) => {
        const pour = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(16_384)));
        }
        socket.on('drain', pour).write(`HTTP/1.1 ${status} X\r\n\r\n`)
        pour()
      },
    })
    const outcome = await attemptsTo(t, urlOf(target))()
    assert.equal(outcome.outcome, expected)
    assert.equal(outcome.snippet, 'x'.repeat(500))
    if (target.connections[0]?.closed !== true) await target.nextClose()
  }
})

test('a compressed response is never unpacked', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const target = await receiver(t, {
    response: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb.subarray(0, 40_000))
      socket.write(bomb.subarray(40_000))
    },
  })
  const before = process.memoryUsage().rss
  const outcome = await attemptsTo(t, urlOf(target))()
  assert.equal(outcome.outcome, 'succeeded')
  assert.equal(outcome.snippet, null)
  assert.ok(process.memoryUsage().rss - before < 40_000_000)
})

test('a response that states in any letter case that it is not compressed is shown', async (t) => {
  const target = await receiver(t, responding('200 OK\r\nContent-Encoding: Identity', 'thanks'))
  assert.equal((await attemptsTo(t, urlOf(target))()).snippet, 'thanks')
})

test('a handshake that hangs is cancelled', async (t) => {
  const silent = await receiver(t, { certificate: null })
  const outcome = await attemptsTo(t, urlOf(silent), { connectTimeoutMs: 50 })()
  assert.equal(outcome.error, 'The receiver did not accept the connection in time.')
  assert.equal(outcome.statusCode, null)
})

test('a request whose attempt has ended is not written to a connection that opens late', async (t) => {
  const target = await receiver(t, responding('200 OK'))
  const opened = Promise.withResolvers<Socket>()
  const gate = await receiver(t, { certificate: null, accept: (socket) => opened.resolve(socket.pause()) })
  const send = attemptsTo(t, urlOf(gate))
  let outcome = await send({ timeoutMs: 30 })
  while (gate.connections.length === 0) outcome = await send({ timeoutMs: 30 })
  assert.equal(outcome.timedOut, true)
  const held = await opened.promise
  const through = connect(target.port, '127.0.0.1')
  through.on('error', () => {})
  held.pipe(through).pipe(held)
  await once(held, 'close')
  assert.equal(target.requests.length, 0)
})

test('each fault of a certificate is named', async (t) => {
  const other = await receiver(t, { certificate: 'other-name' })
  const error = async (url: string, options = {}): Promise<string | null> =>
    (await attemptsTo(t, url, options)()).error
  assert.equal(await error(urlOf(other)), 'The certificate of the receiver is for another host name.')
  const target = await receiver(t)
  const unknown = { certificateAuthority: undefined }
  assert.match(
    (await error(urlOf(target), unknown)) ?? '',
    /certificate of the receiver (?:cannot be verified|was not issued)/,
  )
  assert.equal(target.requests.length, 0)
})

test('a receiver without TLS is distinguished from one that does not listen', async (t) => {
  const plain = await receiver(t, {
    certificate: null,
    accept: (socket) => socket.write('HTTP/1.1 400 Bad\r\n\r\n'),
  })
  const noTls = await attemptsTo(t, urlOf(plain))()
  assert.equal(noTls.error, 'The receiver and this server could not agree on a TLS connection.')
  const gone = await startHostileReceiver()
  await gone.close()
  assert.equal((await attemptsTo(t, urlOf(gone))()).error, 'The receiver refused the connection.')
})

test('an attempt to a private or unresolvable host fails and opens no connection', async (t) => {
  const canary = await receiver(t, { certificate: null })
  const guarded = { allowPrivateTargets: false }
  const responses: LookupAddress[][] = [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [],
  ]
  for (const response of responses) {
    const send = attemptsTo(t, urlOf(canary), { ...guarded, lookup: () => Promise.resolve(response) })
    const outcome = await send()
    assert.equal(outcome.outcome, 'failed')
    assert.match(outcome.error ?? '', /not public|could not be resolved/)
  }
  const literal = await attemptsTo(t, `https://127.0.0.1:${canary.port}/`, guarded)()
  assert.equal(literal.error, 'The address in the URL is not public.')
  const plain = await attemptsTo(t, `http://hooks.receiver.test:${canary.port}/`, guarded)()
  assert.equal(plain.error, 'The URL must start with https://.')
  assert.equal(canary.connections.length, 0)
})

test('a name is checked again at each attempt', async (t) => {
  const target = await receiver(t, responding('200 OK'))
  const responses = [[{ address: '127.0.0.1', family: 4 }], []]
  let asked = 0
  const send = attemptsTo(t, urlOf(target), { lookup: () => Promise.resolve(responses[asked++] ?? []) })
  assert.equal((await send()).outcome, 'succeeded')
  assert.equal((await send()).error, 'The host name could not be resolved.')
  assert.equal(asked, 2)
  assert.equal(target.requests.length, 1)
})

test('headers that HTTP cannot carry are an outcome, not an exception', async (t) => {
  const target = await receiver(t, responding('200 OK'))
  const outcome = await attemptsTo(t, urlOf(target))({ headers: { 'svc-event-id': 'a\r\nb' } })
  assert.equal(outcome.outcome, 'failed')
  assert.equal(target.requests.length, 0)
})
