import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, operations, type Operation } from '@plumbline/contract'
import {
  ApiError,
  ConnectionError,
  createClient,
  errorClasses,
  PlumblineError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  type ClientOptions,
} from './index.ts'
import { readFileSync } from 'node:fs'
import { gapOf } from './pace.ts'
import { batchOperations, fileOperations, keyedOperations, routes } from './routes.ts'
import { VERSION } from './version.ts'
import { skipWaits } from '../test/skip-waits.ts'

const ID = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'

type Sent = { url: string; init: { headers: Record<string, string>; body?: string } }

/** A client whose requests get the given responses one after the other, an Error as a failure on the way. */
function scripted(responses: (Response | Error)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'https://calibration.example.com',
    apiKey: 'ctk_test',
    retryDelayMs: 1,
    fetch: async (url, init) => {
      sent.push({ url, init } as Sent)
      const response = responses.shift()
      if (response instanceof Response) return response
      throw response ?? new Error('no more responses')
    },
    ...options,
  })
  return { client, sent }
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })
const refusal = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ code, message: 'No.' }, status, headers)
const keysOf = (sent: Sent[]) => sent.map(({ init }) => init.headers['idempotency-key'])

test('the client has every operation of the contract, under its name, method and path', () => {
  const table: Record<string, Operation> = operations
  const promised = Object.entries(table).map(([name, { method, path }]) => [name, `${method} ${path}`])
  assert.deepEqual(routes, Object.fromEntries(promised))
  const takesKey = ({ headers }: Operation) => 'idempotency-key' in (headers?.properties ?? {})
  const isBatch = ({ path }: Operation) => path.endsWith('/batch')
  const namesWhere = (holds: (operation: Operation) => boolean) =>
    Object.keys(table).filter((name) => holds(table[name]!))
  assert.deepEqual(keyedOperations, namesWhere(takesKey))
  assert.deepEqual(batchOperations, namesWhere(isBatch))
  assert.deepEqual(
    fileOperations,
    namesWhere(({ reply }) => reply.contentType !== undefined),
  )
})

test('every error code of the contract has a class', () => {
  assert.deepEqual(Object.keys(errorClasses).toSorted(), Object.keys(errorCodes).toSorted())
})

test('parameters stand in path and query, encoded, and what is not set is not sent', async () => {
  const { client, sent } = scripted([json({ data: [] }), json({})])
  await client.listInstruments({ query: { asset_tag: 'A&B', limit: 5, status: undefined as never } })
  await client.getInstrument({ params: { instrument_id: 'a/b' } })
  assert.deepEqual(
    sent.map(({ url }) => url),
    [
      'https://calibration.example.com/api/public/v1/instruments?asset_tag=A%26B&limit=5',
      'https://calibration.example.com/api/public/v1/instruments/a%2Fb',
    ],
  )
  assert.equal(sent[0]?.init.headers['authorization'], 'Bearer ctk_test')
})

test('a key travels over http to the same machine alone, unless that is allowed', () => {
  for (const host of [
    'calibration.example.com',
    '10.0.0.7',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'notlocalhost',
  ])
    assert.throws(() => createClient({ baseUrl: `http://${host}` }), TypeError, host)
  for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080', 'app.localhost'])
    assert.doesNotThrow(() => createClient({ baseUrl: `http://${host}` }), host)
  assert.doesNotThrow(() => createClient({ baseUrl: 'http://calibration.example.com', allowHttp: true }))
})

test('a parameter that is missing or would lead to another path is refused before anything is sent', async () => {
  const { client, sent } = scripted([])
  for (const id of ['', '.', '..', undefined]) {
    await assert.rejects(client.getInstrument({ params: { instrument_id: id as string } }), TypeError)
  }
  assert.throws(() => createClient({ baseUrl: 'ftp://calibration.example.com' }), TypeError)
  assert.throws(() => createClient({ baseUrl: 'ftp://calibration.example.com', allowHttp: true }), TypeError)
  assert.equal(sent.length, 0)
})

