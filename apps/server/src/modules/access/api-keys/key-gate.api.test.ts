import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp, type TestResponse } from '../../../../test/app.ts'
import { systemActor } from '../../../platform/actor.ts'
import { sql } from '../../../platform/db/index.ts'
import { changeMember, limitKey, revokeKey } from '../index.ts'

const LIMIT = 5
const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' })

const parts = { db: app.db, clock: app.clock }
const limits = (reply: TestResponse) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(reply.headers.get(`x-ratelimit-${name}`)))

/** A request of a client at an address of its own, so that tests do not share a bucket. */
let clients = 0
const stranger = () => {
  clients += 1
  const headers = { 'x-forwarded-for': `198.51.100.${clients}` }
  return (request: { key?: string; headers?: Record<string, string> } = {}) =>
    app.call('GET', '/sites', { ...request, headers: { ...headers, ...request.headers } })
}

describe('keys', () => {
  test('a key is accepted in either header, and Authorization takes precedence', async () => {
    const { key } = await app.workspace()
    const send = stranger()
    assert.equal((await send({ key })).status, 200)
    assert.equal((await send({ headers: { 'x-api-key': key } })).status, 200)
    assert.equal((await send({ headers: { authorization: `bearer ${key}` } })).status, 200)
    assert.equal((await send({ key: 'ctk_wrong', headers: { 'x-api-key': key } })).status, 401)
    assert.equal((await send({ headers: { authorization: 'Bearer x y', 'x-api-key': key } })).status, 401)
  })

  test('if Authorization has another scheme, is empty or has no token, the key of the other header is used', async () => {
    const { key } = await app.workspace()
    const send = stranger()
    for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearerish x', 'Bearer', '']) {
      assert.equal((await send({ headers: { authorization, 'x-api-key': key } })).status, 200, authorization)
      assert.equal((await send({ headers: { authorization } })).status, 401, authorization)
    }
  })

  test('no key, an unknown key and a key with one changed letter result in the same 401', async () => {
    const { key } = await app.workspace()
    const send = stranger()
    const changed = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    const responses = [
      await send(),
      await send({ key: changed }),
      await send({ key: `ctk_${'x'.repeat(43)}` }),
    ]
    for (const reply of responses) {
      assert.equal(reply.status, 401)
      assert.deepEqual(reply.body, responses[0]!.body)
    }
    assert.equal(responses[0]!.body.code, 'UNAUTHORIZED')
  })

  test('a revoked key is refused from the next request on', async () => {
    const workspace = await app.workspace()
    const { key, keyId } = await workspace.person()
    const send = stranger()
    assert.equal((await send({ key })).status, 200)
    await revokeKey(parts, systemActor(workspace.id), keyId)
    assert.equal((await send({ key })).status, 401)
  })

  test('a key is valid until its expiry', async () => {
    const workspace = await app.workspace()
    const expiresAt = new Date(app.clock.now().getTime() + 1000).toISOString()
    const { key } = await workspace.person({ expiresAt })
    const send = stranger()
    assert.equal((await send({ key })).status, 200)
    app.clock.advance(1000)
    assert.equal((await send({ key })).status, 401)
  })

  test('a key whose owner was deactivated is refused', async () => {
    const workspace = await app.workspace()
    const { key, personId } = await workspace.person()
    const send = stranger()
    await changeMember(parts, systemActor(workspace.id), personId, { isActive: false })
    assert.equal((await send({ key })).status, 401)
    await changeMember(parts, systemActor(workspace.id), personId, { isActive: true })
    assert.equal((await send({ key })).status, 200)
  })

  test('only a salted hash of a key and its prefix are stored', async () => {
    const { key, id } = await app.workspace()
    const rows = await app.db
      .in(id)
      .rows<object>({ text: `select * from api_keys where workspace_id = '${id}'`, values: [] } as never)
    const stored = JSON.stringify(rows, (_name, value: { type?: string; data?: number[] }) =>
      value?.type === 'Buffer' ? Buffer.from(value.data!).toString('latin1') : value,
    )
    assert.ok(stored.includes(key.slice(0, 12)))
    assert.ok(!stored.includes(key.slice(12)))
  })
})

