import assert from 'node:assert/strict'
import { request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Closed, defineOperations } from '@plumbline/contract'
import { until } from '@plumbline/testing'
import { Type } from 'typebox'
import { plainOperation } from '../../../test/plain-operation.ts'
import { createLog } from '../log.ts'
import { createHttpServer, mountOperations, type Gate, type Permitted } from './index.ts'

const DEADLINE_MS = 50

const operations = defineOperations({
  hang: { ...plainOperation, method: 'GET', path: '/hang' },
  download: { ...plainOperation, method: 'GET', path: '/file' },
  send: { ...plainOperation, method: 'POST', path: '/thing', body: Closed({ name: Type.String() }) },
})

const gate: Gate<Permitted> = async ({ headers }) => {
  if (headers['x-gate'] === 'hang') await new Promise(() => undefined)
  return { headers: {}, outcome: { caller: { scope: 'read', role: null } } }
}

const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
mountOperations(app, {
  prefix: '/api',
  deadlineMs: DEADLINE_MS,
  operations,
  gate,
  handlers: {
    hang: () => new Promise(() => undefined),
    download: async () => {
      const file = new PassThrough()
      file.write('started, ')
      void deadlineToPass().then(() => file.end('ended'))
      return { body: file, headers: { 'content-type': 'text/plain' } }
    },
    send: async ({ body }) => ({ body }),
  },
})

let origin: string

/** Settles when the deadline of whatever began before has passed: a request that hangs has got its response. */
async function deadlineToPass(): Promise<void> {
  assert.equal((await fetch(`${origin}/hang`)).status, 503)
}

/** On a busy machine the deadline may pass before what is sent was looked at. */
async function untilInTime<Reply extends { status: number | undefined }>(
  send: () => Promise<Reply>,
): Promise<Reply> {
  let reply = await send()
  await until(
    async () => reply.status !== 503 || ((reply = await send()), false),
    'a response within the deadline',
  )
  return reply
}

before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`
})
after(() => app.close())

test('a gate or a handler that does not end results in 503 at the deadline', async () => {
  for (const [path, headers] of [
    ['/hang', {}],
    ['/file', { 'x-gate': 'hang' }],
  ] as const) {
    const reply = await fetch(origin + path, { headers })
    assert.equal(reply.status, 503, path)
    assert.equal(((await reply.json()) as { code: string }).code, 'SERVICE_UNAVAILABLE')
    assert.ok(reply.headers.get('retry-after'))
  }
})

test('a file whose download takes longer than the deadline arrives complete', async () => {
  const file = await untilInTime(() => fetch(`${origin}/file`))
  assert.equal(await file.text(), 'started, ended')
})

test('a body whose upload takes longer than the deadline is accepted', async () => {
  const response = await untilInTime(sendSlowly)
  assert.deepEqual(response, { status: 200, body: '{"name":"slow"}' })
})

/** Sends a body whose end comes after the deadline. */
async function sendSlowly(): Promise<{ status: number | undefined; body: string }> {
  const responded = Promise.withResolvers<{ status: number | undefined; body: string }>()
  const sending = openRequest(`${origin}/thing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  sending.on('response', (response) => {
    void text(response).then((body) => responded.resolve({ status: response.statusCode, body }))
  })
  sending.write('{"name":')
  await deadlineToPass()
  sending.end('"slow"}')
  return responded.promise
}
