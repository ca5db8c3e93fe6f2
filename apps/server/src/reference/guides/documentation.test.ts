import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, operations } from '@plumbline/contract'
import { publicApiDocument } from '../public-api.ts'
import { makeDocumentation } from './documentation.ts'
import { addressOf, installedGuides, readGuide } from './guide-list.ts'
import type { PublicDocument } from './public-document.ts'

const SERVED = {
  'docs/api/openapi.json': '/api/public/v1/openapi.json',
  'docs/webhook-vectors.json': '/docs/webhook-vectors.json',
}
const documentation = makeDocumentation(publicApiDocument() as unknown as PublicDocument, SERVED)
const addresses = [...installedGuides().flatMap(({ guides }) => guides.map(addressOf)), '/docs/fields']

const pageAt = (address: string): string => {
  const page = documentation.page(address)
  assert.ok(page !== undefined, address)
  return page
}

const idsOf = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))

/** What is found by a query, in its order. */
function found(query: string): { address: string; title: string }[] {
  // Names can be broken after an underscore.
  const page = documentation.results(query).replaceAll('<wbr>', '')
  return [...page.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a> <span class="kind">/g)].map(
    ([, address = '', title = '']) => ({ address, title }),
  )
}

test('every link between guides leads to a page that is there, and to a heading of it', () => {
  const elsewhere = new Set(['/', '/docs/reference', ...Object.values(SERVED)])
  const idsByPage = new Map(addresses.map((address) => [address, idsOf(pageAt(address))]))
  for (const address of addresses) {
    for (const [, href = ''] of pageAt(address).matchAll(/<a [^>]*href="((?:\/|#)[^"]*)"/g)) {
      const [path = '', id] = href.split('#', 2)
      const target = path === '' ? address : path
      if (elsewhere.has(target)) continue
      const ids = idsByPage.get(target)
      assert.ok(ids !== undefined, `${address} links to ${href}`)
      assert.ok(id === undefined || ids.has(id), `${address} links to ${href}`)
    }
  }
})

test('every operation that a guide to the API names is there', () => {
  const known = new Set(Object.values(operations).map(({ method, path }) => `${method} ${path}`))
  const guides = installedGuides().filter(({ title }) => ['Begin', 'Work with the API'].includes(title))
  for (const guide of guides.flatMap((group) => group.guides)) {
    const named = readGuide(guide).matchAll(/`((?:GET|POST|PATCH|DELETE) )(?:\/api\/public\/v1)?(\/[^`?]+)/g)
    for (const [, method = '', path = ''] of named) assert.ok(known.has(method + path), guide.file + path)
  }
})

test('a page has one main heading and marks itself in the navigation', () => {
  for (const address of addresses) {
    const page = pageAt(address)
    assert.equal(page.match(/<h1/g)?.length, 1, address)
    assert.deepEqual(page.match(/<a href="[^"]*" aria-current="page">/g), [
      `<a href="${address}" aria-current="page">`,
    ])
  }
})

test('HTML in a document or a query is shown as text', () => {
  const page = documentation.results('<script>alert(1)</script>')
  assert.ok(!page.includes('<script>alert'))
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
})

test('the search finds the page of a topic, a code, a field and an operation first', () => {
  const first = (query: string) => found(query)[0]?.address
  assert.equal(
    first('PASS_OVER_TOLERANCE_REASON_REQUIRED'),
    '/docs/errors#pass_over_tolerance_reason_required',
  )
  assert.equal(first('next_due_at'), '/docs/fields#next_due_at')
  assert.equal(first('Sync-Watermark'), '/docs/paging-and-sync#keep-a-copy-with-sync-watermark')
  assert.equal(first('idempotency'), '/docs/idempotency')
  assert.equal(first('webhooks'), '/docs/receive-webhooks')
  assert.equal(first('appendCalibration'), '/docs/reference#tag/Calibrations/operation/appendCalibration')
  assert.equal(first('retire an instrument'), '/docs/reference#tag/Instruments/operation/retireInstrument')
})

test('the search finds every error code and every operation by name', () => {
  for (const code of Object.keys(errorCodes)) assert.equal(found(code)[0]?.title, code)
  for (const [name, { summary }] of Object.entries(operations))
    assert.equal(found(name)[0]?.title, summary.replaceAll("'", '&#39;'), name)
})

test('long names can be broken where a reader would break them, in headings, code and results', () => {
  const broken = 'PASS_<wbr>OVER_<wbr>TOLERANCE_<wbr>REASON_<wbr>REQUIRED'
  const name = broken.replaceAll('<wbr>', '')
  assert.ok(pageAt('/docs/errors').includes(`<h2 id="${name.toLowerCase()}">${broken}</h2>`))
  assert.ok(pageAt('/docs/points').includes(`<code>${broken}</code>`))
  assert.ok(documentation.results(name).includes(`<h1>Results for “${broken}”</h1>`))
})

test('excerpts have no marks of Markdown', () => {
  for (const query of ['tolerance', 'Idempotency-Key', 'listChanges'])
    assert.doesNotMatch(documentation.results(query), /`/, query)
})

test('a query without a result says so', () => {
  assert.match(documentation.results('xyzzy'), /Nothing was found/)
})
