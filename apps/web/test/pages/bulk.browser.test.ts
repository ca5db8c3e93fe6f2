import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { pageTexts, without } from '../../../server/test/rendered-pages.ts'
import { entriesOf } from '../../../server/test/register.ts'
import { signInAs } from '../../../server/test/session.ts'
import { checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'
import { registerOf } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const ids = await registerOf(lab, 70)
const manager = await signInAs(tests.app, lab, 'manager')
const technician = await signInAs(tests.app, lab, 'technician')
const auditor = await signInAs(tests.app, lab, 'auditor')
const list = `/w/${lab.id}/instruments`

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Holds an instrument, so that anyone who comes to it waits; returns how to let it go. */
async function holding(id: string): Promise<() => Promise<void>> {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = tests.app.asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query('select from instruments where instrument_id = $1 for update', [id])
    reached.resolve()
    await gate.promise
    await owner.query('rollback')
  })
  await reached.promise
  return async () => {
    gate.resolve()
    await held
  }
}

/** Opens the dialog for what is chosen and asks for a grace period. */
async function askForGrace(page: Page, days: string, reason = 'Agreed in the review') {
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Grace period (days)').check()
  await dialog.getByRole('textbox', { name: 'Grace period (days)' }).fill(days)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  return dialog
}

describe('choosing rows', () => {
  test('works by keyboard only: space, shift and the arrows', async () => {
    const page = await tests.visit(manager, `${list}?sort=asset_tag`)
    await box(page, 'TAG-001').focus()
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('4 selected').waitFor()
    await page.getByRole('link', { name: 'TAG-006' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('5 selected').waitFor()
    assert.ok(await box(page, 'TAG-006').isChecked())
    assert.ok(!(await box(page, 'TAG-005').isChecked()))
  })

  test('spans pages, can be all of a filter, and is reset by another one', async () => {
    const page = await tests.visit(manager, `${list}?sort=asset_tag`)
    await box(page, 'all on this page').check()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await box(page, 'TAG-051').check()
    await page.getByText('51 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 70 matching' }).click()
    await page.getByText('70 selected').waitFor()
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('NON_COMPLIANT')
    await page.getByText('selected').waitFor({ state: 'hidden' })
  })

  test('offers those who only read labels and files, and no change', async () => {
    const page = await tests.visit(auditor, `${list}?sort=asset_tag`)
    await page.getByText('1–50 of 70').waitFor()
    assert.equal(await page.getByRole('group', { name: 'Selection' }).count(), 0)
    await box(page, 'TAG-003').check()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Print labels' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Edit…' }).count(), 0)
  })

  test(
    'labels and exports just those, also from pages out of view',
    { skip: without('pdftotext') },
    async () => {
      const page = await tests.visit(manager, `${list}?sort=asset_tag`)
      const acts = page.getByRole('group', { name: 'Selection' })
      await box(page, 'TAG-003').check()
      await page.getByRole('button', { name: 'Next page' }).click()
      await box(page, 'TAG-051').check()
      await page.getByText('2 selected').waitFor()
      const csv = page.waitForEvent('download')
      await acts.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: 'CSV file' }).click()
      const lines = (await readFile(await (await csv).path(), 'utf8')).trim().split('\r\n')
      assert.deepEqual(
        lines.slice(1).map((line) => line.split(',')[0]),
        ['TAG-003', 'TAG-051'],
      )
      await acts.getByRole('button', { name: 'Print labels' }).click()
      const dialog = page.getByRole('dialog', { name: 'Print labels' })
      await dialog.getByLabel('Size').selectOption({ label: '62 × 29 mm' })
      await dialog.getByRole('img', { name: /^Label: TAG-003/ }).waitFor()
      const pdf = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Save PDF' }).click()
      const pages = pageTexts(await readFile(await (await pdf).path()))
      assert.equal(pages.length, 2)
      assert.match(pages[0]!, /TAG-003/)
      assert.match(pages[1]!, /TAG-051/)
    },
  )
})

