import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { until } from '@plumbline/testing'
import { startTestApp, type TestRequest } from '../test/app.ts'
import { signInAs } from '../test/session.ts'
import { createLog } from './platform/log.ts'
import { prettyLines } from './platform/log.ts'

let text = ''
const log = createLog('trace', { write: (line) => void (text += line) })
const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '3' }, { log })

interface Line {
  readonly requestId: string
  readonly [member: string]: unknown
}

/** The line of a request, once it is there; what differs each time is left out. */
async function lineOf(requestId: string): Promise<object> {
  const lines = () =>
    text
      .split('\n')
      .filter((line) => line.includes('"msg":"responded"'))
      .map((line) => JSON.parse(line) as Line)
  await until(() => lines().some((line) => line.requestId === requestId))
  const found = lines().filter((line) => line.requestId === requestId)
  assert.equal(found.length, 1)
  const { at: _at, ms, level: _level, msg: _msg, requestId: _id, ...rest } = found[0]!
  assert.equal(typeof ms, 'number')
  return rest
}

let asked = 0

/** Sends a request and returns its line. */
async function logged(method: string, path: string, request: TestRequest = {}): Promise<object> {
  const requestId = `request-${(asked += 1)}`
  const { headers } = await fetch(`${app.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...request.headers },
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
  })
  assert.equal(headers.get('x-request-id'), requestId)
  return lineOf(requestId)
}

test('each request has one line that names its caller, including 429s and refused sign-ins, and no secret', async () => {
  const workspace = await app.workspace()
  const session = await signInAs(app, workspace, 'manager')
  const keyPrefix = workspace.key.slice(0, 12)
  const address = '127.0.0.1'
  const list = {
    api: 'public',
    operation: 'listInstruments',
    method: 'GET',
    path: '/api/public/v1/instruments',
  }
  const key = { 'x-api-key': workspace.key }
  const queried = `${list.path}?search=${workspace.key}&token=secret-in-query`
  assert.deepEqual(await logged('GET', queried, { headers: key }), {
    ...list,
    status: 200,
    workspaceId: workspace.id,
    keyPrefix,
    address,
  })
  const body = { url: 'no address', secret: 'secret-in-body', password: 'secret-in-body' }
  assert.deepEqual(await logged('POST', '/api/public/v1/webhooks', { headers: key, body }), {
    api: 'public',
    operation: 'createWebhook',
    method: 'POST',
    path: '/api/public/v1/webhooks',
    status: 422,
    code: 'VALIDATION_ERROR',
    workspaceId: workspace.id,
    keyPrefix,
    address,
  })
  await logged('GET', list.path, { headers: key })
  assert.deepEqual(await logged('GET', list.path, { headers: key }), {
    ...list,
    status: 429,
    code: 'RATE_LIMITED',
    workspaceId: workspace.id,
    keyPrefix,
    address,
  })
  const unknown = { authorization: `Bearer ctk_${'x'.repeat(43)}` }
  assert.deepEqual(await logged('GET', list.path, { headers: unknown }), {
    ...list,
    status: 401,
    code: 'UNAUTHORIZED',
    address,
  })
  const changes = `/api/app/v1/workspaces/${workspace.id}/locations`
  const seen = await logged('GET', changes, { headers: { cookie: session.cookie } })
  assert.deepEqual(
    Object.keys(seen).filter((name) => ['workspaceId', 'personId', 'keyPrefix'].includes(name)),
    ['workspaceId', 'personId'],
  )
  const foreign = `/api/app/v1/workspaces/${(await app.workspace()).id}/locations`
  const outside = await logged('GET', foreign, { headers: { cookie: session.cookie } })
  assert.deepEqual([(outside as Line)['status'], 'workspaceId' in outside], [404, false])
  const signIn = await logged('POST', '/api/auth/sign-in/email', {
    headers: { origin: app.origin },
    body: { email: 'nobody@example.com', password: 'secret-in-body' },
  })
  assert.deepEqual(
    { ...signIn, operation: undefined },
    {
      api: 'auth',
      operation: undefined,
      method: 'POST',
      path: '/api/auth/sign-in/email',
      status: 401,
      code: 'UNAUTHORIZED',
      address,
    },
  )
  assert.ok(text.includes('"msg":"a sign-in failed"'))
  for (const secret of [workspace.key, 'secret-in', session.cookie.split('=')[1]!, 'x'.repeat(43)]) {
    assert.ok(!text.includes(secret), secret)
  }
})

test('what the server cannot read as a request leaves a line, too', async () => {
  const odd = await logged('GET', '/api/public/v1/instruments/%E0%A4%A')
  assert.deepEqual(odd, {
    api: 'public',
    operation: 'unknown',
    method: 'GET',
    path: '/api/public/v1/instruments/%E0%A4%A',
    status: 401,
    code: 'UNAUTHORIZED',
    address: '127.0.0.1',
  })
  const socket = connect(Number(new URL(app.origin).port), '127.0.0.1', () => socket.end('nonsense\r\n\r\n'))
  await until(() =>
    /"code":"INVALID_REQUEST","address":"127.0.0.1","msg":"refused what is no request"/.test(text),
  )
})

test('a person at a terminal reads short lines, in which no text moves the cursor', () => {
  let shown = ''
  const lines = prettyLines({ write: (line) => void (shown += line) })
  createLog('info', lines).warn(
    { status: 200, path: '/a/b', text: 'a b\u001b[2J\u009b', err: new Error('x') },
    'done',
  )
  assert.match(
    shown,
    /^[\d:.]+ WARN  done status=200 path=\/a\/b text="a b\\u001b\[2J\?"\n? *\n  Error: x\n {6}at /,
  )
})
