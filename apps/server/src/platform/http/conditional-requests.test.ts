import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defineOperations } from '@plumbline/contract'
import { plainOperation } from '../../../test/plain-operation.ts'
import { createLog } from '../log.ts'
import { createHttpServer, mountOperations, type Response } from './index.ts'

const tagged = { ...plainOperation.reply, headers: { ETag: 'd' } }

const operations = defineOperations({
  read: { ...plainOperation, method: 'GET', path: '/thing', reply: tagged },
  list: { ...plainOperation, method: 'GET', path: '/things' },
  act: { ...plainOperation, method: 'POST', path: '/thing', reply: tagged },
})

/** What the thing is at the moment. */
let present: Response = { body: { status: 'due soon' } }

const caller = { role: 'admin', scope: 'write', siteIds: null } as const
const app = createHttpServer({ log: createLog('silent'), trustedProxies: [], defaultHeaders: {} })
mountOperations(app, {
  prefix: '/api',
  deadlineMs: 60_000,
  operations,
  gate: async () => ({ headers: { 'x-counted': 'yes' }, outcome: { caller } }),
  handlers: { read: async () => present, list: async () => present, act: async () => present },
})

let origin = ''
before(async () => {
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

const send = async (path: string, method = 'GET', ifNoneMatch?: string) => {
  const headers = { ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }) }
  const response = await fetch(`${origin}/api${path}`, { method, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('a single resource has an ETag that changes with the response, and a matching request gets 304', async () => {
  present = { body: { status: 'due soon' } }
  const first = await send('/thing')
  const tag = first.headers.get('etag')!
  assert.match(tag, /^"[\w-]{22}"$/)
  const held = await send('/thing', 'GET', tag)
  assert.deepEqual([held.status, held.text, held.headers.get('etag')], [304, '', tag])
  assert.deepEqual([held.headers.get('x-counted'), held.headers.get('content-type')], ['yes', null])
  present = { body: { status: 'overdue' } }
  const later = await send('/thing', 'GET', tag)
  assert.deepEqual([later.status, later.text], [200, '{"status":"overdue"}'])
  assert.notEqual(later.headers.get('etag'), tag)
})

test('HEAD returns the length of the body with 200, and none with 304', async () => {
  present = { body: { status: 'due soon' } }
  const first = await send('/thing', 'HEAD')
  assert.deepEqual([first.status, first.headers.get('content-length')], [200, '21'])
  const held = await send('/thing', 'HEAD', first.headers.get('etag')!)
  assert.deepEqual([held.status, held.text, held.headers.get('etag')], [304, '', first.headers.get('etag')])
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) {
    assert.equal(held.headers.get(name), null, name)
  }
})

test('the ETag of a version also changes with computed members', async () => {
  const versioned = (status: string) => ({ body: { status }, headers: { etag: '"7"' } })
  present = versioned('due soon')
  const tag = (await send('/thing')).headers.get('etag')!
  assert.match(tag, /^"7\.[\w-]{22}"$/)
  present = versioned('overdue')
  assert.equal((await send('/thing', 'GET', tag)).status, 200)
})

test('lists of tags, weak tags, other codings and the asterisk are compared as HTTP requires', async () => {
  present = { body: { status: 'due soon' } }
  const tag = (await send('/thing')).headers.get('etag')!
  const coded = tag.replace(/"$/, '+gzip"')
  for (const held of [`"x", ${tag}`, `W/${tag}`, coded, '*']) {
    assert.equal((await send('/thing', 'GET', held)).status, 304, held)
  }
  assert.equal((await send('/thing', 'GET', coded)).headers.get('etag'), coded)
  for (const other of ['"x"', tag.slice(1, -1), '']) {
    assert.equal((await send('/thing', 'GET', other)).status, 200, other)
  }
})

test('lists have no ETag, and If-None-Match is ignored unless the method is GET', async () => {
  present = { body: { status: 'due soon' } }
  assert.equal((await send('/things', 'GET', '*')).headers.get('etag'), null)
  assert.equal((await send('/thing', 'POST', '*')).status, 200)
})