describe('plans and auditors', () => {
  for (const [plan, status] of [
    ['free', 403],
    ['starter', 403],
    ['professional', 200],
    ['scale', 200],
  ] as const) {
    test(`the ${plan} plan gets ${status}`, async () => {
      const { key } = await app.workspace({ plan })
      const reply = await stranger()({ key })
      assert.equal(reply.status, status)
      if (status === 403) assert.equal(reply.body.code, 'API_ACCESS_TIER_REQUIRED')
    })
  }

  test('the plan is checked before an unknown path, and the rate limit before the plan', async () => {
    const { key } = await app.workspace({ plan: 'free' })
    assert.equal((await app.call('GET', '/nowhere', { key })).body.code, 'API_ACCESS_TIER_REQUIRED')
    for (let sent = 1; sent < LIMIT; sent += 1) await app.call('GET', '/sites', { key })
    assert.equal((await app.call('GET', '/sites', { key })).body.code, 'RATE_LIMITED')
  })

  test('an auditor reads until the end date, and a write key of an auditor never writes', async () => {
    const workspace = await app.workspace()
    const accessEndsAt = new Date(app.clock.now().getTime() + 1000).toISOString()
    const { key } = await workspace.person({ role: 'auditor', accessEndsAt })
    const send = stranger()
    assert.equal((await send({ key })).status, 200)
    const write = await app.call('POST', '/instruments', { key, body: {} })
    assert.deepEqual([write.status, write.body.code], [403, 'FORBIDDEN'])
    app.clock.advance(1000)
    const ended = await send({ key })
    assert.deepEqual([ended.status, ended.body.code], [403, 'ACCESS_ENDED'])
  })
})

describe('sites of a key', () => {
  test('a key has access to the sites that it and its owner have in common', async () => {
    const workspace = await app.workspace()
    const [a, b, c] = [await workspace.site('A'), await workspace.site('B'), await workspace.site('C')]
    const seen = async (siteIds: string[] | null, keySiteIds: string[] | null) => {
      const { key } = await workspace.person({ siteIds, keySiteIds })
      const reply = await app.call('GET', '/sites', { key })
      return reply.body.data.map((site: { name: string }) => site.name)
    }
    assert.deepEqual(await seen([a, b], [b, c]), ['B'])
    assert.deepEqual(await seen([a], [c]), [])
    assert.deepEqual(await seen(null, [a, c]), ['A', 'C'])
    assert.deepEqual(await seen([b], null), ['B'])
  })

  test('other workspaces are not accessible', async () => {
    const [mine, other] = [await app.workspace(), await app.workspace()]
    const foreign = await other.site('Foreign')
    const names = (await app.call('GET', '/sites', { key: mine.key })).body.data.map(
      (site: { id: string }) => site.id,
    )
    assert.ok(!names.includes(foreign))
    const filtered = await app.call('GET', `/locations?site_id=${foreign}`, { key: mine.key })
    assert.deepEqual([filtered.status, filtered.body.pagination.total], [200, 0])
  })
})

