import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { APP_API_PREFIX, PUBLIC_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { call, startTestApp } from '../test/app.ts'
import { signInAs } from '../test/session.ts'

const app = await startTestApp()
const secure = await startTestApp({ PUBLIC_URL: 'https://calibration.example.com' })
const { key } = await app.workspace()

/** Responses of every kind: pages, files, both APIs, refusals of the framework and of the gates. */
const paths: [method: string, path: string][] = [
  ['GET', '/'],
  ['GET', '/sign-in'],
  ['GET', '/setup'],
  ['GET', '/docs'],
  ['GET', '/docs/search?q=key'],
  ['GET', '/docs/guides.css'],
  ['GET', '/docs/none'],
  ['GET', '/docs/reference'],
  ['GET', '/docs/redoc.js'],
  ['GET', '/docs/start.js'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/verify'],
  ['GET', '/verify/none'],
  ['GET', '/nothing/here'],
  ['GET', '/%zz'],
  ['GET', '/storage/download?key=x'],
  ['POST', '/storage/upload'],
  ['DELETE', '/storage/upload'],
  ['GET', `${PUBLIC_API_PREFIX}/openapi.json`],
  ['GET', `${PUBLIC_API_PREFIX}/instruments`],
  ['PUT', `${PUBLIC_API_PREFIX}/instruments`],
  ['GET', `${PUBLIC_API_PREFIX}/%zz`],
  ['GET', `${APP_API_PREFIX}/openapi.json`],
  ['GET', `${APP_API_PREFIX}/me`],
  ['POST', `${SIGN_IN_PREFIX}/sign-in/email`],
]

const GARBAGE = 'no http at all\r\n\r\n'

/** What comes back on a socket that is sent this. */
async function responseTo(origin: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write(sent)
  return text(socket)
}

describe('every response has its content type and cache rules', () => {
  for (const [method, path] of paths) {
    test(`${method} ${path}`, async () => {
      const { headers } = await call(`${app.origin}${path}`, method, {})
      assert.match(headers.get('cache-control')!, /no-store|max-age/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('strict-transport-security'), null)
    })
  }

  test('nonsense on the socket', async () => {
    assert.match(await responseTo(app.origin, GARBAGE), /\r\nx-content-type-options: nosniff\r\n/i)
  })
})

describe('browsers are told to stay with https if PUBLIC_URL has it', () => {
  for (const [method, path] of paths) {
    test(`${method} ${path}`, async () => {
      const { headers } = await call(`${secure.origin}${path}`, method, {})
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
    })
  }

  test('nonsense on the socket', async () => {
    const response = await responseTo(secure.origin, GARBAGE)
    assert.match(response, /\r\nstrict-transport-security: max-age=31536000\r\n/i)
  })
})

describe('no cache stores responses of an API', () => {
  const isUnkept = (headers: Headers, what: string) =>
    assert.equal(headers.get('cache-control'), 'private, no-store', what)

  test('of the public API, data and refusals alike', async () => {
    const responses = {
      data: await app.call('GET', '/instruments', { key }),
      'no key': await app.call('GET', '/instruments'),
      'no path': await app.call('GET', '/nothing', { key }),
      'no method': await app.call('PUT', '/instruments', { key }),
      'no address': await app.call('GET', '/%zz', { key }),
      'no JSON': await app.call('POST', '/instruments', { key, body: '{' }),
      'too large': await app.call('POST', '/instruments', { key, body: 'x'.repeat(1_100_000) }),
    }
    for (const [what, { headers }] of Object.entries(responses)) isUnkept(headers, what)
  })

  test('of the app API and of signing in', async () => {
    const session = await signInAs(app, await app.workspace(), 'admin')
    const elsewhere = (path: string) => call(`${app.origin}${path}`, 'GET', {})
    const responses = {
      data: await session.call('GET', '/summary'),
      'no path': await session.call('GET', '/nothing'),
      'no session': await elsewhere(`${APP_API_PREFIX}/me`),
      'no person': await elsewhere(`${SIGN_IN_PREFIX}/get-session`),
    }
    for (const [what, { headers }] of Object.entries(responses)) isUnkept(headers, what)
  })
})