test('the address may end in the prefix of the API, and a key may come from a function', async () => {
  const { client, sent } = scripted([json({})], {
    baseUrl: 'https://calibration.example.com/lab/api/public/v1/',
    apiKey: async () => 'ctk_rotated',
  })
  await client.getLedgerKey()
  assert.equal(sent[0]?.url, 'https://calibration.example.com/lab/api/public/v1/ledger/key')
  assert.equal(sent[0]?.init.headers['authorization'], 'Bearer ctk_rotated')
})

test('a record whose response is lost is sent again under the same key', async () => {
  const { client, sent } = scripted([
    new Error('reset'),
    refusal(503, 'REQUEST_IN_PROGRESS'),
    json({ id: ID }, 201),
  ])
  const input = { params: { instrument_id: ID }, body: { result: 'PASS' } } as const
  assert.equal((await client.appendCalibration(input)).id, ID)
  const keys = keysOf(sent)
  assert.equal(keys.length, 3)
  assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/)
  assert.equal(new Set(keys).size, 1)
})

test('every call has a key of its own, unless the caller gives one', async () => {
  const { client, sent } = scripted([json({}, 201), json({}, 201), json({}, 201)])
  const input = { params: { instrument_id: ID }, body: { result: 'PASS' } } as const
  await client.appendCalibration(input)
  await client.appendCalibration(input)
  await client.appendCalibration({ ...input, idempotencyKey: 'mine' })
  const [first, second, third] = keysOf(sent)
  assert.notEqual(first, second)
  assert.equal(third, 'mine')
})

test('items of a batch get keys that stay the same over retries', async () => {
  const { client, sent } = scripted([new Error('reset'), json({ results: [] })])
  const body = { asset_tag: 'A', name: 'Caliper', calibration_interval_value: 12 }
  await client.createInstruments({ body: { items: [{ body }, { body, idempotency_key: 'mine' }] } })
  const [first, second] = sent.map(({ init }) => init.body)
  assert.equal(first, second)
  const keys = JSON.parse(first ?? '').items.map((item: { idempotency_key: string }) => item.idempotency_key)
  assert.match(keys[0], /^[0-9a-f]{32}$/)
  assert.equal(keys[1], 'mine')
})

test('writes that may be repeated, and requests with a body that write nothing, are sent again, as reads are', async () => {
  for (const name of [
    'createInstrument',
    'appendCalibration',
    'retireInstrument',
    'createDocumentUploadUrl',
    'createImportUploadUrl',
    'registerDocument',
    'evaluateMeasurements',
    'evaluateUncertainty',
  ] as const) {
    const { client, sent } = scripted([new Error('reset'), json({})])
    await client[name]({ params: { instrument_id: ID }, body: {} } as never)
    assert.equal(sent.length, 2, name)
  }
})

test('a write that the contract does not let repeat is sent again over the rate limit only', async () => {
  const input = { params: { instrument_id: ID }, body: { notes: 'x' } }
  const limited = scripted([refusal(429, 'RATE_LIMITED'), json({})])
  await limited.client.updateInstrument(input)
  assert.equal(limited.sent.length, 2)
  for (const failure of [
    new Error('reset'),
    refusal(503, 'SERVICE_UNAVAILABLE'),
    refusal(500, 'INTERNAL_ERROR'),
  ]) {
    const { client, sent } = scripted([failure, json({})])
    await assert.rejects(client.updateInstrument(input), PlumblineError)
    assert.equal(sent.length, 1)
  }
})

test('refusals that waiting does not change are not repeated', async () => {
  for (const [status, code] of [
    [401, 'UNAUTHORIZED'],
    [409, 'CONFLICT'],
    [422, 'VALIDATION_ERROR'],
    [499, 'CONFLICT'],
  ] as const) {
    const { client, sent } = scripted([refusal(status, code), json({})])
    await assert.rejects(client.listSites(), errorClasses[code])
    assert.equal(sent.length, 1)
  }
})

test('Retry-After is waited for, in seconds or as a date', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
  const waits = skipWaits(t)
  const asADate = () => new Date(Date.now() + 2000).toUTCString()
  for (const after of [() => '2', asADate]) {
    const { client, sent } = scripted([refusal(429, 'RATE_LIMITED', { 'retry-after': after() }), json({})])
    await client.listSites()
    assert.equal(sent.length, 2)
    // Up to a tenth more, so that clients that were refused together do not come back together.
    const [wait] = waits.splice(0)
    assert.ok(wait! >= 2000 && wait! <= 2200, String(wait))
  }
})

