import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { defineOperations } from '@plumbline/contract'
import { plainOperation } from '../../../test/plain-operation.ts'
import { ApiError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createHttpServer, mountOperations } from './index.ts'

const reply = { ...plainOperation.reply, headers: { ETag: 'd' } }
const operations = defineOperations({
  read: { ...plainOperation, method: 'GET', path: '/long', reply },
  short: { ...plainOperation, method: 'GET', path: '/short' },
  file: { ...plainOperation, method: 'GET', path: '/file' },
  refused: { ...plainOperation, method: 'GET', path: '/refused' },
  secret: { ...plainOperation, method: 'POST', path: '/secret', reply: { ...reply, showsSecret: true } },
})

const long = { text: 'tolerance '.repeat(500) }
const caller = { role: 'admin', scope: 'write', siteIds: null } as const
const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
mountOperations(app, {
  prefix: '/api',
  deadlineMs: 60_000,
  operations,
  gate: async () => ({ headers: {}, outcome: { caller } }),
  compresses: ({ reply: { showsSecret } }) => !showsSecret,
  handlers: {
    read: async () => ({ body: long }),
    short: async () => ({ body: {} }),
    file: async () => ({ body: Buffer.from(long.text), headers: { 'content-type': 'application/pdf' } }),
    refused: async () => {
      throw new ApiError('CONFLICT', { details: long })
    },
    secret: async () => ({ body: long }),
  },
})

let origin = ''
before(async () => {
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

/** Fetch would unpack the body. */
async function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = sendRequest(`${origin}/api${path}`, { method, headers })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await response.toArray())
  return { status: response.statusCode, headers: response.headers, bytes }
}

test('a long response is compressed for clients that accept it, with its own ETag', async () => {
  const plain = await send('/long')
  const json = JSON.stringify(long)
  assert.deepEqual([plain.headers['content-encoding'], plain.bytes.toString()], [undefined, json])
  const tag = String(plain.headers['etag'])
  for (const [coding, unpacked] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const { headers, bytes } = await send('/long', { 'accept-encoding': coding })
    assert.equal(unpacked(bytes).toString(), json)
    assert.deepEqual(
      [headers['content-encoding'], headers['vary'], headers['content-length'], headers['etag']],
      [coding, 'Accept-Encoding', String(bytes.length), tag.replace(/"$/, `+${coding}"`)],
    )
    const held = await send('/long', { 'accept-encoding': coding, 'if-none-match': String(headers['etag']) })
    assert.deepEqual(
      [held.status, held.headers['etag'], held.headers['vary']],
      [304, headers['etag'], 'Accept-Encoding'],
    )
    assert.deepEqual([held.headers['content-encoding'], held.bytes.length], [undefined, 0])
    const head = await send('/long', { 'accept-encoding': coding }, 'HEAD')
    assert.deepEqual(
      [head.headers['content-length'], head.headers['etag']],
      [headers['content-length'], headers['etag']],
    )
  }
})

test('a refusal is compressed like any response', async () => {
  const { status, headers } = await send('/refused', { 'accept-encoding': 'gzip' })
  assert.deepEqual([status, headers['content-encoding']], [409, 'gzip'])
})

test('short responses, files, and responses with a secret are not compressed', async () => {
  for (const [path, method] of [
    ['/short', 'GET'],
    ['/file', 'GET'],
    ['/secret', 'POST'],
  ] as const) {
    const { status, headers } = await send(path, { 'accept-encoding': 'gzip, br' }, method)
    assert.deepEqual([status, headers['content-encoding']], [200, undefined], path)
  }
  assert.equal((await send('/short')).headers['vary'], 'Accept-Encoding')
})
