import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Closed, defineOperations, Uuid } from '@plumbline/contract'
import { plainOperation } from '../../../test/plain-operation.ts'
import { ApiError } from '../errors.ts'
import { createLog } from '../log.ts'
import { createHttpServer, mountOperations, type Gate, type Permitted } from './index.ts'

const outside = defineOperations({
  whoAmI: { ...plainOperation, method: 'GET', path: '/me' },
  manage: { ...plainOperation, method: 'POST', path: '/manage', roles: ['admin'] },
})
const inside = defineOperations({
  readHouse: { ...plainOperation, method: 'GET', path: '' },
  readThing: {
    ...plainOperation,
    method: 'GET',
    path: '/things/{thing_id}',
    params: Closed({ thing_id: Uuid() }),
  },
  addThing: {
    ...plainOperation,
    method: 'POST',
    path: '/things',
    reply: { status: 201, location: '/things/{thing_id}', description: 'd' },
  },
})

const THING = '019345b4-11f2-7c55-a0de-5f3b7a9c2e47'

/** Houses are known by name; the gate alone reads the parameter of the prefix. */
const houseGate: Gate<Permitted & { house: string }> = async ({ params }) => {
  const house = params['house_id'] ?? ''
  if (house !== 'mine') return { headers: {}, outcome: { refusal: new ApiError('NOT_FOUND') } }
  return {
    headers: { 'set-cookie': ['a=1', 'b=2'] },
    outcome: { caller: { scope: 'read', role: 'admin', house } },
  }
}
const personGate: Gate<Permitted> = async () => ({
  headers: {},
  outcome: { caller: { scope: 'write', role: null } },
})

const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
mountOperations(app, {
  prefix: '/api/v1',
  deadlineMs: 60_000,
  operations: outside,
  gate: personGate,
  handlers: {
    whoAmI: async ({ caller }) => ({
      body: { role: caller.role },
      headers: { 'set-cookie': ['c=3', 'd=4'] },
    }),
    manage: async () => ({ body: {} }),
  },
})
mountOperations(app, {
  prefix: '/api/v1/houses/{house_id}',
  deadlineMs: 60_000,
  operations: inside,
  gate: houseGate,
  handlers: {
    readHouse: async ({ caller }) => ({ body: { house: caller.house } }),
    readThing: async ({ caller, params }) => ({ body: { house: caller.house, params } }),
    addThing: async () => ({ body: { thing_id: THING } }),
  },
})
let origin = ''
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.close())

async function send(method: string, path: string) {
  const response = await fetch(`${origin}/api/v1${path}`, { method })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

describe('a prefix with a parameter', () => {
  test('the gate reads it, and operations below it know their own parameters', async () => {
    assert.deepEqual((await send('GET', '/houses/mine')).body, { house: 'mine' })
    const reply = await send('GET', `/houses/mine/things/${THING}`)
    assert.equal(reply.body.house, 'mine')
    assert.equal(reply.body.params.thing_id, THING)
  })

  test('the gate refuses before route and method are checked', async () => {
    for (const path of ['/houses/theirs', '/houses/theirs/things/x', '/houses/theirs/nothing']) {
      assert.equal((await send('GET', path)).body.code, 'NOT_FOUND', path)
      assert.equal((await send('DELETE', path)).body.code, 'NOT_FOUND', path)
    }
  })

  test('the Location of a created resource is below it', async () => {
    const { status, headers } = await send('POST', '/houses/mine/things')
    assert.deepEqual([status, headers.get('location')], [201, `/api/v1/houses/mine/things/${THING}`])
  })

  test('below it, unknown paths result in 404 and other methods in 405 with Allow', async () => {
    assert.equal((await send('GET', '/houses/mine/nothing')).status, 404)
    const responses = [
      await send('DELETE', '/houses/mine'),
      await send('POST', `/houses/mine/things/${THING}`),
    ]
    for (const reply of responses) {
      assert.equal(reply.status, 405)
      assert.equal(reply.headers.get('allow'), 'GET, HEAD')
    }
  })
})

describe('a caller without a role', () => {
  test('may call only operations without roles', async () => {
    assert.deepEqual((await send('GET', '/me')).body, { role: null })
    assert.equal((await send('POST', '/manage')).body.code, 'FORBIDDEN')
  })
})

test('several values of a header are sent as several lines, from gate and handler', async () => {
  assert.deepEqual((await send('GET', '/houses/mine')).headers.getSetCookie(), ['a=1', 'b=2'])
  assert.deepEqual((await send('GET', '/me')).headers.getSetCookie(), ['c=3', 'd=4'])
})
