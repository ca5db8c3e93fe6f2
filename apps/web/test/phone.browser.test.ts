import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../server/test/calibrating.ts'
import { signInAs } from '../../server/test/session.ts'
import { hiddenBeside, keepScreenshot, settled, startBrowserTests } from './browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Ada Admin' })
const site = await lab.site('Test house for length and angle, hall 4, north wing')
const home = `/w/${lab.id}`

/** A page as a phone shows it. */
async function onPhone(path: string, locale: string): Promise<Page> {
  const page = await tests.visit(admin, path, { look: 'tablet', locale })
  await page.setViewportSize({ width: 375, height: 740 })
  await page.reload()
  await settled(page)
  return page
}

describe('on a phone', () => {
  test('the head of every page keeps the person in view, however long site and language are', async () => {
    for (const locale of ['de-DE', 'en-GB']) {
      for (const path of [`${home}/documents`, `${home}/documents?site=${site}`]) {
        const page = await onPhone(path, locale)
        assert.deepEqual(await hiddenBeside(page), [], `${locale} ${path}`)
      }
    }
  })

  test('the buttons of a form stand above the pages of the frame, wherever one has scrolled', async () => {
    const page = await onPhone(`${home}/settings/workspace`, 'de-DE')
    await page.getByLabel('Name', { exact: false }).first().fill('Werk Nord')
    const save = page.getByRole('button', { name: 'Speichern' })
    const rail = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Heute' }) })
    const [button, pages] = [await save.boundingBox(), await rail.boundingBox()]
    assert.ok(button!.y + button!.height <= pages!.y, 'the pages of the frame lie over the button')
    await keepScreenshot(page, 'phone-form')
  })

  test('the open area of the settings is in view', async () => {
    const page = await onPhone(`${home}/settings/api-keys`, 'en-GB')
    const area = page.locator('#main').getByRole('link', { name: 'API keys', exact: true })
    const { x, width } = (await area.boundingBox())!
    assert.ok(x >= 0 && x + width <= 375, `from ${x} to ${x + width}`)
  })
})
