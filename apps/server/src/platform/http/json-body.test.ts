import assert from 'node:assert/strict'
import { connect, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Closed, defineOperations } from '@plumbline/contract'
import { HANG_MS } from '@plumbline/testing'
import { Type } from 'typebox'
import { plainOperation } from '../../../test/plain-operation.ts'
import { createLog } from '../log.ts'
import { createHttpServer, mountOperations } from './index.ts'

const operations = defineOperations({
  send: {
    ...plainOperation,
    method: 'POST',
    path: '/things',
    body: Closed({
      any: Type.Optional(Type.Unknown()),
      few: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
      many: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
    }),
  },
})

const caller = { role: 'admin', scope: 'write', siteIds: null } as const
/** A server that waits so long for a body. */
function serverWaiting(jsonBodyTimeoutMs: number) {
  const app = createHttpServer({
    log: createLog('silent'),
    trustedProxies: [],
    defaultHeaders: {},
    jsonBodyTimeoutMs,
  })
  mountOperations(app, {
    prefix: '/api',
    deadlineMs: HANG_MS,
    operations,
    gate: async () => ({ headers: {}, outcome: { caller } }),
    handlers: { send: async () => ({ body: {} }) },
  })
  return app
}

const app = serverWaiting(HANG_MS)
const hasty = serverWaiting(50)

let port = 0
let hastyPort = 0
before(async () => {
  for (const server of [app, hasty]) await server.listen({ host: '127.0.0.1', port: 0 })
  ;[port, hastyPort] = [app, hasty].map(({ server }) => (server.address() as AddressInfo).port) as [
    number,
    number,
  ]
})
after(() => Promise.all([app.close(), hasty.close()]))

async function send(body: string, sent: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/json', ...sent }
  const response = await fetch(`http://127.0.0.1:${port}/api/things`, { method: 'POST', headers, body })
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test('JSON that is nested deeper than 64 levels is malformed; brackets in texts do not count', async () => {
  assert.equal((await send(`{"any":${nested(63)}}`)).status, 200)
  assert.equal((await send(JSON.stringify({ any: '['.repeat(100), few: ['\\"{{{{'] }))).status, 200)
  for (const levels of [64, 65, 100_000]) {
    const { status, body } = await send(`{"any":${nested(levels)}}`)
    assert.deepEqual([status, body.code], [400, 'INVALID_REQUEST'], `${levels}`)
  }
  assert.equal((await send('['.repeat(500_000))).status, 400)
})

test('a refusal lists 100 problems and states that there are more', async () => {
  const wrong = (count: number) => JSON.stringify({ many: Array.from({ length: count }, () => 1) })
  const hundred = await send(wrong(100))
  assert.deepEqual([hundred.status, hundred.body.details.errors.length], [422, 100])
  assert.equal(hundred.body.details.truncated, undefined)
  const more = await send(wrong(101))
  assert.deepEqual([more.body.details.errors.length, more.body.details.truncated], [100, true])
  const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, 1]))
  const { status, body } = await send(JSON.stringify(unknown))
  assert.deepEqual([status, body.details.errors.length, body.details.truncated], [422, 100, true])
})

test('a list that is too long is refused for its length only', async () => {
  const { status, body } = await send(JSON.stringify({ few: Array.from({ length: 200_000 }, () => 1) }))
  assert.equal(status, 422)
  assert.deepEqual(body.details.errors, [
    { loc: ['body', 'few'], msg: 'Too many items (maximum: 3).', type: 'maxItems' },
  ])
  assert.equal((await send(JSON.stringify({ few: [1] }))).body.details.errors[0].type, 'wrong_type')
})

test('a body with a Content-Encoding results in 415, one of another media type in 400', async () => {
  for (const coding of ['gzip', 'br', 'identity, gzip', 'nonsense']) {
    const { status, headers, body } = await send('{}', { 'content-encoding': coding })
    assert.deepEqual([status, body.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], coding)
    assert.equal(headers.get('accept-encoding'), 'identity')
  }
  for (const coding of ['identity', 'Identity', '']) {
    assert.equal((await send('{}', { 'content-encoding': coding })).status, 200)
  }
  const { status, body } = await send('{}', { 'content-type': 'text/plain' })
  assert.deepEqual([status, body.code], [400, 'INVALID_REQUEST'])
})

test('a body that does not arrive in time ends with 408', async () => {
  const socket = connect(hastyPort, '127.0.0.1')
  socket.write(
    'POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"any":',
  )
  let response = ''
  for await (const chunk of socket) response += String(chunk)
  assert.match(response, /^HTTP\/1\.1 408 /)
  assert.match(response, /\r\nconnection: close\r\n/i)
  assert.match(response, /"code":"REQUEST_TIMEOUT"/)
})

/** Sends a body part by part, each once the one before has left, and returns what comes back until the connection ends. */
async function sendInParts(to: number, head: string, parts: readonly Buffer[]): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  socket.write(`POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n`)
  const sending = (async () => {
    for (const part of parts) {
      await new Promise<void>((resolve, reject) =>
        socket.write(part, (error) => (error ? reject(error) : resolve())),
      )
    }
  })()
  let response = ''
  for await (const chunk of socket) response += String(chunk)
  await sending
  return response
}

test('a body that is too large is read to its end before the 413 that closes the connection, as proxies require', async () => {
  const part = Buffer.alloc(64 * 1024, ' ')
  const parts = Array.from({ length: 64 }, () => part)
  const announced = await sendInParts(port, `content-length: ${64 * part.length}\r\n`, parts)
  assert.match(announced, /^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n[^]*"code":"PAYLOAD_TOO_LARGE"/i)
  const size = `${part.length.toString(16)}\r\n`
  const chunk = Buffer.concat([Buffer.from(size), part, Buffer.from('\r\n')])
  const chunks = [...parts.map(() => chunk), Buffer.from('0\r\n\r\n')]
  assert.match(await sendInParts(port, 'transfer-encoding: chunked\r\n', chunks), /^HTTP\/1\.1 413 /)
})

test('a body that is too large and never arrives is not waited for longer than others', async () => {
  assert.match(await sendInParts(hastyPort, 'content-length: 2000000\r\n', []), /^HTTP\/1\.1 413 /)
})
