import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { settled, startBrowserTests } from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
await registerOf(lab, 12)
const manager = await signInAs(tests.app, lab, 'manager')
const technician = await signInAs(tests.app, lab, 'technician')
const auditor = await signInAs(tests.app, lab, 'auditor')
const list = `/w/${lab.id}/instruments`

const menu = async (page: Page, item: string | RegExp) => {
  await page.getByRole('button', { name: /^Views?(:|$)/ }).click()
  await page.getByRole('menuitem', { name: item, exact: typeof item === 'string' }).click()
}
const keep = async (page: Page, name: string, share = false) => {
  await menu(page, 'Save as a new view')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  if (share) await dialog.getByLabel(/^Share/).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  return dialog
}

describe('views of the table', () => {
  test('save filters, order and columns, and can be opened by everyone if they are shared', async () => {
    const page = await tests.visit(manager, `${list}?compliance=NON_COMPLIANT&sort=-asset_tag`)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Interval' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Interval' }).waitFor()
    await keep(page, 'Overdue ones', true)
    await page.getByRole('button', { name: 'View: Overdue ones' }).waitFor()

    const theirs = await tests.visit(auditor, list)
    await theirs.getByText('1–12 of 12').waitFor()
    assert.equal(await theirs.getByRole('columnheader', { name: 'Interval' }).count(), 0)
    await menu(theirs, 'Overdue ones')
    await theirs.getByText('1–4 of 4').waitFor()
    await theirs.getByRole('columnheader', { name: 'Interval' }).waitFor()
    await theirs.locator('th[aria-sort=descending]', { hasText: 'Asset tag' }).waitFor()
    assert.match(theirs.url(), /compliance=NON_COMPLIANT/)
    await theirs.getByRole('button', { name: 'View: Overdue ones' }).click()
    await theirs.getByRole('menuitem', { name: 'All instruments' }).waitFor()
    assert.equal(await theirs.getByRole('menuitem', { name: 'Save as a new view' }).count(), 0)
    await theirs.getByRole('menuitem', { name: 'All instruments' }).click()
    await theirs.getByText('1–12 of 12').waitFor()
  })

  test('are set as default, changed, renamed and deleted by their owner', async () => {
    const page = await tests.visit(technician, `${list}?q=haldor`)
    await page.getByText('1–3 of 3').waitFor()
    await keep(page, 'Torque')
    await page.getByRole('button', { name: 'View: Torque' }).waitFor()
    await menu(page, 'Set as my default view')
    await page.getByText('“Torque” is now your default view.').waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('heading', { name: /today/i }).first().waitFor()
    await page.getByRole('link', { name: 'Instruments', exact: true }).click()
    await page.getByText('1–3 of 3').waitFor()
    assert.match(page.url(), /q=haldor/)

    await page.getByRole('searchbox').fill('haldor tag-002')
    await page.getByText('1–1 of 1').waitFor()
    await menu(page, 'Save changes to “Torque”')
    await page.getByText('View “Torque” saved.').first().waitFor()
    await menu(page, 'All instruments')
    await page.getByText('1–12 of 12').waitFor()
    await menu(page, /^Torque/)
    await page.getByText('1–1 of 1').waitFor()

    await menu(page, 'Rename or share')
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel(/^Share/).count(), 0)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Torque two')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'View: Torque two' }).waitFor()
    await menu(page, 'Delete view')
    await dialog.getByRole('button', { name: 'Delete view' }).click()
    await page.getByText('1–12 of 12').waitFor()
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Overdue ones' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: /^Torque/ }).count(), 0)
  })

  test('that are shared can be opened but not changed by a technician', async () => {
    const page = await tests.visit(technician, list)
    await menu(page, 'Overdue ones')
    await page.getByText('1–4 of 4').waitFor()
    await page.getByRole('button', { name: 'View: Overdue ones' }).click()
    await page.getByRole('menuitem', { name: 'Set as my default view' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete view' }).count(), 0)
    assert.equal(await page.getByRole('menuitem', { name: 'Rename or share' }).count(), 0)
  })

  test('with a name in use are refused next to the field, with typed values', async () => {
    const page = await tests.visit(manager, list)
    await settled(page)
    const dialog = await keep(page, 'overdue ones', true)
    await dialog.getByText('This name is already in use.').first().waitFor()
    assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'overdue ones')
  })
})
