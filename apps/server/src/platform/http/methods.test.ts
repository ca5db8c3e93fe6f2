import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { Closed, defineOperations, Uuid } from '@plumbline/contract'
import { plainOperation } from '../../../test/plain-operation.ts'
import { createLog } from '../log.ts'
import { createHttpServer, mountOperations } from './index.ts'

const params = Closed({ id: Uuid() })

const operations = defineOperations({
  list: { ...plainOperation, method: 'GET', path: '/things' },
  latest: { ...plainOperation, method: 'GET', path: '/things/latest' },
  read: { ...plainOperation, method: 'GET', path: '/things/{id}', params },
  change: { ...plainOperation, method: 'PATCH', path: '/things/{id}', params },
  parts: { ...plainOperation, method: 'POST', path: '/things/{id}/parts', params },
  latestParts: { ...plainOperation, method: 'GET', path: '/things/latest/parts' },
  file: { ...plainOperation, method: 'GET', path: '/file' },
})

const ID = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'
const response = async () => ({ body: {} })

/** Without an end. */
const file = new Readable({ read: () => undefined })

const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
mountOperations(app, {
  prefix: '/api/{house}/v1',
  deadlineMs: 60_000,
  operations,
  gate: async () => ({ headers: {}, outcome: { caller: { scope: 'read', role: null } } }),
  handlers: {
    list: response,
    latest: response,
    read: response,
    change: response,
    parts: response,
    latestParts: response,
    file: async () => ({ body: file, headers: { 'content-type': 'text/csv' } }),
  },
})
before(() => app.listen({ host: '127.0.0.1', port: 0 }))
after(() => app.close())

interface Seen {
  status: number
  allow: string | undefined
  code: string | undefined
}

/** Sends a request that most clients could not. */
async function send(method: string, path: string, headers = ''): Promise<Seen> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = `Host: a\r\n${headers}Content-Length: 0\r\nConnection: close\r\n`
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`)
  const responded = await text(socket)
  return {
    status: Number(responded.slice(9, 12)),
    allow: /\r\nallow: (.*)\r\n/i.exec(responded)?.[1],
    code: /"code":"(\w+)"/.exec(responded)?.[1],
  }
}

const RARE = ['QUERY', 'PROPFIND', 'MKCOL', 'REPORT', 'LOCK', 'SEARCH', 'PURGE', 'TRACE', 'OPTIONS', 'LINK']
const TYPES = [
  '',
  'Content-Type: application/json\r\n',
  'Content-Type: text/plain\r\n',
  'Content-Type: ;\r\n',
]

for (const method of RARE) {
  test(`${method} is refused by path and method, whatever type its body has`, async () => {
    for (const type of TYPES) {
      const known = await send(method, '/api/a/v1/things', type)
      assert.deepEqual(known, { status: 405, allow: 'GET, HEAD', code: 'METHOD_NOT_ALLOWED' })
      const unknown = await send(method, '/api/a/v1/nowhere', type)
      assert.deepEqual(unknown, { status: 404, allow: undefined, code: 'NOT_FOUND' })
      const { status, code } = await send(method, '/nowhere', type)
      assert.ok([400, 404].includes(status) && ['INVALID_REQUEST', 'NOT_FOUND'].includes(code ?? ''))
    }
  })
}

test('HEAD of a file returns its headers without reading the file', async () => {
  assert.equal((await send('HEAD', '/api/a/v1/file')).status, 200)
  assert.ok(file.destroyed)
})

describe('a path with a literal segment where another has a parameter', () => {
  test('names only its own methods', async () => {
    const refused = { status: 405, allow: 'GET, HEAD', code: 'METHOD_NOT_ALLOWED' }
    assert.deepEqual(await send('PATCH', '/api/a/v1/things/latest'), refused)
    assert.deepEqual(await send('DELETE', '/api/a/v1/things/latest'), refused)
    assert.deepEqual(await send('POST', '/api/a/v1/things/latest/parts'), refused)
    assert.equal((await send('GET', '/api/a/v1/things/latest?a=b')).status, 200)
    assert.equal((await send('HEAD', '/api/a/v1/things/latest/parts')).status, 200)
  })

  test('does not affect the methods of neighboring paths', async () => {
    assert.equal((await send('PATCH', `/api/a/v1/things/${ID}`)).status, 200)
    assert.equal((await send('POST', `/api/a/v1/things/${ID}/parts`)).status, 200)
    assert.equal((await send('DELETE', `/api/a/v1/things/${ID}`)).allow, 'GET, HEAD, PATCH')
    assert.equal((await send('GET', `/api/a/v1/things/${ID}/parts`)).allow, 'POST')
    assert.equal((await send('PATCH', '/api/a/v1/things/latests')).code, 'VALIDATION_ERROR')
  })
})
