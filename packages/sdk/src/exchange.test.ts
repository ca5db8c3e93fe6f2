import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ApiError, ConnectionError, createClient, type ClientOptions } from './index.ts'
import { skipWaits } from '../test/skip-waits.ts'

/** Calls an operation whose attempts get these responses, and returns the waits between them in milliseconds. */
async function waitsOf(t: TestContext, random: number, responses: (Response | Error)[], options = {}) {
  t.mock.method(Math, 'random', () => random)
  const waits = skipWaits(t)
  const client = clientOf(responses, { retryDelayMs: 100, maxRetryDelayMs: 1000, maxRetries: 6, ...options })
  const failure = await client.listSites().then(
    () => undefined,
    (error: unknown) => error,
  )
  t.mock.restoreAll()
  return { waits: waits.map(Math.round), failure }
}

function clientOf(responses: (Response | Error)[], options: Partial<ClientOptions> = {}) {
  return createClient({
    baseUrl: 'https://calibration.example.com',
    fetch: async () => {
      const response = responses.shift() ?? new Error('no more responses')
      if (response instanceof Response) return response
      throw response
    },
    ...options,
  })
}

const failed = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ code: 'INTERNAL_ERROR', message: 'No.' }, { status, headers })
const limited = (seconds: number) => failed(429, { 'retry-after': String(seconds) })
const found = () => Response.json({ data: [] })

test('waits double up to the longest, and half of each is left to chance', async (t) => {
  const failures = () => Array.from({ length: 6 }, () => failed(500))
  const least = await waitsOf(t, 0, [...failures(), found()])
  assert.deepEqual(least, { waits: [50, 100, 200, 400, 500, 500], failure: undefined })
  const most = await waitsOf(t, 1, [...failures(), found()])
  assert.deepEqual(most, { waits: [100, 200, 400, 800, 1000, 1000], failure: undefined })
})

test('a Retry-After is waited for, and up to a tenth longer, unless that is less than the wait without it', async (t) => {
  assert.deepEqual((await waitsOf(t, 0, [limited(1), found()])).waits, [1000])
  assert.deepEqual((await waitsOf(t, 1, [limited(1), found()])).waits, [1100])
  assert.deepEqual((await waitsOf(t, 1, [limited(0), found()])).waits, [100])
  assert.deepEqual((await waitsOf(t, 1, [failed(429), found()])).waits, [100])
  assert.deepEqual((await waitsOf(t, 1, [new Error('reset'), found()], { retryDelayMs: 0 })).waits, [0])
  const tooLong = await waitsOf(t, 0, [limited(2), found()])
  assert.deepEqual(tooLong.waits, [])
  assert.ok(tooLong.failure instanceof ApiError && tooLong.failure.retryAfterSeconds === 2)
})

test('by default a call is tried again four times, after half a second and more', async (t) => {
  const always = Array.from({ length: 9 }, () => new Error('reset'))
  const defaults = { retryDelayMs: undefined, maxRetryDelayMs: undefined, maxRetries: undefined }
  const { waits, failure } = await waitsOf(t, 1, always, defaults)
  assert.deepEqual(waits, [500, 1000, 2000, 4000])
  assert.ok(failure instanceof ConnectionError)
  assert.deepEqual((await waitsOf(t, 0, [limited(60), found()], defaults)).waits, [60_000])
  assert.deepEqual((await waitsOf(t, 0, [limited(61), found()], defaults)).waits, [])
})

test('a refusal that is no JSON, or JSON of another form, has the status for a code', async () => {
  const cases: [body: string, type: string | undefined, code: string][] = [
    ['{"code":"CONFLICT","message":"No."}', 'application/json', 'CONFLICT'],
    ['{"code":"CONFLICT","message":"No."}', 'Application/JSON ; charset=utf-8', 'CONFLICT'],
    ['{"code":"CONFLICT","message":"No."}', 'text/application/json', 'HTTP_409'],
    ['{"code":"CONFLICT","message":"No."}', 'application/jsonp', 'HTTP_409'],
    ['{"code":"CONFLICT","message":"No."}', undefined, 'HTTP_409'],
    ['{"code":7}', 'application/json', 'HTTP_409'],
    ['null', 'application/json', 'HTTP_409'],
    ['{', 'application/json', 'HTTP_409'],
  ]
  for (const [body, type, code] of cases) {
    const headers = type === undefined ? undefined : { 'content-type': type }
    const response = new Response(Buffer.from(body), { status: 409, ...(headers && { headers }) })
    await assert.rejects(clientOf([response], { maxRetries: 0 }).listSites(), (error) => {
      assert.ok(error instanceof ApiError)
      assert.equal(error.code, code, `${type} ${body}`)
      assert.equal(error.retryAfterSeconds, undefined)
      return true
    })
  }
})

test('a response says status, request id, version, and whether it was stored', async () => {
  const headers = { 'x-request-id': 'r-1', etag: '"7"', 'idempotency-replayed': 'true' }
  const client = clientOf([Response.json({}, { status: 201, headers }), Response.json({})])
  const { status, requestId, etag, isReplayed } = await client.listSites().withResponse()
  assert.deepEqual([status, requestId, etag, isReplayed], [201, 'r-1', '"7"', true])
  const bare = await client.listSites().withResponse()
  assert.deepEqual(
    [bare.status, bare.requestId, bare.etag, bare.isReplayed],
    [200, undefined, undefined, false],
  )
})

test('in a browser no user agent is sent, which pages may not set', async (t) => {
  const agentSent = async () => {
    let agent: string | null = null
    const fetch: ClientOptions['fetch'] = async (_, { headers }) => {
      agent = new Headers(headers).get('user-agent')
      return found()
    }
    await clientOf([], { fetch }).listSites()
    return agent
  }
  assert.match(String(await agentSent()), /^plumbline-sdk\//)
  for (const name of ['document', 'WorkerGlobalScope']) {
    Object.defineProperty(globalThis, name, { value: {}, configurable: true })
    t.after(() => Reflect.deleteProperty(globalThis, name))
    assert.equal(await agentSent(), null, name)
    Reflect.deleteProperty(globalThis, name)
  }
})

test('an error of the function that gives the key is thrown as it is', async () => {
  const locked = new Error('the vault is locked')
  const client = clientOf([found()], { apiKey: () => Promise.reject(locked) })
  await assert.rejects(client.listSites(), (error) => error === locked && !('idempotencyKey' in locked))
})

test('a call whose signal was aborted before begins nothing', async () => {
  const reason = new Error('enough')
  const begun: unknown[] = []
  const client = clientOf([found()], { onRequest: (attempt) => begun.push(attempt) })
  await assert.rejects(client.listSites({}, { signal: AbortSignal.abort(reason) }), reason)
  assert.deepEqual(begun, [])
})

test('a caller that asks for the whole response gets its error there alone', async (t) => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  t.after(() => process.off('unhandledRejection', note))
  await assert.rejects(
    clientOf([failed(409)])
      .listSites()
      .withResponse(),
    ApiError,
  )
  await new Promise(setImmediate)
  assert.deepEqual(unhandled, [])
})
