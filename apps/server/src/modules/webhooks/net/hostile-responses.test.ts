import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { HANG_MS } from '@plumbline/testing'
import { hostileResponses } from '../../../../test/servers/hostile-responses.ts'
import {
  startHostileReceiver,
  testAuthority,
  type ReceiverOptions,
} from '../../../../test/servers/hostile-receiver.ts'
import { ResponseTooLongError, limitResponses } from './response-limits.ts'
import { createEndpointConnections } from './endpoint-connections.ts'
import { sendDelivery, type AttemptOutcome } from './send-delivery.ts'

/** Far longer than a limit takes to be reached, so that a time-out means that there was none. */
const PATIENCE_MS = HANG_MS

/** For those who send too little for any limit, and whom only the time ends. */
const SHORT_MS = 300

async function attempt(
  t: TestContext,
  options: ReceiverOptions,
  timeoutMs: number,
): Promise<AttemptOutcome & { closed: () => Promise<unknown> }> {
  const receiver = await startHostileReceiver(options)
  t.after(() => receiver.close())
  const scheme = options.certificate === null ? 'http' : 'https'
  const send = attemptsTo(t, `${scheme}://hooks.receiver.test:${receiver.port}/in`)
  const outcome = await send(timeoutMs)
  return { ...outcome, closed: () => Promise.all(receiver.connections.map(closed)) }
}

function attemptsTo(t: TestContext, url: string): (timeoutMs: number) => Promise<AttemptOutcome> {
  const connections = createEndpointConnections({
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    allowPrivateTargets: true,
    certificateAuthority: testAuthority,
    connectionsPerEndpoint: 1,
  })
  t.after(() => connections.close())
  const delivery = { endpointId: 'endpoint', url, headers: {}, body: Buffer.from('{}') }
  return (timeoutMs) => sendDelivery(connections, { ...delivery, timeoutMs })
}

/** Not `once`, which an error before the close would end. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.closed ? resolve() : socket.on('close', () => resolve()).resume()))
}

const TOO_MANY_INTERIM = 'The receiver sent more than 16 interim responses (status 1xx).'
const TOO_MUCH = 'The receiver sent too much data before its response began.'
const HEADERS = 'The response headers were too large.'
const LATE = 'The receiver did not send a complete response within 0.3 s.'

type Kind = keyof typeof hostileResponses
type Expected = readonly [error: string | null, statusCode: number | null]

/** A receiver that came to the end of a head is judged by its status, as when a body is too long. */
const EXPECTED: Readonly<Record<Kind, Expected>> = {
  'interim responses without end': [TOO_MANY_INTERIM, null],
  'an interim response every few milliseconds': [TOO_MANY_INTERIM, null],
  'interim responses that are only a status line': [TOO_MANY_INTERIM, null],
  '100 Continue without end': ['The connection ended without a complete response.', null],
  'blank lines before the response': [TOO_MUCH, null],
  'a status line without end': [TOO_MUCH, null],
  'header lines without end': [HEADERS, null],
  'a header line without end': [HEADERS, null],
  'a head of single bytes': [TOO_MUCH, null],
  'extensions of a chunk without end': [null, 200],
  'chunks of one byte': [null, 200],
  'a body of single bytes': [null, 200],
  'trailers without end': [HEADERS, 200],
  'a body without end': [null, 200],
  'a gzip bomb': [null, 200],
  'a response and then blank lines without end': [null, 200],
  'one byte a second': [LATE, null],
  'no response': [LATE, null],
  'no handshake': [LATE, null],
  'a reset in the middle': ['The receiver closed the connection before its response was complete.', 200],
}

for (const [kind, [error, statusCode]] of Object.entries(EXPECTED)) {
  for (const certificate of ['receiver', null] as const) {
    const scheme = certificate === null ? 'http' : 'https'
    test(`${kind} over ${scheme}: the attempt and its connection are aborted, and the log states the reason`, async (t) => {
      const options = { ...hostileResponses[kind as Kind], certificate }
      const outcome = await attempt(t, options, error === LATE ? SHORT_MS : PATIENCE_MS)
      assert.deepEqual([outcome.error, outcome.statusCode], [error, statusCode])
      // One that was well-behaved as far as anybody read is kept for the next delivery.
      if (kind !== 'a gzip bomb') await outcome.closed()
    })
  }
}

test('sixteen interim responses before the final one are skipped', async (t) => {
  const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(16)
  const outcome = await attempt(
    t,
    {
      response: (socket) => socket.write(`${interim}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`),
    },
    PATIENCE_MS,
  )
  assert.equal(outcome.statusCode, 200)
  assert.equal(outcome.outcome, 'succeeded')
})

test('the limits of a response start again with each delivery on a connection', async (t) => {
  const body = 'x'.repeat(60_000)
  const receiver = await startHostileReceiver({
    response: (socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  })
  t.after(() => receiver.close())
  const send = attemptsTo(t, `https://hooks.receiver.test:${receiver.port}/in`)
  for (let count = 0; count < 8; count += 1) assert.equal((await send(PATIENCE_MS)).outcome, 'succeeded')
  assert.equal(receiver.connections.length, 1)
})

test('a connection with endless traffic that contains nothing readable is aborted', async (t) => {
  const [silent, busy] = await Promise.all([connectTo(t, {}), connectTo(t, { accept: pourInto })])
  const cut = new Promise((resolve) => silent.once('error', resolve))
  busy.resume()
  limitResponses(silent, busy)
  assert.ok((await cut) instanceof ResponseTooLongError)
})

async function connectTo(t: TestContext, options: ReceiverOptions): Promise<Socket> {
  const receiver = await startHostileReceiver({ ...options, certificate: null })
  t.after(() => receiver.close())
  const socket = connect(receiver.port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

function pourInto(socket: Socket): void {
  socket.write('x'.repeat(1_000_000))
}
