import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { buildPackage } from '../../../server/test/sdk/built-package.ts'
import { startBrowserTests } from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const { built } = await buildPackage()
const lab = await openLaboratory(tests.app)
await registerOf(lab, 3)

test('the client of the API runs in a browser: it walks through a list and knows a refusal by its class', async () => {
  const page = await tests.visit(null, '/healthz')
  // A page that an integrator serves, with the modules of the package as they are published.
  await page.route('**/integration/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Integration</title>' }),
  )
  await page.route('**/integration/*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync(join(built, basename(new URL(route.request().url()).pathname)), 'utf8'),
    }),
  )
  await page.goto(`${tests.app.origin}/integration/`)
  const found = await page.evaluate(`(async () => {
    const { createClient, NotFoundError } = await import('/integration/browser.js')
    const client = createClient({ baseUrl: location.origin, apiKey: ${JSON.stringify(lab.key)} })
    const tags = []
    for await (const { asset_tag } of client.listInstruments.items({ query: { limit: 2 } })) tags.push(asset_tag)
    const params = { instrument_id: '01a1b2c3-0000-7000-8000-000000000000' }
    const refusal = await client.getInstrument({ params }).catch((error) => error)
    return { tags: tags.sort(), isNotFound: refusal instanceof NotFoundError }
  })()`)
  assert.deepEqual(found, { tags: ['TAG-001', 'TAG-002', 'TAG-003'], isNotFound: true })
})