test('an error says for how many seconds Retry-After asks, from now and never less than none', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') })
  const cases: [header: string, seconds: number | undefined][] = [
    ['7', 7],
    ['0', 0],
    ['Sat, 21 Nov 2026 08:00:02 GMT', 2],
    ['Sat, 21 Nov 2026 08:00:02 +0000', 2],
    ['2026-11-21T08:00:02Z', 2],
    ['Sat, 21 Nov 2026 07:59:00 GMT', 0],
    ['soon', undefined],
  ]
  for (const [header, seconds] of cases) {
    const responses = [refusal(429, 'RATE_LIMITED', { 'retry-after': header })]
    const { client } = scripted(responses, { maxRetries: 0 })
    await assert.rejects(client.listSites(), (error) => {
      assert.ok(error instanceof RateLimitError)
      assert.equal(error.retryAfterSeconds, seconds)
      return true
    })
  }
})

test('a Retry-After beyond the longest wait ends the call with its error', async () => {
  const { client, sent } = scripted([refusal(429, 'RATE_LIMITED', { 'retry-after': '3600' })])
  await assert.rejects(client.listSites(), (error) => {
    assert.ok(error instanceof RateLimitError)
    assert.equal(error.retryAfterSeconds, 3600)
    return true
  })
  assert.equal(sent.length, 1)
})

test('after the last retry the last failure is thrown', async () => {
  const gone = new Error('reset')
  const { client, sent } = scripted([gone, gone, gone], { maxRetries: 2 })
  await assert.rejects(
    client.listSites(),
    (error) => error instanceof ConnectionError && error.cause === gone,
  )
  assert.equal(sent.length, 3)
  const none = scripted([refusal(500, 'INTERNAL_ERROR')])
  await assert.rejects(none.client.listSites({}, { maxRetries: 0 }), ServerError)
})

test('a response of something between, or with a code of a later version, is an ApiError all the same', async () => {
  const page = new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  const { client } = scripted([page, refusal(418, 'LATER_CODE', { 'x-request-id': 'r-1' })], {
    maxRetries: 0,
  })
  await assert.rejects(client.listSites(), (error) => error instanceof ApiError && error.code === 'HTTP_502')
  await assert.rejects(client.listSites(), (error) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.code, error.status, error.requestId], ['LATER_CODE', 418, 'r-1'])
    return true
  })
})

test('a file comes as its bytes, a response without a body as nothing', async () => {
  const pdf = new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf', etag: '"1"' } })
  const { client } = scripted([pdf, new Response(null, { status: 204 })])
  const { data, etag } = await client
    .getCalibrationCertificate({ params: { calibration_id: ID } })
    .withResponse()
  assert.deepEqual([Buffer.from(data).toString(), etag], ['%PDF-1.7', '"1"'])
  assert.equal(await client.deleteWebhook({ params: { id: ID } }), undefined)
})

test('no content where something is to be returned, and a page where a file is, are errors that say what came', async () => {
  const nothing = () => new Response(null, { status: 204 })
  const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  const { client, sent } = scripted([nothing(), nothing(), page, nothing()])
  const calls = [
    () => client.getInstrument({ params: { instrument_id: ID } }),
    () => client.appendCalibration({ params: { instrument_id: ID }, body: { result: 'PASS' } }),
    () => client.getCalibrationCertificate({ params: { calibration_id: ID } }),
    () => client.exportDue(),
  ]
  const messages: string[] = []
  for (const call of calls)
    await assert.rejects(call(), (error) => {
      assert.ok(error instanceof UnexpectedResponseError)
      assert.equal(error.contentType, error.status === 200 ? 'text/html; charset=utf-8' : undefined)
      messages.push(error.message)
      return true
    })
  assert.deepEqual(messages, [
    'The server returned status 204 with no content type: nothing',
    'The server returned status 204 with no content type: nothing',
    'The server returned status 200 with text/html; charset=utf-8: <!doctype html>',
    'The server returned status 204 with no content type: nothing',
  ])
  assert.equal(sent.length, 4)
})

