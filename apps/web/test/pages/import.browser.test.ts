import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Route } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { makeXlsx } from '../../../server/test/spreadsheets/make-xlsx.ts'
import { checkAccessibility, keepScreenshot, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()

const register = [
  'Tag;Name;Bin;Interval;Status;Last cal',
  'W-1;Caliper;7;12;Active;03/04/2026',
  'W-2;Block;8;0;Ref only;',
  'W-3;Meter;9;;Active;',
].join('\r\n')

describe('importing a register', () => {
  test('a file is looked at, its columns are corrected, and it is entered', async () => {
    const lab = await openLaboratory(tests.app)
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/instruments`)
    await page.getByRole('link', { name: 'Import' }).click()
    await page.getByRole('heading', { name: 'Import a register' }).waitFor()
    const file = { name: 'register.csv', mimeType: 'text/csv', buffer: Buffer.from(register) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('1 new · 0 changed · 0 unchanged · 2 with errors').waitFor()
    await page.getByText('Last cal “03/04/2026”: This date can be read in two ways.').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'import-foreseen')
    await page.getByText('Ref only → Reference only (1)').waitFor()
    await page.getByLabel('Ambiguous dates').focus()
    await page.getByLabel('Ambiguous dates').selectOption('dmy')
    await page.getByText('2 new · 0 changed · 0 unchanged · 1 with errors').waitFor()
    const focused = await page.evaluate(() => document.activeElement?.tagName)
    assert.equal(focused, 'SELECT', 'a new dry run leaves the choice that caused it where it is')
    await page.getByLabel('Instruments without a calibration interval').selectOption('reference_only')
    await page.getByText('3 new · 0 changed · 0 unchanged · 0 with errors').waitFor()
    // A file that is chosen while the choice before it is still being sent is not lost.
    const answer = Promise.withResolvers<undefined>()
    const hold = async (route: Route) => {
      await answer.promise
      await route.continue()
    }
    await page.route('**/imports', hold, { times: 1 })
    await page.getByLabel('Column “Bin”').selectOption({ label: 'Department' })
    await page.locator('input[type=file]').setInputFiles({ ...file, name: 'corrected.csv' })
    answer.resolve(undefined)
    await page.getByText('corrected.csv').waitFor()
    await page.getByText('3 new · 0 changed · 0 unchanged · 0 with errors').waitFor()
    await page.getByRole('button', { name: 'Import 3 instruments' }).click()
    await page.getByRole('heading', { name: 'Imported' }).waitFor()
    await page.getByRole('link', { name: 'Open the register' }).click()
    await page.getByRole('link', { name: 'W-3' }).waitFor()
    const { body } = await manager.call('GET', '/instruments?q=W-1')
    assert.deepEqual([body.data[0].department, body.data[0].due_date], ['7', '2027-04-03'])
  })

  test('a history is imported with the register, and conflicts have a link to the other instrument', async () => {
    const lab = await openLaboratory(tests.app)
    const { id } = await lab.instrument({ asset_tag: 'H-1', serial_number: 'S-1' })
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/import`)
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('Tag;Name;Interval;Serial\nN-1;Caliper;12;S-1')
    const holder = page.getByRole('link', { name: 'Open H-1' })
    assert.match((await holder.getAttribute('href'))!, new RegExp(id))
    await page.getByText('Calibration history').click()
    await page.getByText('No header line for a calibration history was found').waitFor()
    await choose('Tag;Cal date;Result;Vendor;Certificate\nH-1;2026-05-03;Pass;Aldergate;C-1')
    await page.getByText('1 new · 0 changed · 0 unchanged · 0 with errors').waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'import-history')
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByRole('heading', { name: 'Imported' }).waitFor()
    assert.equal((await lab.read(id)).last_calibration_at, '2026-05-03T12:00:00.000Z')
  })

  test('a sheet is selected, omitted lines are counted, and a file can be dropped at any time', async () => {
    const lab = await openLaboratory(tests.app)
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/import`)
    const head = ['Tag', 'Name', 'Interval']
    const buffer = makeXlsx({
      Cover: [['Registers']],
      Lab: [head, ['Micrometers'], ['L-1', 'Micrometer', 12]],
      Shop: [head, ['S-1', 'Caliper', 12], ['S-2', 'Caliper', 12]],
    })
    await page.locator('input[type=file]').setInputFiles({ name: 'book.xlsx', mimeType: '', buffer })
    await page.getByText('1 new · 0 changed · 0 unchanged · 1 left out · 0 with errors').waitFor()
    await page.getByLabel('Sheet').selectOption('Cover')
    await page.getByText('No header line for an instrument register was found').waitFor()
    await page.getByLabel('Sheet').selectOption('Shop')
    await page.getByText('2 new · 0 changed · 0 unchanged · 0 with errors').waitFor()
    await checkAccessibility(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('Row 2', { exact: true }).waitFor()
    await page.getByText('Outcome: New').first().waitFor()
    await checkAccessibility(page)
    await keepScreenshot(page, 'import-phone')
    const isTaken = await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['Tag;Name;Interval\nD-1;Caliper;12'], 'dropped.csv'))
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    })
    assert.equal(isTaken, true, 'the browser would open the file instead')
    await page.getByText('dropped.csv').waitFor()
    await page.getByText('1 new · 0 changed · 0 unchanged · 0 with errors').waitFor()
  })

  test('choices are kept when the page is left, and those that do not apply to the next file are dropped', async () => {
    const lab = await openLaboratory(tests.app)
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/import`)
    const choose = (name: string, text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('first.csv', 'Tag;Name;Bin;Interval\nC-1;Caliper;7;\n')
    await page.getByText('0 new · 0 changed · 0 unchanged · 1 with errors').waitFor()
    await page.getByLabel('Column “Bin”').selectOption({ label: 'Department' })
    await page.getByRole('link', { name: 'Today' }).first().click()
    await page.getByText('what you have chosen for this file is lost').waitFor()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Stay' }).click()
    for (const [name, file] of [
      ['Download failed rows', 'failed-rows.csv'],
      ['As an Excel file (XLSX)', 'failed-rows.xlsx'],
    ] as const) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      assert.equal((await download).suggestedFilename(), file)
    }
    assert.equal(await page.getByLabel('Column “Bin”').inputValue(), 'department')
    await choose('other.csv', 'Tag;Name;Shelf;Interval\nC-1;Caliper;7;12\n')
    await page.getByText('1 new · 0 changed · 0 unchanged · 0 with errors').waitFor()
    await page.getByText('Calibration history').click()
    const point = ['calibration_id', 'position', 'nominal', 'as_found_readings']
    const head = ['asset_tag', 'performed_at', 'result', ...point].join(';')
    await choose('points.csv', `${head}\nC-1;2026-05-03;PASS;r;1;;"[""1""]"\n`)
    const column = page.getByLabel('Column “position”')
    await column.selectOption('ignore')
    await page.getByText('other.csv').waitFor({ state: 'detached' })
    await column.selectOption('measurement')
    await page.waitForFunction(() => !document.querySelector('[data-loading]'))
    assert.equal(await column.inputValue(), 'measurement')
  })

  test('a file that is not a register is refused, and technicians do not see the page', async () => {
    const lab = await openLaboratory(tests.app)
    const manager = await signInAs(tests.app, lab, 'manager')
    const page = await tests.visit(manager, `/w/${lab.id}/import`)
    const file = { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2') }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('No header line for an instrument register was found').waitFor()
    const technician = await signInAs(tests.app, lab, 'technician')
    const other = await tests.visit(technician, `/w/${lab.id}/import`)
    await other.getByText('Only admins and managers can import').waitFor()
  })
})
