import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()

describe('the guides', () => {
  test('are found by search while one types, and can be read by everyone', async () => {
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
