import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { defineOperations, Closed, Nullable, Text, Timestamp, TrimmedText, Uuid } from '@plumbline/contract'
import { Writable } from 'node:stream'
import { Type } from 'typebox'
import type { Actor } from '../actor.ts'
import { ApiError, UnavailableError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createHttpServer, mountOperations, passGate, type Gate } from './index.ts'

const PREFIX = '/api/test/v1'

const operations = defineOperations({
  list: {
    method: 'GET',
    path: '/things',
    tag: 't',
    summary: 's',
    scope: 'read',
    query: Closed({
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      since: Type.Optional(Timestamp()),
      name: Type.Optional(Type.String({ maxLength: 3 })),
    }),
    reply: { status: 200, description: 'd' },
    errors: [],
  },
  create: {
    method: 'POST',
    path: '/things/{thing_id}/parts',
    tag: 't',
    summary: 's',
    scope: 'write',
    roles: ['admin'],
    params: Closed({ thing_id: Uuid() }),
    headers: Type.Object({ 'idempotency-key': Type.String({ maxLength: 5 }) }),
    body: Closed({
      name: TrimmedText(3),
      at: Type.Optional(Timestamp()),
      note: Type.Optional(Nullable(Text(2))),
      password: Type.Optional(Text(4)),
    }),
    reply: { status: 201, description: 'd' },
    errors: [],
  },
  act: {
    method: 'POST',
    path: '/things/{thing_id}/act',
    tag: 't',
    summary: 's',
    scope: 'write',
    params: Closed({ thing_id: Uuid() }),
    reply: { status: 200, description: 'd' },
    errors: [],
  },
  fail: {
    method: 'GET',
    path: '/fail',
    tag: 't',
    summary: 's',
    scope: 'read',
    reply: { status: 200, description: 'd' },
    errors: [],
  },
  away: {
    method: 'GET',
    path: '/away',
    tag: 't',
    summary: 's',
    scope: 'read',
    reply: { status: 200, description: 'd' },
    errors: [],
  },
  hook: {
    method: 'POST',
    path: '/hooks',
    tag: 't',
    summary: 's',
    scope: 'write',
    valueRuleError: 'INVALID_REQUEST',
    body: Closed({ url: Text(5) }),
    reply: { status: 201, description: 'd' },
    errors: [],
  },
})

const ID = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'
const BODY_BYTES_MAX = 1024 * 1024

/** Keys of these tests are `role scope`; anything else is refused. */
const gate: Gate<Actor> = async ({ headers }) => {
  const [role, scope] = String(headers['x-api-key'] ?? '').split(' ')
  const known = role === 'admin' || role === 'technician'
  if (!known)
    return { headers: { 'x-ratelimit-limit': '120' }, outcome: { refusal: new ApiError('UNAUTHORIZED') } }
  const caller: Actor = {
    type: 'api_key',
    id: 'k',
    userId: 'u',
    name: 'N',
    workspaceId: ID,
    role,
    scope: scope === 'read' ? 'read' : 'write',
    siteIds: null,
  }
  return { headers: { 'x-ratelimit-limit': '120' }, outcome: { caller } }
}

const logged: string[] = []
const destination = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    logged.push(chunk.toString())
    done()
  },
})

const app = createHttpServer({
  log: createLog('info', destination),
  trustedProxies: [],
  defaultHeaders: { 'x-ratelimit-limit': '120' },
  beforeBadUrl: (request, reply) => passGate({ gate, deadlineMs: 60_000 }, request, reply),
})
mountOperations(app, {
  prefix: PREFIX,
  deadlineMs: 60_000,
  operations,
  gate,
  handlers: {
    list: async ({ query }) => ({ body: query }),
    create: async ({ body, params, headers }) => ({ body: { body, params, headers } }),
    act: async ({ body }) => ({ body }),
    fail: async () => {
      throw new Error('the inner cause')
    },
    away: async () => {
      throw new UnavailableError('the database', new Error('refused'))
    },
    hook: async ({ body }) => ({ body }),
  },
})

let origin = ''
let port = 0
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  ;({ port } = app.server.address() as AddressInfo)
  origin = `http://127.0.0.1:${port}`
})
after(() => app.close())