describe('changing many instruments', () => {
  test('shows what moves before it is changed, and enters the reason', async () => {
    const page = await tests.visit(technician, `${list}?sort=asset_tag`)
    await box(page, 'TAG-001').check()
    await box(page, 'TAG-002').check()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = dialogOf(page)
    assert.ok(await dialog.getByRole('button', { name: 'Preview changes' }).isDisabled())
    await dialog.getByLabel('Interval').check()
    await dialog.getByRole('textbox', { name: 'Interval' }).fill('0')
    await dialog.getByLabel('Reason').fill('They drift')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await dialog.getByLabel('Reason').inputValue(), 'They drift')
    await dialog.getByRole('textbox', { name: 'Interval' }).fill('1')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByText('2 instruments will change.').waitFor()
    await dialog.getByText(/due dates? changes?\./).waitFor()
    await dialog.getByRole('rowheader', { name: 'TAG-001' }).waitFor()
    assert.equal((await entriesOf(tests.app, lab.id, ids[0]!)).at(-1)?.payload.reason, undefined)
    await dialog.getByRole('button', { name: 'Edit 2 instruments' }).click()
    await dialog.getByText('2 instruments were changed.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('2 selected').waitFor({ state: 'hidden' })
    assert.equal((await entriesOf(tests.app, lab.id, ids[0]!)).at(-1)?.payload.reason, 'They drift')
  })

  test('of a whole filter reaches every page, and reports what could not be changed', async () => {
    await manager.call('POST', `/instruments/${ids[69]}/retire`, { body: { reason: 'Worn out' } })
    const page = await tests.visit(manager, `${list}?sort=asset_tag&retired=true`)
    await box(page, 'all on this page').check()
    await page.getByRole('button', { name: 'Select all 70 matching' }).click()
    const dialog = await askForGrace(page, '6')
    await dialog.getByText('69 instruments will change.').waitFor()
    await dialog.getByText('1 cannot be changed.').waitFor()
    await dialog.getByRole('button', { name: 'Edit 69 instruments' }).click()
    await dialog.getByText('69 instruments were changed.').waitFor()
    await dialog.getByText(/TAG-070.*retired/).waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save report as CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 71)
    assert.match(
      lines.find((line) => line.startsWith('TAG-070'))!,
      /not changed,.*retired/,
    )
    assert.match(
      lines.find((line) => line.startsWith('TAG-069'))!,
      /,changed,/,
    )
  })

  test('happens once if it was requested twice because the first response was lost', async () => {
    const page = await tests.visit(manager, `${list}?sort=asset_tag`)
    await box(page, 'all on this page').check()
    await page.getByRole('button', { name: 'Select all 69 matching' }).click()
    const dialog = await askForGrace(page, '9')
    await dialog.getByText('69 instruments will change.').waitFor()
    let lost = false
    // The server does what was asked for, but its response never arrives.
    await page.route('**/instruments/bulk-changes', async (route) => {
      if (lost) return route.continue()
      lost = true
      await route.fetch()
      return route.abort('connectionreset')
    })
    await dialog.getByRole('button', { name: 'Edit 69 instruments' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByRole('button', { name: /^(Apply without full preview|Edit \d+ instruments)/ }).click()
    await dialog.getByText('69 instruments were changed.').waitFor()
    const entries = await entriesOf(tests.app, lab.id, ids[3]!)
    const changes = entries.filter(({ payload }) => payload.changes?.grace_days?.after === 9)
    assert.equal(changes.length, 1)
  })

  test('continues when its window is closed, and is shown in another one with its report', async () => {
    const page = await tests.visit(manager, `${list}?sort=asset_tag&retired=true`)
    await box(page, 'all on this page').check()
    await page.getByRole('button', { name: 'Select all 70 matching' }).click()
    const dialog = await askForGrace(page, '15', 'Before the audit')
    await dialog.getByText('69 instruments will change.').waitFor()
    const release = await holding(ids[3]!)
    await dialog.getByRole('button', { name: 'Edit 69 instruments' }).click()
    await dialog.getByText('0 of 70 done').waitFor()
    await page.close()
    await release()
    const other = await tests.visit(manager, `/w/${lab.id}/worklist`)
    await other.getByText('Bulk edit of 70 instruments finished.').waitFor()
    await other.getByRole('link', { name: 'Report of the last bulk edit' }).click()
    await other.getByRole('heading', { name: 'Bulk edit of 70 instruments' }).waitFor()
    await other.getByText('69 instruments were changed.').waitFor()
    await other.getByRole('listitem').filter({ hasText: 'TAG-070' }).waitFor()
    await other.getByText('Before the audit').waitFor()
    const download = other.waitForEvent('download')
    await other.getByRole('button', { name: 'Save report as CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.filter((line) => line.includes(',changed,')).length, 69)
    assert.match(
      lines.find((line) => line.startsWith('TAG-070'))!,
      /not changed,.*retired/,
    )
    const entries = await entriesOf(tests.app, lab.id, ids[3]!)
    const graces = entries.flatMap(({ payload }) => payload.changes?.grace_days?.after ?? [])
    assert.equal(graces.filter((days) => days === 15).length, 1)
  })

  test('stops on request, and reports what is done', async () => {
    const page = await tests.visit(manager, `${list}?sort=asset_tag`)
    await box(page, 'all on this page').check()
    await page.getByRole('button', { name: 'Select all 69 matching' }).click()
    const dialog = await askForGrace(page, '12')
    await dialog.getByText('69 instruments will change.').waitFor()
    const release = await holding(ids[3]!)
    await dialog.getByRole('button', { name: 'Edit 69 instruments' }).click()
    await dialog.getByText('0 of 69 done').waitFor()
    // Before a worker has it there would be no part under way to wait for.
    while ((await manager.call('GET', '/jobs?limit=1')).body.data[0].state === 'queued') await delay(50)
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await dialog.getByRole('button', { name: 'Stop', disabled: true }).waitFor()
    await page.goto(`${tests.app.origin}${list}`)
    await page.getByText('Editing 69 instruments.').waitFor()
    await release()
    await page.getByText('Bulk edit of 69 instruments stopped.').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'bulk-change-bar')
    await page.getByRole('link', { name: 'Report of the last bulk edit' }).first().click()
    await page.getByText('50 instruments were changed.').waitFor()
    await page.getByText('50 of 69 done').waitFor()
    await page.getByText('19 instruments were not processed.').waitFor()
    await page.goto(`${tests.app.origin}${list}`)
    await page.getByText('1–50 of 69').waitFor()
    assert.equal(await page.getByText('Bulk edit of 69 instruments stopped.').count(), 0)
  })
})
