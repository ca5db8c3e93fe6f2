import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_API_PREFIX } from '@plumbline/contract'
import { startTestApp } from '../../test/app.ts'

const app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' })

test('requests of the reference are counted by IP address, separately from those of the API', async () => {
  const { key } = await app.workspace()
  const open = (path: string, from = '203.0.113.9') =>
    fetch(app.origin + path, { headers: { 'x-forwarded-for': from, authorization: `Bearer ${key}` } })
  for (const path of ['/docs/reference', '/docs/search?q=key', `${PUBLIC_API_PREFIX}/openapi.json`])
    assert.equal((await open(path)).status, 200, path)
  const refused = await open('/docs')
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60'])
  assert.equal((await open('/docs', '203.0.113.10')).status, 200)
  assert.equal((await open(`${PUBLIC_API_PREFIX}/instruments`)).status, 200)
})

test('pages of the guides allow nothing inline and nothing from elsewhere', async () => {
  for (const path of ['/docs', '/docs/errors', '/docs/fields', '/docs/search?q=a&q=b']) {
    const response = await fetch(app.origin + path, {
      headers: { 'x-forwarded-for': `198.51.100.${path.length}` },
    })
    assert.equal(response.status, 200, path)
    assert.match(
      response.headers.get('content-security-policy')!,
      /^default-src 'none'; script-src 'self'; style-src 'self'; /,
    )
    assert.doesNotMatch(
      await response.text(),
      / style=|<style|<script>|(?:src|href)="(?:\/\/|https?:)[^"]*\.(?:js|css)/,
      path,
    )
  }
})

test('long responses are compressed, and /docs/ leads to /docs', async () => {
  const open = (path: string) =>
    fetch(app.origin + path, {
      headers: { 'x-forwarded-for': '192.0.2.7', 'accept-encoding': 'gzip' },
      redirect: 'manual',
    })
  for (const path of ['/docs/fields', `${PUBLIC_API_PREFIX}/openapi.json`])
    assert.equal((await open(path)).headers.get('content-encoding'), 'gzip', path)
  assert.equal((await open('/docs/')).headers.get('location'), '/docs')
})

for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
  test(`the OpenAPI document is read only: ${method} gets 405 with the methods that it supports`, async () => {
    const response = await fetch(`${app.origin}${PUBLIC_API_PREFIX}/openapi.json`, {
      method,
      headers: { 'x-forwarded-for': `198.51.101.${method.length}`, 'content-type': 'application/json' },
      ...(method !== 'OPTIONS' && { body: '{' }),
    })
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD'])
    const { code } = (await response.json()) as { code: string }
    assert.equal(code, 'METHOD_NOT_ALLOWED')
  })
}

test('an unknown path below /docs gives a page with a search and a link back', async () => {
  const open = (path: string) =>
    fetch(app.origin + path, {
      headers: { 'x-forwarded-for': `192.0.2.${path.length}` },
      redirect: 'manual',
    })
  for (const path of ['/docs/webhooks.md', '/docs/guides/v1/webhooks', '/docs/%3Cscript%3E']) {
    const response = await open(path)
    assert.equal(response.status, 404, path)
    assert.match(response.headers.get('content-type')!, /^text\/html/)
    assert.match(response.headers.get('content-security-policy')!, /^default-src 'none'/)
    const page = await response.text()
    assert.match(page, /<h1>Page not found<\/h1>/)
    assert.match(page, /role="search"/)
    assert.match(page, /href="\/docs">go to the overview/)
    assert.ok(!page.includes('<script>'), path)
    if (path.includes('webhook'))
      assert.match(page, /You may be looking for[^]*href="\/docs\/receive-webhooks/)
  }
  const withSlash = await open('/docs/limits/')
  assert.deepEqual([withSlash.status, withSlash.headers.get('location')], [308, '/docs/limits'])
})