describe('the rate limit', () => {
  test('a window allows exactly the limit, states it, and restarts after a minute', async () => {
    const { key } = await app.workspace()
    const send = stranger()
    for (let left = LIMIT - 1; left >= 0; left -= 1) {
      const reply = await send({ key })
      assert.deepEqual([reply.status, ...limits(reply)], [200, LIMIT, left, 60])
    }
    app.clock.advance(30_400)
    const refused = await send({ key })
    assert.deepEqual([refused.status, ...limits(refused)], [429, LIMIT, 0, 30])
    assert.equal(refused.body.code, 'RATE_LIMITED')
    assert.equal(refused.headers.get('retry-after'), '30')
    app.clock.advance(29_599)
    assert.equal((await send({ key })).status, 429)
    app.clock.advance(1)
    assert.deepEqual(limits(await send({ key })), [LIMIT, LIMIT - 1, 60])
  })

  test('the count is exact for concurrent requests', async () => {
    const { key } = await app.workspace()
    const send = stranger()
    const responses = await Promise.all(Array.from({ length: 4 * LIMIT }, () => send({ key })))
    assert.equal(responses.filter((reply) => reply.status === 200).length, LIMIT)
  })

  test('a limit that an operator sets for a key applies from the next request on, including to requests that count as several', async () => {
    const workspace = await app.workspace()
    const { key, keyId } = await workspace.person()
    const send = stranger()
    for (let sent = 0; sent <= LIMIT; sent += 1) await send({ key })
    await limitKey(parts, systemActor(workspace.id), keyId, 2 * LIMIT)
    const admitted = await send({ key })
    assert.deepEqual([admitted.status, ...limits(admitted)], [200, 2 * LIMIT, LIMIT - 2, 60])
    const points = Array.from({ length: 101 }, () => ({ nominal: { value: '1', unit: 'V' } }))
    const evaluated = await app.call('POST', '/measurements/evaluate', { key, body: { points } })
    assert.deepEqual([evaluated.status, ...limits(evaluated)], [200, 2 * LIMIT, 0, 60])
    assert.equal((await send({ key })).status, 429)
    assert.deepEqual(limits(await send({ key: workspace.key })), [LIMIT, LIMIT - 1, 60])
    await limitKey(parts, systemActor(workspace.id), keyId, null)
    app.clock.advance(60_000)
    assert.deepEqual(limits(await send({ key })), [LIMIT, LIMIT - 1, 60])
  })

  test('requests without a valid key count by address and do not affect the bucket of a key', async () => {
    const { key } = await app.workspace()
    const send = stranger()
    for (let sent = 1; sent <= LIMIT; sent += 1) assert.equal((await send()).status, 401)
    const refused = await send({ key: 'ctk_guess' })
    assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED'])
    assert.equal((await send({ key })).status, 200)
    assert.equal((await stranger()()).status, 401)
  })

  test('requests without a valid key count by the network of an IPv6 address, and write nothing to the database', async () => {
    const buckets = async () =>
      (await app.db.global.rows<{ count: number }>(sql`select count(*)::int as count from rate_windows`))[0]!
        .count
    const before = await buckets()
    const from = (address: string) => app.call('GET', '/sites', { headers: { 'x-forwarded-for': address } })
    for (let sent = 1; sent <= LIMIT; sent += 1) {
      assert.equal((await from(`2001:db8:7:7::${sent}`)).status, 401)
    }
    assert.equal((await from('2001:db8:7:7:ffff::1')).status, 429)
    assert.equal((await from('2001:db8:7:8::1')).status, 401)
    assert.equal(await buckets(), before)
    app.clock.advance(60_000)
    assert.equal((await from('2001:db8:7:7::1')).status, 401)
  })

  test('every 50 points of an evaluation, or fraction of 50, count as one request', async () => {
    const { key } = await app.workspace()
    const points = (count: number) =>
      Array.from({ length: count }, () => ({ nominal: { value: '1', unit: 'V' } }))
    const evaluate = (count: number) =>
      app.call('POST', '/measurements/evaluate', { key, body: { points: points(count) } })
    assert.deepEqual(limits(await evaluate(50)), [LIMIT, LIMIT - 1, 60])
    assert.deepEqual(limits(await evaluate(51)), [LIMIT, LIMIT - 3, 60])
    const refused = await evaluate(500)
    assert.deepEqual([refused.status, refused.body.code], [429, 'RATE_LIMITED'])
  })

  test('the OpenAPI document and the health check need no key and are not counted', async () => {
    for (const path of [
      '/api/public/v1/openapi.json',
      '/docs',
      '/docs/errors',
      '/docs/redoc.js',
      '/healthz',
      '/readyz',
    ]) {
      const response = await fetch(`${app.origin}${path}`)
      assert.equal(response.status, 200, path)
      assert.equal(response.headers.get('x-ratelimit-remaining'), String(LIMIT), path)
      await response.arrayBuffer()
    }
  })
})
