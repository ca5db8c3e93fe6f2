import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { startReceiver, testWorkers } from '../../../server/test/webhooks.ts'
import {
  checkAccessibility,
  focusOn,
  keepScreenshot,
  pressItem,
  settled,
  startBrowserTests,
} from '../support/browser.ts'
import { arrive, checkHeard, hear } from '../support/hearing.ts'
import { attachDocument } from '../../../server/test/documents.ts'
import { drifting } from '../support/sample-register.ts'

// What is done over the year beside the life of a single instrument, found by roles and names alone; whatever comes
// of an act is heard without looking for it, and the focus is never lost.
const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const instrumentId = await drifting(lab)
await lab.instrument({ asset_tag: 'GAUGE-1', name: 'Pressure gauge', calibration_interval_value: 12 })
const admin = await signInAs(tests.app, lab, 'admin', { name: 'Kay Keys' })
await attachDocument(admin, instrumentId, 'Certificate 2026-0193.png')
const home = `/w/${lab.id}`
const workers = testWorkers(tests.app, { retryDelaysSeconds: [1] })
await workers.start()

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name })
const press = (control: Locator, key = 'Enter') => control.press(key)

/** To another page by the rail. */
async function go(page: Page, name: string, title = name): Promise<void> {
  await press(page.getByRole('navigation').getByRole('link', { name, exact: true }).first())
  await arrive(page, title)
  await checkHeard(page)
}

/** A dialog by its name, which is a whole dialog to a reader: named, and with the focus within. */
async function dialogOf(page: Page, name: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.waitFor()
  await dialog.locator(':focus').waitFor()
  await checkHeard(page)
  return dialog
}

/** Keeps a dialog as light and dark pictures, and checks both. */
async function look(page: Page, name: string): Promise<void> {
  await settled(page)
  await checkAccessibility(page)
  await keepScreenshot(page, `${name}-light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await checkAccessibility(page)
  await keepScreenshot(page, `${name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html[data-mantine-color-scheme=light]').waitFor()
}

describe('by screen reader only', () => {
  test('a view is saved, instruments are changed in bulk, a document is archived, settings are saved', async () => {
    const page = await tests.visit(admin, `${home}/today`)
    await checkHeard(page)
    await go(page, 'Instruments')
    await press(button(page, 'Views'))
    await pressItem(page, 'Save as a new view')
    const view = page.getByRole('dialog').filter({ has: button(page, 'Save view') })
    await field(view, 'Name').fill('Everything')
    await press(button(view, 'Save view'))
    await hear(page, 'View “Everything” saved.')
    await focusOn(button(page, 'View: Everything'))

    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space')
    const change = button(page, 'Edit…')
    await press(change)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Grace period (days)', exact: true }).press('Space')
    await dialog.getByLabel('Grace period (days)', { exact: true }).last().fill('3')
    await field(dialog, 'Reason').fill('Agreed in the review')
    await press(button(dialog, 'Preview changes'))
    await hear(page, '2 instruments will change.', 'status')
    await checkHeard(page)
    await press(button(dialog, 'Edit 2 instruments'))
    await hear(page, '2 instruments were changed.', 'status')
    await press(button(dialog, 'Close').last())
    await dialog.waitFor({ state: 'detached' })

    await go(page, 'Documents')
    const acts = button(page, 'Actions for Certificate 2026-0193.png')
    await press(acts)
    await pressItem(page, 'Archive')
    const archive = await dialogOf(page, 'Archive document')
    await page.keyboard.press('Escape')
    await archive.waitFor({ state: 'detached' })
    await focusOn(acts)
    await press(acts)
    await pressItem(page, 'Archive')
    await press(button(await dialogOf(page, 'Archive document'), 'Archive document'))
    await hear(page, 'Certificate 2026-0193.png is archived.')

    await go(page, 'Settings', 'Workspace')
    await field(page, 'Address').fill('Quay 1')
    await press(button(page, 'Save'))
    await hear(page, 'Settings saved.')
  })

  test('a webhook is created, tested, and gets another secret', async (t) => {
    const receiver = await startReceiver(t)
    const page = await tests.visit(admin, `${home}/today`)
    await go(page, 'Webhooks')
    await press(button(page, 'New webhook'))
    const form = await dialogOf(page, 'New webhook')
    await field(form, 'URL').fill('nowhere')
    await press(button(form, 'Create webhook'))
    await form.getByRole('alert').first().waitFor()
    await field(form, 'URL').fill(receiver.url)
    await press(button(form, 'Create webhook'))
    const secret = await dialogOf(page, 'Signing secret')
    await field(secret, 'Signing secret').waitFor()
    await look(page, 'webhook-secret')
    await press(button(secret, 'I have saved it'))
    await secret.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    await press(button(page, 'Send test event'))
    const trial = await dialogOf(page, 'Send test event')
    await press(button(trial, 'Send test event'))
    await trial.getByRole('status').getByText('Delivered.').waitFor()
    await look(page, 'webhook-test-event')
    await page.keyboard.press('Escape')
    await trial.waitFor({ state: 'detached' })
    await focusOn(button(page, 'Send test event'))
    await press(button(page, 'More'))
    await pressItem(page, 'Rotate secret')
    const rotation = await dialogOf(page, 'Rotate secret')
    await look(page, 'webhook-rotation')
    await press(button(rotation, 'Rotate secret'))
    await press(button(await dialogOf(page, 'Signing secret'), 'I have saved it'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the ledger is verified, a report and the log are read, labels and a record are printed', async () => {
    const page = await tests.visit(admin, `${home}/today`)
    await go(page, 'Ledger')
    await press(button(page, 'Verify now'))
    await hear(page, /^The ledger is intact \(\d+ entries\)/, 'status')
    await press(page.getByRole('main').getByRole('link', { name: 'Activity', exact: true }))
    await arrive(page, 'Activity')
    await checkHeard(page)
    await go(page, 'Reports', 'Due forecast')
    // What the columns of the chart show stands in a table, too.
    await page.getByRole('table').first().waitFor()
    await go(page, 'Instruments')
    await press(page.getByRole('link', { name: 'VOLT-1', exact: true }))
    await arrive(page, 'VOLT-1')
    await checkHeard(page)
    const labels = button(page, 'Print labels')
    await press(labels)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('img', { name: /^Labels? 1/ }).waitFor()
    await checkHeard(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await focusOn(labels)
    const rows = page.getByRole('table', { name: 'Readings of all calibrations' }).getByRole('row')
    await press(rows.nth(1).getByRole('link').first())
    await arrive(page, 'Calibration of VOLT-1')
    await press(page.getByRole('link', { name: 'Print with proof' }))
    await arrive(page, 'Record with proof')
    await page.getByRole('article', { name: 'Calibration record' }).waitFor()
    await checkHeard(page)
    assert.equal(await page.getByRole('main').count(), 1)
  })
})
