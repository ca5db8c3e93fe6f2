import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signInAs } from '../../../server/test/session.ts'
import { putInSample } from '../../../server/test/workspaces/put-in-sample.ts'
import { checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()

describe('the guides', () => {
  test('are found by a search while typing, and can be read by everyone', async () => {
    const page = await tests.visit(null, '/docs')
    await checkAccessibility(page)
    await keepScreenshot(page, 'guides')
    await page.getByRole('searchbox').fill('Sync-Watermark')
    await page.getByRole('search').getByRole('link', { name: 'Keep a copy with Sync-Watermark' }).click()
    await page.getByRole('heading', { name: 'Keep a copy with Sync-Watermark' }).waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'guide-paging-and-sync', false)
    await page.getByRole('searchbox').fill('idempotency')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { level: 1, name: 'Results for “idempotency”' }).waitFor()
    await checkAccessibility(page)
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Idempotency' }).waitFor()
  })

  test('have the colours that were chosen in the application', async () => {
    const page = await tests.visit(null, '/docs/errors')
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.evaluate(() => localStorage.setItem('plumbline-color-scheme', 'dark'))
    await page.reload()
    assert.notEqual(await background(), light)
    await checkAccessibility(page)
    await keepScreenshot(page, 'guide-errors-dark', false)
  })
})

test('a key for the sample data is created on the page about sample data', async () => {
  const workspace = await tests.app.workspace()
  const admin = await signInAs(tests.app, workspace, 'admin')
  const visitor = await tests.visit(null, '/docs/sample-data')
  await visitor.getByText('Sign in to the application in this browser').waitFor()
  const before = await tests.visit(admin, '/docs/sample-data')
  await before.getByText('You have no sample data yet.').waitFor()
  await putInSample(admin, 'Plant (sample data)')
  const page = await tests.visit(admin, '/docs/sample-data')
  await page.getByRole('button', { name: 'Make a key for Plant (sample data)' }).click()
  const shown = await page.getByText('export API_KEY=').innerText()
  await checkAccessibility(page)
  const key = /API_KEY=(\S+)/.exec(shown)?.[1]
  assert.ok(key !== undefined && shown.includes(`BASE_URL=${tests.app.origin}`), shown)
  const { body } = await tests.app.call('GET', '/instruments', { key })
  assert.ok(body.pagination.total > 30)
})
