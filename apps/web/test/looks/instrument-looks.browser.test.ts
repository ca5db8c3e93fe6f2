import { describe, test } from 'node:test'
import { jobExample } from '@plumbline/contract'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { lookAtPage, startBrowserTests } from '../support/browser.ts'
import { drifting, registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
await lab.site('Leipzig')
await registerOf(lab)
const instrumentId = await drifting(lab)
const manager = await signInAs(tests.app, lab, 'manager')

async function choose(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Edit…' }).waitFor()
}

/** Fills in a change of the interval and the use of all in view, and shows the fields of every other part. */
async function askForChange(page: Page) {
  await choose(page)
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog')
  for (const part of ['Interval', 'Grace period (days)', 'Service status']) {
    await dialog.getByRole('checkbox', { name: part, exact: true }).check()
  }
  await dialog.getByRole('textbox', { name: 'Interval' }).fill('1')
  await dialog.getByLabel('Reason').fill('Agreed in the review of 2026')
}

describe('pages of instruments are accessible, and their targets are large enough for touch', () => {
  test('instruments', () => lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'instruments'))
  test('instruments, nothing found', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments?q=nowhere`, 'instruments-nothing'))
  test('instruments, chosen', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'instruments-chosen', choose))
  test('a change of many that has stopped', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/change`, 'bulk-change-stopped', async (page) => {
      const error = { code: 'FORBIDDEN', message: 'Your role does not allow this.' }
      const request = { instrument_ids: [instrumentId], change: { grace_days: 7 }, reason: 'Review' }
      const result = { changed: 50, unchanged: 0, refused: 0 }
      const stopped = { ...jobExample, kind: 'bulk_change', state: 'failed', request, done: 50, total: 70 }
      const job = { ...stopped, can_cancel: false, finished_at: jobExample.started_at, result, error }
      const pagination = { limit: 1, offset: 0, total: 1, has_more: false }
      await page.route('**/jobs?*', (route) => route.fulfill({ json: { data: [job], pagination } }))
      await page.reload()
      await page.getByText(/^Cancelled/).waitFor()
      await page.getByRole('heading', { name: /^Bulk edit of 70 instruments$/ }).waitFor()
    }))
  test('views of the table', async () => {
    const body = { name: 'Torque tools', is_shared: true, state: { q: 'torque' } }
    const { id } = (await manager.call('POST', '/views', { body })).body
    await lookAtPage(tests, manager, `/w/${lab.id}/instruments?view=${id}`, 'views', async (page) => {
      await page.getByRole('button', { name: 'View: Torque tools' }).click()
      await page.getByRole('menuitem', { name: 'Torque tools', exact: true }).waitFor()
    })
  })
  test('a view to save', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'view-new', async (page) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Everything')
      await page.getByRole('menu').waitFor({ state: 'hidden' })
    }))
  test('change of many', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'bulk-change', askForChange))
  test('bulk edit, preview', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'bulk-change-preview', async (page) => {
      await askForChange(page)
      await page.getByRole('button', { name: 'Preview changes' }).click()
      await page.getByRole('rowheader').first().waitFor()
      await page.getByRole('button', { name: /^Edit \d+ instruments/ }).waitFor()
    }))
  test('new instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/new`, 'instrument-new', async (page) => {
      await page.getByRole('button', { name: 'Add instrument' }).click()
    }))
  test('edit instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/${instrumentId}/edit`, 'instrument-edit'))
  test('instrument', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments/${instrumentId}`, 'instrument'))
  test('printing labels', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'labels', async (page) => {
      await choose(page)
      await page.getByRole('button', { name: 'Print labels' }).click()
      await page
        .getByRole('dialog')
        .getByRole('img', { name: /^Labels 1 to/ })
        .waitFor()
    }))
  test('retiring', () =>
    lookAtPage(
      tests,
      manager,
      `/w/${lab.id}/instruments/${instrumentId}`,
      'instrument-retire',
      async (page) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'Retire instrument' }).click()
        await page.getByRole('dialog').getByLabel('Reason').waitFor()
        await page.getByRole('menu').waitFor({ state: 'hidden' })
      },
    ))
  test('search over everything', () =>
    lookAtPage(tests, manager, `/w/${lab.id}/instruments`, 'search', async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('tag')
      await page
        .getByRole('dialog')
        .getByRole('option', { name: /^TAG-001/ })
        .waitFor()
    }))
})
