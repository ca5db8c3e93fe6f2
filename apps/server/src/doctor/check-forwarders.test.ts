import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@plumbline/testing'
import { call, startTestApp } from '../../test/app.ts'
import { checkForwarders } from './check-forwarders.ts'

const forwarded = { headers: { 'x-forwarded-for': '198.51.100.7' } }

test('X-Forwarded-For of an untrusted peer is a warning, of a trusted one it is not', async () => {
  const trusting = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
  await call(`${trusting.origin}/healthz`, 'GET', forwarded)
  assert.deepEqual(await checkForwarders(trusting.db), [])
  const other = await startTestApp()
  await call(`${other.origin}/healthz`, 'GET', {})
  assert.deepEqual(await checkForwarders(other.db), [])
  for (let sent = 0; sent < 3; sent += 1) await call(`${other.origin}/healthz`, 'GET', forwarded)
  // It is noted beside the request.
  await until(async () => (await checkForwarders(other.db)).length > 0, 'the peer to be noted')
  const [finding] = await checkForwarders(other.db)
  assert.deepEqual([finding?.check, finding?.state], ['proxy', 'warning'])
  assert.match(finding!.says, /came from 127\.0\.0\.1 /)
})
