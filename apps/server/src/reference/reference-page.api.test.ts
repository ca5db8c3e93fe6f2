import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'

const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' })

test('the reference is counted by address, apart from requests of the API', async () => {
  const { key } = await app.workspace()
  const open = (path: string, from = '203.0.113.9') =>
    fetch(app.origin + path, { headers: { 'x-forwarded-for': from, authorization: `Bearer ${key}` } })
  for (const path of ['/docs', '/docs/start.js', `${PUBLIC_API_PREFIX}/openapi.json`])
    assert.equal((await open(path)).status, 200, path)
  const refused = await open('/docs')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60'])
  assert.equal((await open('/docs', '203.0.113.10')).status, 200)
  assert.equal((await open(`${PUBLIC_API_PREFIX}/instruments`)).status, 200)
})