interface Sent {
  key?: string
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

async function send(path: string, { key = 'admin write', method = 'GET', body, headers = {} }: Sent = {}) {
  const response = await fetch(`${origin}${PREFIX}${path}`, {
    method,
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const create = (body: unknown, headers: Record<string, string> = { 'idempotency-key': 'k' }) =>
  send(`/things/${ID}/parts`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  })

const locsOf = (reply: { body: { details: { errors: { loc: unknown[] }[] } } }) =>
  reply.body.details.errors.map((error) => error.loc.join('.'))

describe('a valid request', () => {
  test('reaches its handler with defaults, trimmed text, and instants truncated to milliseconds', async () => {
    const reply = await create({ name: '  ab ', at: '2026-11-21T04:56:39.123999Z', note: null })
    assert.equal(reply.status, 201)
    assert.deepEqual(reply.body.body, { name: 'ab', at: '2026-11-21T04:56:39.123Z', note: null })
    assert.deepEqual((await send('/things')).body, { limit: 50 })
  })

  test('has lengths counted in code points, so that a four-byte character counts once', async () => {
    assert.equal((await create({ name: '🔧🔧🔧' })).status, 201)
    assert.equal((await create({ name: '🔧🔧🔧🔧' })).status, 422)
  })

  test('every response has the request ID, that of the client if it is printable', async () => {
    const chosen = await send('/things', { headers: { 'x-request-id': 'my-id 1' } })
    assert.equal(chosen.headers.get('x-request-id'), 'my-id 1')
    const long = await send('/things', { headers: { 'x-request-id': 'x'.repeat(129) } })
    assert.match(long.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.ok(chosen.headers.get('date'))
  })
})

describe('checks in their order', () => {
  const cases: [string, string, Sent, number, string][] = [
    ['a missing key comes before an unknown path', '/nowhere', { key: '' }, 401, 'UNAUTHORIZED'],
    [
      'an unknown path comes before the scope',
      '/nowhere',
      { key: 'admin read', method: 'POST' },
      404,
      'NOT_FOUND',
    ],
    [
      'a wrong method comes before the scope',
      '/things',
      { key: 'admin read', method: 'DELETE' },
      405,
      'METHOD_NOT_ALLOWED',
    ],
    [
      'the scope comes before the role',
      `/things/${ID}/parts`,
      { key: 'technician read', method: 'POST' },
      403,
      'INSUFFICIENT_SCOPE',
    ],
    [
      'the role comes before a body that cannot be read',
      `/things/${ID}/parts`,
      { key: 'technician write', method: 'POST', body: '{' },
      403,
      'FORBIDDEN',
    ],
    [
      'a malformed id comes before a missing Idempotency-Key',
      '/things/7/parts',
      { method: 'POST', body: '{}' },
      422,
      'VALIDATION_ERROR',
    ],
    [
      'a missing Idempotency-Key comes before the body',
      `/things/${ID}/parts`,
      { method: 'POST', body: '{}' },
      400,
      'IDEMPOTENCY_KEY_REQUIRED',
    ],
    [
      'an empty Idempotency-Key counts as missing',
      `/things/${ID}/parts`,
      { method: 'POST', body: '{}', headers: { 'idempotency-key': '' } },
      400,
      'IDEMPOTENCY_KEY_REQUIRED',
    ],
  ]
  for (const [title, path, sent, status, code] of cases) {
    test(title, async () => {
      const reply = await send(path, sent)
      assert.deepEqual([reply.status, reply.body.code], [status, code])
      assert.equal(reply.headers.get('x-ratelimit-limit'), '120')
    })
  }

  test('refuse another method with the allowed ones', async () => {
    assert.equal((await send('/things', { method: 'PATCH' })).headers.get('allow'), 'GET, HEAD')
    assert.equal((await send(`/things/${ID}/act`, { method: 'PUT' })).headers.get('allow'), 'POST')
  })
})

describe('values that are refused', () => {
  test('all problems of a body are reported together', async () => {
    const reply = await create({ name: ' ', at: '2026-11-21T04:56:39+01:00', note: 'abc', extra: 1 })
    assert.equal(reply.status, 422)
    assert.deepEqual(locsOf(reply).toSorted(), ['body.at', 'body.extra', 'body.name', 'body.note'])
  })

  test('a body is required if the operation has one, and refused otherwise', async () => {
    assert.deepEqual(locsOf(await create('')), ['body'])
    const act = (body?: string) =>
      send(`/things/${ID}/act`, { method: 'POST', ...(body !== undefined && { body }) })
    assert.equal((await act()).status, 200)
    assert.equal((await act('')).status, 200)
    assert.equal((await act('{}')).status, 200)
    assert.deepEqual(locsOf(await act('{"a":1}')), ['body.a'])
  })

  const bodies: [string, unknown, string][] = [
    ['NUL in a value', { name: 'a\0' }, 'body.name'],
    ['a lone surrogate in a value', '{"name":"\\ud800"}', 'body.name'],
    ['NUL in a label', { name: 'a', 'x\0': 1 }, 'body'],
    ['an array for an object', [], 'body'],
    ['a number for text', { name: 7 }, 'body.name'],
    ['an instant that no calendar has', { name: 'a', at: '2026-02-29T00:00:00Z' }, 'body.at'],
    [
      'an instant with ten fractional digits',
      { name: 'a', at: '2026-02-28T00:00:00.0123456789Z' },
      'body.at',
    ],
    ['the hour 24', { name: 'a', at: '2026-02-28T24:00:00Z' }, 'body.at'],
    ['__proto__ as an unknown field', '{"name":"a","__proto__":{}}', 'body.__proto__'],
  ]
  for (const [title, body, loc] of bodies) {
    test(`${title} gives 422 and says where`, async () => {
      const reply = await create(body)
      assert.deepEqual([reply.status, ...locsOf(reply)], [422, loc])
    })
  }

  test('of a member that is repeated, the last one counts', async () => {
    assert.equal((await create('{"name":7,"name":"a"}')).status, 201)
    assert.deepEqual(locsOf(await create('{"name":"a","name":7}')), ['body.name'])
  })

  const queries: [string, number][] = [
    ['limit=0', 422],
    ['limit=1', 200],
    ['limit=100', 200],
    ['limit=101', 422],
    ['limit=abc', 422],
    ['limit=1.5', 422],
    ['limit=0x10', 422],
    ['limit=', 200],
    ['offset=9007199254740991', 200],
    ['offset=9007199254740992', 422],
    ['offset=99999999999999999999', 422],
    ['limit=5&limit=6', 422],
    ['unknown=1&unknown=2', 200],
    ['name=abcd', 422],
    ['name=%00', 422],
    ['since=2026-11-21', 422],
    ['since=2026-11-21T00:00:00Z', 200],
  ]
  for (const [query, status] of queries) {
    test(`?${query} gives ${status}`, async () => {
      const reply = await send(`/things?${query}`)
      assert.equal(reply.status, status)
      if (status === 422) assert.match(locsOf(reply)[0]!, /^query\./)
    })
  }

  test('an input is repeated unless it is long or could be a secret', async () => {
    const reply = await create({ name: 'abcd', note: 'x'.repeat(201), password: 'hunter2' })
    const shown = Object.fromEntries(
      reply.body.details.errors.map((error: { loc: string[]; input?: unknown }) => [
        error.loc[1],
        error.input,
      ]),
    ) as object
    assert.deepEqual(shown, { name: 'abcd', note: undefined, password: undefined })
    const header = await create({ name: 'a' }, { 'idempotency-key': 'secret' })
    assert.deepEqual(locsOf(header), ['header.idempotency-key'])
    assert.equal(header.body.details.errors[0].input, undefined)
  })

  test('rules for values of documents and webhooks give INVALID_REQUEST, the schema of the body VALIDATION_ERROR', async () => {
    const hook = (body: object) => send('/hooks', { method: 'POST', body: JSON.stringify(body) })
    const tooLong = await hook({ url: 'x'.repeat(6) })
    assert.deepEqual(
      [tooLong.status, tooLong.body.code, tooLong.body.details.field],
      [422, 'INVALID_REQUEST', 'url'],
    )
    assert.equal((await hook({ url: 7 })).body.code, 'VALIDATION_ERROR')
    assert.equal((await hook({ url: 'x'.repeat(6), more: 1 })).body.code, 'VALIDATION_ERROR')
  })
})

describe('requests that cannot be read', () => {
  const bodies: [string, Sent][] = [
    ['malformed JSON', { body: '{"name":' }],
    ['bytes that are not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ['a form', { body: 'name=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ]
  for (const [title, sent] of bodies) {
    test(`${title} gives 400 INVALID_REQUEST`, async () => {
      const reply = await send(`/things/${ID}/parts`, {
        ...sent,
        method: 'POST',
        headers: { 'idempotency-key': 'k', ...sent.headers },
      })
      assert.deepEqual([reply.status, reply.body.code], [400, 'INVALID_REQUEST'])
    })
  }

  test('a body over 1 MiB gives 413', async () => {
    const fits = JSON.stringify({ name: 'a'.repeat(BODY_BYTES_MAX - 11) })
    assert.equal(Buffer.byteLength(fits), BODY_BYTES_MAX)
    assert.equal((await create(fits)).status, 422)
    const reply = await create(`${fits} `)
    assert.deepEqual([reply.status, reply.body.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  test('bad percent-encoding gives 400 with a key and 401 without', async () => {
    const bad = await send('/things/%zz', { headers: { 'x-request-id': 'bad-1' } })
    assert.deepEqual([bad.status, bad.body.code], [400, 'INVALID_REQUEST'])
    const names = ['x-request-id', 'x-ratelimit-limit']
    assert.deepEqual(
      names.map((name) => bad.headers.get(name)),
      ['bad-1', '120'],
    )
    assert.deepEqual((await send('/things/%zz', { key: '' })).body.code, 'UNAUTHORIZED')
  })

  test('a very long ID is malformed', async () => {
    const reply = await send(`/things/${'a'.repeat(5000)}/act`, { method: 'POST' })
    assert.deepEqual([reply.status, ...locsOf(reply)], [422, 'path.thing_id'])
  })

  const nonsense: [string, string, number, string][] = [
    ['nonsense on the socket', 'HELLO\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'headers beyond the limit',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'a request without Host',
      `GET ${PREFIX}/things HTTP/1.1\r\nX-API-Key: admin read\r\nConnection: close\r\n\r\n`,
      400,
      'INVALID_REQUEST',
    ],
    [
      'a request with two hosts',
      `GET ${PREFIX}/things HTTP/1.1\r\nHost: a\r\nhost: b\r\nX-API-Key: admin read\r\nConnection: close\r\n\r\n`,
      400,
      'INVALID_REQUEST',
    ],
    [
      'an unknown path without Host',
      'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_REQUEST',
    ],
    [
      'a request of HTTP/1.0 without Host',
      `GET ${PREFIX}/things HTTP/1.0\r\nX-API-Key: admin read\r\n\r\n`,
      200,
      'limit',
    ],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 400, 'INVALID_REQUEST'],
    [
      'a method that nobody knows',
      `FETCH ${PREFIX}/things HTTP/1.1\r\nHost: a\r\n\r\n`,
      400,
      'INVALID_REQUEST',
    ],
    [
      'an expectation that nobody knows',
      `GET ${PREFIX}/things HTTP/1.1\r\nHost: a\r\nX-API-Key: admin read\r\nExpect: more\r\nConnection: close\r\n\r\n`,
      200,
      'limit',
    ],
  ]
  for (const [title, bytes, status, word] of nonsense) {
    test(`${title} gives ${status} in the envelope`, async () => {
      const reply = await raw(bytes)
      assert.match(reply, new RegExp(`^HTTP/1.1 ${status} `))
      assert.ok(reply.includes(`"${word}"`), reply)
      assert.match(reply, /x-ratelimit-limit: 120/i)
      assert.match(reply, /x-request-id: /i)
    })
  }
})

describe('failures of the server', () => {
  test('a 500 never shows its cause and logs it with the request id', async () => {
    const reply = await send('/fail', { headers: { 'x-request-id': 'find-me' } })
    assert.deepEqual([reply.status, reply.body.code], [500, 'INTERNAL_ERROR'])
    assert.ok(!JSON.stringify(reply.body).includes('inner cause'))
    const line = logged.find((entry) => entry.includes('the inner cause'))
    assert.ok(line?.includes('"requestId":"find-me"'))
  })

  test('an unreachable database gives 503 with Retry-After', async () => {
    const reply = await send('/away')
    assert.deepEqual([reply.status, reply.body.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.equal(reply.headers.get('retry-after'), '5')
  })
})

function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => (reply += chunk.toString()))
    socket.on('end', () => resolve(reply))
    socket.on('error', reject)
  })
}