test('an empty file is a file', async () => {
  const { client } = scripted([new Response('', { headers: { 'content-type': 'application/x-ndjson' } })])
  assert.equal((await client.exportDue({ query: { format: 'jsonl' } })).length, 0)
})

test('a response that is cut off counts as one that did not arrive', async () => {
  const cut = new Response('{"data":[', { headers: { 'content-type': 'application/json' } })
  const { client, sent } = scripted([cut, json({ data: [] })])
  assert.deepEqual(await client.listSites(), { data: [] })
  assert.equal(sent.length, 2)
})

/** A server that never responds. As a connection does, it keeps the process alive until the request is aborted. */
const silent: ClientOptions['fetch'] = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    const connection = setInterval(() => undefined, 1000)
    signal?.addEventListener('abort', () => {
      clearInterval(connection)
      reject(signal.reason as Error)
    })
  })

test('an attempt ends at its time limit', async () => {
  const { client } = scripted([], { fetch: silent, timeoutMs: 5, maxRetries: 1 })
  await assert.rejects(client.listSites(), TimeoutError)
})

test('anything but JSON where JSON is expected is an error that says what came, and is not asked for again', async () => {
  const page = `<!doctype html>${' '.repeat(200)}`
  const html = new Response(page, { headers: { 'content-type': 'text/html' } })
  const { client, sent } = scripted([html, new Response('', { status: 502 })], { maxRetries: 0 })
  await assert.rejects(client.listSites(), (error) => {
    assert.ok(error instanceof UnexpectedResponseError && error instanceof ConnectionError)
    assert.deepEqual([error.status, error.contentType], [200, 'text/html'])
    assert.equal(error.message, `The server returned status 200 with text/html: ${page.slice(0, 100)}`)
    return true
  })
  assert.equal(sent.length, 1)
  await assert.rejects(
    client.listSites(),
    /^ApiError: The server returned status 502 .*: nothing \[HTTP_502\]$/,
  )
})

test('an error says code, request id and first fault, and keeps the key with which the call can be repeated', async () => {
  const fault = { loc: ['body', 'result'], msg: 'Unknown word.', type: 'enum' }
  const refused = (details: object) =>
    json({ code: 'VALIDATION_ERROR', message: 'No.', details }, 422, { 'x-request-id': 'r-1' })
  const { client, sent } = scripted([refused({ errors: [fault] }), new Error('reset')], { maxRetries: 0 })
  const input = { params: { instrument_id: ID }, body: { result: 'PASS' } } as const
  for (const message of [
    'No. body.result: Unknown word. [VALIDATION_ERROR, request r-1]',
    'The server could not be reached.',
  ]) {
    await assert.rejects(client.appendCalibration(input), (error) => {
      assert.ok(error instanceof PlumblineError)
      assert.deepEqual([error.message, error.idempotencyKey], [message, keysOf(sent).at(-1)])
      return true
    })
  }
  assert.equal(new Set(keysOf(sent)).size, 2)
})

test('hooks are told of each attempt with its outcome, and of nothing secret', async () => {
  const told: unknown[] = []
  const { client, sent } = scripted(
    [refusal(503, 'SERVICE_UNAVAILABLE', { 'x-request-id': 'r-1' }), json({})],
    {
      onRequest: (attempt) => told.push(attempt),
      onResponse: ({ attempt, status, requestId, error }) =>
        told.push([attempt, status, requestId, error instanceof ServerError]),
    },
  )
  await client.listSites()
  const request = { operation: 'listSites', method: 'GET', url: sent[0]!.url }
  assert.deepEqual(told, [
    { ...request, attempt: 1 },
    [1, 503, 'r-1', true],
    { ...request, attempt: 2 },
    [2, 200, undefined, false],
  ])
  assert.equal(sent[0]?.init.headers['user-agent'], `plumbline-sdk/${VERSION}`)
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  assert.equal(manifest.version, VERSION)
})

