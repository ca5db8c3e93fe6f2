import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventTypes, operations } from '@plumbline/contract'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()

/** Opens the reference and waits until it is drawn; nothing but this server can be reached. */
async function openReference(): Promise<Page> {
  const page = await tests.visit(null, '/healthz')
  await page.context().route(
    (url) => url.origin !== tests.app.origin && url.protocol.startsWith('http'),
    (route) => {
      foreign.push(route.request().url())
      return route.abort()
    },
  )
  await page.goto(`${tests.app.origin}/docs/reference`)
  await page.getByRole('heading', { level: 1, name: /Plumbline public API/ }).waitFor()
  return page
}

const foreign: string[] = []

/**
 * An item of Redoc's menu is named by its title alone, without the method beside it and the items below it, which is
 * what one wants to hear; axe asks for all of the visible text. https://github.com/Redocly/redoc/issues/2402 is open on
 * the roles of this menu.
 */
const REDOC_MENU = { rule: 'label-content-name-mismatch', selector: '[role=menuitem]' }

describe('the API reference', () => {
  test('shows every operation and every event, and loads nothing from elsewhere', async () => {
    const page = await openReference()
    for (const name of Object.keys(operations)) {
      await page.locator(`[id$="/operation/${name}"]`).waitFor({ state: 'attached' })
    }
    const text = await page.locator('body').innerText()
    for (const type of Object.keys(eventTypes)) assert.ok(text.includes(type), type)
    assert.deepEqual(foreign, [])
    // The whole page is higher than a picture can be.
    await keepScreenshot(page, 'reference', false)
  })

  test('can be read by everyone, opened as far as its parts open', async () => {
    const page = await openReference()
    const operation = page.locator('[id$="/operation/createInstrument"]')
    await operation
      .getByRole('button', { name: /^expand / })
      .first()
      .click()
    await operation.getByRole('button', { name: /422/ }).first().click()
    await page.getByRole('menuitem', { name: 'Instruments', exact: true }).click()
    await page.getByRole('menuitem', { name: operations.createInstrument.summary }).waitFor()
    // Redoc draws every operation alike, and axe would take minutes for all of them.
    const within = [
      '.menu-content',
      '.api-info',
      '[id="tag/Instruments"]',
      '[id$="/operation/createInstrument"]',
    ]
    await checkAccessibility(page, undefined, { within, except: REDOC_MENU })
  })

  test('leads to an operation by its address, of the guides and of former releases', async () => {
    const page = await openReference()
    await page.goto(`${tests.app.origin}/docs#operation/retireInstrument`)
    await page.waitForURL('**/docs/reference#operation/retireInstrument')
    await assertShown(page)
    await page.goto(`${tests.app.origin}/docs/search?q=retireInstrument`)
    await page
      .getByRole('main')
      .getByRole('link', { name: operations.retireInstrument.summary })
      .first()
      .click()
    await assertShown(page)
  })
})

/** Waits until the operation is in view: Redoc scrolls to it once it has drawn what stands above. */
async function assertShown(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 2, name: operations.retireInstrument.summary })
  await heading.evaluate(
    (one) =>
      new Promise<void>((inView) =>
        new IntersectionObserver(([seen]) => seen?.isIntersecting && inView()).observe(one),
      ),
  )
}
