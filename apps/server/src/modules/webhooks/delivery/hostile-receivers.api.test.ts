import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startTestApp } from '../../../../test/app.ts'
import { startHostileReceiver, type ReceiverOptions } from '../../../../test/servers/hostile-receiver.ts'
import {
  deliveriesOf,
  enterInstrument,
  startReceiver,
  subscribe,
  testWorkers,
} from '../../../../test/webhooks.ts'

const app = await startTestApp()
const workers = testWorkers(app)
/** For receivers that never come to an end; everybody else has the time that a busy machine needs. */
const impatient = testWorkers(app, { timeoutMs: 700 })
const LATE = /within 0\.7 s/

const responding = (text: string): ReceiverOptions => ({ response: (socket) => void socket.write(text) })
const withStatus = (status: number) => responding(`HTTP/1.1 ${status} Status\r\nContent-Length: 2\r\n\r\nok`)
const inAMinute = () => new Date(Date.now() + 60_000).toUTCString()
const bomb = gzipSync(Buffer.alloc(10_000_000))

/** Writes on and on, as fast as it is read. */
function writeForEver(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  const line = 'endless '.repeat(1000)
  const more = () => {
    while (!socket.destroyed && socket.write(line));
  }
  socket.on('drain', more)
  more()
}

interface Expected {
  status: 'succeeded' | 'failed'
  code: number | null
  error: RegExp | null
  snippet?: string | null
}

const RECEIVERS: readonly [string, ReceiverOptions, Expected][] = [
  ['199', withStatus(199), { status: 'failed', code: 199, error: /status 199/ }],
  [
    '204',
    responding('HTTP/1.1 204 Fine\r\n\r\n'),
    { status: 'succeeded', code: 204, error: null, snippet: null },
  ],
  ['299', withStatus(299), { status: 'succeeded', code: 299, error: null, snippet: 'ok' }],
  ['300', withStatus(300), { status: 'failed', code: 300, error: /redirects are not followed/ }],
  ['404', withStatus(404), { status: 'failed', code: 404, error: /status 404/, snippet: 'ok' }],
  ['500', withStatus(500), { status: 'failed', code: 500, error: /status 500/ }],
  [
    'a reset in mid-body',
    {
      response: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
        socket.destroySoon()
      },
    },
    { status: 'failed', code: 200, error: /without a complete response|before its response was complete/ },
  ],
  [
    'silence in the TLS handshake',
    { accept: (socket) => void socket.pause() },
    { status: 'failed', code: null, error: LATE },
  ],
  [
    'headers that never end',
    responding('HTTP/1.1 200 OK\r\nX-Slow: '),
    { status: 'failed', code: null, error: LATE },
  ],
  ['an endless body', { response: writeForEver }, { status: 'succeeded', code: 200, error: null }],
  [
    'a gzip bomb',
    {
      response: (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
        socket.write(bomb)
      },
    },
    { status: 'succeeded', code: 200, error: null, snippet: null },
  ],
  [
    'a certificate for another name',
    { certificate: 'other-name', ...withStatus(200) },
    { status: 'failed', code: null, error: /certificate of the receiver is for another host name/ },
  ],
  [
    'nonsense',
    responding('SSH-2.0-OpenSSH_9.2\r\n'),
    { status: 'failed', code: null, error: /not valid HTTP/ },
  ],
]

for (const [title, options, expected] of RECEIVERS) {
  test(`${title} leaves a delivery ${expected.status} with the reason`, async (t) => {
    const receiver = await startHostileReceiver(options)
    t.after(() => receiver.close())
    const workspace = await app.workspace()
    const { id } = await subscribe(app, workspace, { url: `https://127.0.0.1:${receiver.port}/in` })
    await enterInstrument(app, workspace)
    await (expected.error === LATE ? impatient : workers).runOnce()
    const [delivery] = await deliveriesOf(app, workspace, id)
    assert.deepEqual([delivery.status, delivery.last_status_code], [expected.status, expected.code])
    if (expected.error === null) assert.equal(delivery.last_error, null)
    else assert.match(delivery.last_error, expected.error)
    if (expected.snippet !== undefined) assert.equal(delivery.response_snippet, expected.snippet)
    assert.ok((delivery.response_snippet ?? '').length <= 500)
  })
}

test('a redirect opens no connection to its target', async (t) => {
  const canary = await startHostileReceiver({ certificate: null })
  t.after(() => canary.close())
  const receiver = await startReceiver(
    t,
    () => `HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:${canary.port}/`,
  )
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: receiver.url })
  await enterInstrument(app, workspace)
  await workers.runOnce()
  assert.equal((await deliveriesOf(app, workspace, id))[0].status, 'failed')
  assert.equal(canary.connections.length, 0)
})

test('Retry-After is read as a date too', async (t) => {
  const receiver = await startReceiver(t, () => `HTTP/1.1 503 Busy\r\nRetry-After: ${inAMinute()}`)
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: receiver.url })
  await enterInstrument(app, workspace)
  await workers.runOnce()
  const [{ next_attempt_at: next }] = await deliveriesOf(app, workspace, id)
  // A minute is more than twice the first delay, which is as long as it is lengthened to.
  const waitMs = Date.parse(next) - app.clock.now().getTime()
  assert.ok(waitMs >= 9000 && waitMs <= 11_000, `${waitMs} ms`)
})

test('a target that is no longer public gets no connection, and the log states the reason', async (t) => {
  const strict = testWorkers(app, {
    targets: {
      allowPrivateTargets: false,
      lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    },
  })
  const canary = await startHostileReceiver({})
  t.after(() => canary.close())
  const workspace = await app.workspace()
  const { id } = await subscribe(app, workspace, { url: `https://127.0.0.1:${canary.port}/` })
  // The name led to a public address when it was saved; now its owner has pointed it elsewhere.
  await app.asOwner((client) =>
    client.query('update webhook_endpoints set url = $2 where endpoint_id = $1', [
      id,
      `https://hooks.example.com:${canary.port}/`,
    ]),
  )
  await enterInstrument(app, workspace)
  await strict.runOnce()
  const [delivery] = await deliveriesOf(app, workspace, id)
  assert.deepEqual(
    [delivery.status, delivery.last_status_code, delivery.last_error],
    ['failed', null, 'The host name resolves to an address that is not public.'],
  )
  assert.equal(canary.connections.length, 0)
})
