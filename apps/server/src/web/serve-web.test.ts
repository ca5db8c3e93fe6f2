import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createHttpServer } from '../platform/http/index.ts'
import { createLog } from '../platform/log.ts'
import { pagePolicy, storageOrigins } from './page-policy.ts'
import { serveWeb } from './serve-web.ts'

const script = `console.log('${'x'.repeat(4000)}')`
const built = {
  page: '<!doctype html><meta name="session" content="__SESSION__"><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script>',
  files: new Map([
    [
      '/assets/index-abc.js',
      {
        bytes: Buffer.from(script),
        contentType: 'text/javascript; charset=utf-8',
        compression: brotliCompressSync(script),
      },
    ],
    ['/favicon.svg', { bytes: Buffer.from('<svg/>'), contentType: 'image/svg+xml', compression: undefined }],
  ]),
}

const isSignedIn = async (cookie: string | undefined) => cookie === 'session=live'

function server(options: Parameters<typeof serveWeb>[1]) {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
  app.get('/docs', async () => 'docs')
  serveWeb(app, options)
  return app
}

const app = server({ storageUrl: undefined, built, isSetUp: async () => true, isSignedIn })
let origin = ''
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: path, headers })

describe('the page', () => {
  test('responds at the start and at every deep link', async () => {
    for (const path of ['/', '/sign-in', '/w/1/instruments/2?percent=true', '/i/3']) {
      const reply = await get(path)
      assert.equal(reply.statusCode, 200, path)
      assert.match(String(reply.headers['content-type']), /^text\/html/)
    }
  })

  test('of the set-up is not there once a person exists, and leads on all the same', async () => {
    const reply = await get('/setup?token=x')
    assert.equal(reply.statusCode, 404)
    assert.match(reply.body, /<script/)
  })

  test('of the set-up is the first one while nobody exists', async () => {
    const fresh = server({ storageUrl: undefined, built, isSetUp: async () => false, isSignedIn })
    for (const path of ['/', '/sign-in?next=/account']) {
      const reply = await fresh.inject({ url: path })
      assert.deepEqual([reply.statusCode, reply.headers.location], [302, '/setup'], path)
    }
    assert.equal((await fresh.inject({ url: '/setup?token=x' })).statusCode, 200)
    await fresh.close()
  })

  test('has a new nonce in each response, the same in policy and page, and is not cached', async () => {
    const [one, other] = [await get('/'), await get('/')]
    const nonceOf = ({ body }: { body: string }) => /nonce="([^"]+)"/.exec(body)![1]!
    assert.notEqual(nonceOf(one), nonceOf(other))
    assert.ok(String(one.headers['content-security-policy']).includes(`'nonce-${nonceOf(one)}'`))
    assert.equal(one.headers['cache-control'], 'no-store')
    assert.ok(!one.body.includes('__CSP_NONCE__'))
  })

  test('shows whether a user is signed in, so that no request has to be refused', async () => {
    assert.ok((await get('/w/1')).body.includes('<meta name="session" content="none">'))
    const reply = await get('/w/1', { cookie: 'session=live' })
    assert.ok(reply.body.includes('<meta name="session" content="live">'))
  })

  test('its policy lets no inline script in and no other site frame it', () => {
    const policy = pagePolicy('n', [])
    assert.ok(!policy.includes('unsafe'))
    assert.ok(policy.includes("frame-ancestors 'none'"))
    assert.ok(policy.includes("script-src 'self' 'nonce-n'"))
  })
})

describe('files', () => {
  test('with a hash in their name are cached permanently', async () => {
    const reply = await get('/assets/index-abc.js')
    assert.match(String(reply.headers['cache-control']), /immutable/)
    assert.equal(reply.body, script)
  })

  test('are sent in the smallest encoding that the client accepts', async () => {
    const brotli = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' })
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), script)
    const gzip = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip' })
    assert.equal(gunzipSync(gzip.rawPayload).toString(), script)
    const small = await get('/favicon.svg', { 'accept-encoding': 'gzip' })
    assert.equal(small.headers['content-encoding'], undefined)
  })

  test('that do not exist are 404 in the envelope', async () => {
    const response = await fetch(`${origin}/assets/../../../package.json`)
    assert.equal(response.status, 404)
    assert.equal(((await response.json()) as { code: string }).code, 'NOT_FOUND')
    assert.equal((await get('/assets/%2e%2e/package.json')).statusCode, 404)
  })
})

test('addresses of the APIs and of other pages are not the application', async () => {
  assert.equal((await get('/api/public/v1/nowhere')).statusCode, 404)
  assert.equal((await get('/docs')).body, 'docs')
})

test('without a build the page says so', async () => {
  const bare = server({ storageUrl: undefined, built: undefined, isSetUp: async () => true, isSignedIn })
  const reply = await bare.inject({ url: '/w/1' })
  assert.equal(reply.statusCode, 404)
  assert.match(reply.body, /has not been built/)
  await bare.close()
})

test('the storage may be reached where its addresses lead', () => {
  assert.deepEqual(storageOrigins(undefined), [])
  assert.deepEqual(
    storageOrigins('s3://files?endpoint=http://minio:9000&public_endpoint=https://s3.example.com'),
    ['https://s3.example.com', 'https://files.s3.example.com'],
  )
  assert.deepEqual(storageOrigins('s3://files?region=eu-central-1'), [
    'https://s3.eu-central-1.amazonaws.com',
    'https://files.s3.eu-central-1.amazonaws.com',
  ])
})
