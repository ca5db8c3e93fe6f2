import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const manager = await signInAs(tests.app, lab, 'manager')

describe('keyboard help', () => {
  test('opens on a question mark with the keys of the page, but not while typing', async () => {
    const page = await tests.visit(manager, `/w/${lab.id}/instruments`)
    const field = page.getByRole('searchbox')
    await field.fill('what')
    await page.keyboard.press('End')
    await page.keyboard.press('?')
    assert.equal(await field.inputValue(), 'what?')
    assert.equal(await page.getByRole('dialog').count(), 0)
    const link = page.getByRole('link', { name: 'Worklist' })
    await link.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Go to the search field').waitFor()
    await dialog.getByText('Search everything').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Worklist')
  })

  test('is reached from the person menu', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/approvals`, 'keyboard-help', async (page) => {
      await page.getByRole('banner').getByRole('button').last().click()
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
      await page
        .getByRole('dialog', { name: 'Keyboard shortcuts' })
        .getByText('Next or previous record')
        .waitFor()
      await page.getByRole('menu').waitFor({ state: 'hidden' })
    }))
})
