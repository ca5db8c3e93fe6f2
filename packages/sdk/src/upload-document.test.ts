import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  ConnectionError,
  createClient,
  TimeoutError,
  UnexpectedResponseError,
  uploadDocument,
  type DocumentToUpload,
  type UploadOptions,
} from './index.ts'
import { skipWaits } from '../test/skip-waits.ts'

const ID = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'
const BYTES = new TextEncoder().encode('%PDF-1.7')
const TARGET = { upload_url: 'https://storage.example.com/in', fields: { policy: 'p' }, key: 'documents/1' }

type Requested = { url: string; body: Record<string, unknown> }

/** Uploads a file of which each attempt to send it gets one of the responses. */
async function upload(
  t: TestContext,
  responses: (Response | Error)[],
  changes: Partial<DocumentToUpload> = {},
  options: UploadOptions = {},
) {
  const waits = skipWaits(t)
  const asked: Requested[] = []
  const sent: { url: string; init: RequestInit }[] = []
  const client = createClient({
    baseUrl: 'https://calibration.example.com',
    fetch: async (url, { body }) => {
      asked.push({ url: new URL(url).pathname, body: JSON.parse(body as string) as Requested['body'] })
      return Response.json(asked.length === 1 ? TARGET : { id: 'registered' })
    },
  })
  const fetch: UploadOptions['fetch'] = async (url, init) => {
    sent.push({ url, init })
    const response = responses.shift() ?? new Error('no more responses')
    if (response instanceof Response) return response
    throw response
  }
  const document = { instrument_id: ID, file_name: 'report.pdf', kind: 'report', file: BYTES, ...changes }
  const outcome = await uploadDocument(client, document as DocumentToUpload, { fetch, ...options }).then(
    ({ id }) => id,
    (error: unknown) => error,
  )
  t.mock.restoreAll()
  return { outcome, asked, sent, waits }
}

const taken = () => new Response(null, { status: 204 })

test('a document is announced with its size, sent as a form to the address, and registered under its key', async (t) => {
  const { outcome, asked, sent } = await upload(t, [taken()])
  assert.equal(outcome, 'registered')
  assert.deepEqual(
    asked.map(({ body }) => body),
    [
      { file_name: 'report.pdf', size_bytes: BYTES.length },
      { file_name: 'report.pdf', kind: 'report', key: 'documents/1' },
    ],
  )
  for (const { url } of asked) assert.ok(url.includes(ID))
  const [{ url, init }] = sent as [(typeof sent)[0]]
  assert.deepEqual([url, init.method, init.redirect], [TARGET.upload_url, 'POST', 'manual'])
  const form = init.body as FormData
  // The storage takes no field behind the file.
  assert.deepEqual([...form.keys()], ['policy', 'file'])
  assert.equal(form.get('policy'), 'p')
  const file = form.get('file') as File
  assert.deepEqual([file.name, await file.text()], ['report.pdf', '%PDF-1.7'])
})

test('the type is the one given, else that of the Blob, else none is sent', async (t) => {
  const blob = new Blob([BYTES], { type: 'application/pdf' })
  const cases: [changes: Partial<DocumentToUpload>, type: string | undefined][] = [
    [{}, undefined],
    [{ file: new Blob([BYTES]) }, undefined],
    [{ file: BYTES.buffer }, undefined],
    [{ file: blob }, 'application/pdf'],
    [{ file: blob, content_type: 'image/png' }, 'image/png'],
    [{ content_type: 'image/png' }, 'image/png'],
  ]
  for (const [changes, type] of cases) {
    const { asked, sent } = await upload(t, [taken()], changes)
    assert.deepEqual([asked[0]?.body['content_type'], asked[0]?.body['size_bytes']], [type, BYTES.length])
    assert.equal('content_type' in asked[0]!.body, type !== undefined)
    const file = (sent[0]!.init.body as FormData).get('file') as File
    assert.equal(await file.text(), '%PDF-1.7')
  }
})

test('a file is sent up to three times while the storage fails or cannot be reached, and then registered once', async (t) => {
  const { outcome, asked, sent, waits } = await upload(t, [
    new Error('reset'),
    new Response('busy', { status: 500 }),
    taken(),
  ])
  assert.deepEqual([outcome, asked.length, sent.length], ['registered', 2, 3])
  assert.deepEqual(waits, [1000, 2000])
  const unreachable = await upload(
    t,
    [1, 2, 3, 4].map(() => new Error('reset')),
  )
  assert.ok(unreachable.outcome instanceof ConnectionError && !(unreachable.outcome instanceof TimeoutError))
  assert.deepEqual([unreachable.asked.length, unreachable.sent.length], [1, 3])
  assert.equal((unreachable.outcome.cause as Error).message, 'reset')
})

test('a file that the storage refuses is not sent again, and not registered', async (t) => {
  const refused = new Response('too large', { status: 499, headers: { 'content-type': 'text/xml' } })
  const { outcome, asked, sent } = await upload(t, [refused, taken()])
  assert.ok(outcome instanceof UnexpectedResponseError)
  assert.deepEqual([outcome.status, outcome.contentType, asked.length, sent.length], [499, 'text/xml', 1, 1])
  assert.match(outcome.message, /too large/)
  const bare = await upload(t, [new Response(Buffer.from('x'), { status: 400 })])
  assert.ok(bare.outcome instanceof UnexpectedResponseError)
  assert.equal(bare.outcome.contentType, undefined)
})

test('an upload that is aborted ends with the reason and is not sent again', async (t) => {
  const reason = new Error('enough')
  for (const last of [1, 3]) {
    const controller = new AbortController()
    let attempts = 0
    let wasHeard: boolean | undefined
    const fetch: UploadOptions['fetch'] = (_, { signal }) => {
      attempts += 1
      if (attempts === last) controller.abort(reason)
      wasHeard = signal?.aborted
      return Promise.reject(new Error('reset'))
    }
    const { outcome, asked } = await upload(t, [], {}, { fetch, signal: controller.signal })
    assert.deepEqual([outcome, attempts, asked.length, wasHeard], [reason, last, 1, true])
  }
})

test('by default a file may take five minutes to send, and each other request one', async (t) => {
  const limits: number[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    limits.push(ms)
    return new AbortController().signal
  })
  await upload(t, [taken()])
  assert.deepEqual(limits, [60_000, 300_000, 60_000])
})

test('an attempt to send a file ends at its time limit', async (t) => {
  // As a connection does, it keeps the process alive.
  const fetch: UploadOptions['fetch'] = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      const connection = setInterval(() => undefined, 1000)
      signal?.addEventListener('abort', () => {
        clearInterval(connection)
        reject(signal.reason as Error)
      })
    })
  const { outcome } = await upload(t, [], {}, { fetch, uploadTimeoutMs: 2 })
  assert.ok(outcome instanceof TimeoutError)
})