test('a hook that fails after an attempt changes nothing of the call', async () => {
  const failing = [
    () => {
      throw new Error('log is full')
    },
    async () => {
      throw new Error('log is away')
    },
  ]
  for (const onResponse of failing) {
    const { client, sent } = scripted([refusal(503, 'SERVICE_UNAVAILABLE'), json({ id: ID })], { onResponse })
    const body = { asset_tag: 'T', name: 'T', calibration_interval_value: 12 }
    assert.equal((await client.createInstrument({ body })).id, ID)
    assert.equal(sent.length, 2)
  }
})

test('headers of the caller take the place of those of the client, in any letter case', async () => {
  const { client, sent } = scripted([json({})], { headers: { 'User-Agent': 'erp/2', 'X-Tenant': 'a' } })
  await client.listSites()
  const ours = { accept: 'application/json', authorization: 'Bearer ctk_test' }
  assert.deepEqual(sent[0]?.init.headers, { ...ours, 'user-agent': 'erp/2', 'x-tenant': 'a' })
})

test('requests are spread over the rest of the window before the limit, unless that is switched off', async (t) => {
  assert.deepEqual(gapOf(120, 11, 24), { gapMs: 2000, forMs: 24_000 })
  assert.deepEqual(gapOf(120, 0, 30), { gapMs: 30_000, forMs: 30_000 })
  for (const [limit, remaining] of [[120, 12] as const, [Number.NaN, 0] as const])
    assert.equal(gapOf(limit, remaining, 30), undefined)
  // Seconds of 1970, as gateways send them.
  assert.equal(gapOf(5000, 0, 1_795_000_000), undefined)
  t.mock.timers.enable({ apis: ['Date'] })
  const waits = skipWaits(t)
  const low = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '12' }
  for (const slowsDown of [true, false]) {
    const { client, sent } = scripted([json({}, 200, low), json({})], { slowsDown })
    await client.listSites()
    await client.listSites()
    assert.equal(sent.length, 2)
    assert.deepEqual(waits.splice(0), slowsDown ? [2000] : [])
  }
})

test('the signal ends a call with its reason, also while it waits for a retry', async () => {
  const reason = new Error('enough')
  const { client } = scripted([], { fetch: silent })
  const controller = new AbortController()
  const call = client.listSites({}, { signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(call, reason)

  const waiting = new AbortController()
  const limited = scripted([refusal(429, 'RATE_LIMITED', { 'retry-after': '30' })], {
    fetch: async () => {
      setImmediate(() => waiting.abort(reason))
      return refusal(429, 'RATE_LIMITED', { 'retry-after': '30' })
    },
  })
  await assert.rejects(limited.client.listSites({}, { signal: waiting.signal }), reason)
})

test('a call that is aborted in flight ends with the reason after its one request, whatever came of that', async () => {
  const reason = new Error('enough')
  for (const [maxRetries, outcome] of [
    [0, () => Promise.reject(new Error('reset'))],
    [4, () => Promise.reject(new Error('reset'))],
    [4, () => Promise.resolve(refusal(422, 'VALIDATION_ERROR'))],
  ] as const) {
    const controller = new AbortController()
    let attempts = 0
    const { client } = scripted([], {
      fetch: () => {
        attempts += 1
        controller.abort(reason)
        return outcome()
      },
    })
    await assert.rejects(client.listSites({}, { signal: controller.signal, maxRetries }), (error) => {
      assert.equal(error, reason)
      return true
    })
    assert.equal(attempts, 1)
  }
})

test('a walk follows the pages from its offset on and ends with them', async () => {
  const page = (rows: string[], hasMore: boolean) =>
    json({
      data: rows.map((id) => ({ id })),
      pagination: { limit: 2, offset: 0, total: 3, has_more: hasMore },
    })
  const { client, sent } = scripted([page(['b', 'c'], true), page(['d'], false)])
  const ids: string[] = []
  for await (const { id } of client.listSites.items({ query: { limit: 2, offset: 1 } })) ids.push(id)
  assert.deepEqual(ids, ['b', 'c', 'd'])
  assert.deepEqual(
    sent.map(({ url }) => new URL(url).search),
    ['?limit=2&offset=1', '?limit=2&offset=3'],
  )
  const empty = scripted([page([], true)])
  for await (const { data } of empty.client.listSites.pages()) assert.deepEqual(data, [])
  assert.equal(new URL(empty.sent[0]!.url).search, '?limit=100&offset=0')
})
