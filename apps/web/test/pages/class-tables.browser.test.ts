import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { newClassTable } from '../../../server/test/workspaces/unique-things.ts'
import { draftProcedure } from '../../../server/test/workspaces/released-procedure.ts'
import { keepScreenshot, lookAtPage, settled, startBrowserTests } from '../support/browser.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app, { timeZone: 'Europe/Berlin' })
const manager = await signInAs(tests.app, lab, 'manager', { name: 'Mia Manager' })
const technician = await signInAs(tests.app, lab, 'technician', { name: 'Tim Technician' })
const at = (path: string) => `/w/${lab.id}${path}`

const threads = {
  ...newClassTable(),
  name: 'Thread plugs',
  source: 'Calculated by ISO 1502, QM-44',
  classes: [
    { name: '6H', member: 'GO' },
    { name: '6H', member: 'NO-GO' },
  ],
  rows: [
    {
      designation: 'M10',
      from: null,
      to: null,
      limits: [
        { nominal: '9.034', upper: '4.5', lower: '4.5' },
        { nominal: '9.2165', upper: '9', lower: null },
      ],
    },
  ],
}

async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  await settled(page)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
  await page.setViewportSize({ width: 1280, height: 800 })
}

describe('class tables', () => {
  test('begin as a copy of a built-in one, are changed by a pasted block, and are retired', async () => {
    const page = await tests.visit(manager, at('/settings/class-tables'))
    await page.getByText('No class tables yet').waitFor()
    await page.getByRole('link', { name: 'Copy ISO 3650' }).click()
    await page.getByLabel('Name').fill('House blocks')
    await page.getByText('16 rows:').waitFor()
    await page.getByRole('button', { name: 'Create table' }).click()
    await page.getByRole('heading', { name: 'House blocks' }).waitFor()
    await page.getByText('Version 1').waitFor()
    const block = page.getByRole('textbox', { name: 'Table' })
    await block.fill('from\tto\t00\n0,5\t10\t0,06\n9\t25\t0,07')
    await page
      .getByText('Line 3, column from: Must not be below the upper end of the previous row.')
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
    await keepScreenshot(page, 'class-table-mistake')
    await block.fill('from\tto\t00\n0,5\t10\t0,06\n10\t25\t0,07')
    await page.getByRole('cell', { name: '±0.07' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('House blocks was saved.').waitFor()
    await page.getByText('Version 2').waitFor()
    await fitsPhone(page)
    await page.getByRole('button', { name: 'Retire table' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Replaced')
    await dialog.getByRole('button', { name: 'Retire table' }).click()
    await page.getByText('Replaced').waitFor()
    await page.getByRole('link', { name: 'Class tables' }).first().click()
    await page.getByText('No class tables yet').waitFor()
    await page.getByRole('switch', { name: 'Show retired' }).check()
    await page.getByRole('link', { name: 'House blocks' }).waitFor()
    await fitsPhone(page)
  })

  test('can be read by everyone, and changed only by those who may', async () => {
    const { body } = await manager.call('POST', '/class-tables', {
      body: { ...newClassTable(), name: 'Pins' },
    })
    const page = await tests.visit(technician, at('/settings/class-tables'))
    await page.getByRole('link', { name: 'Pins' }).click()
    await page.getByRole('cell', { name: '±0.2' }).waitFor()
    for (const name of ['Save', 'Retire table']) {
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    }
    assert.equal(await page.getByRole('link', { name: 'Copy' }).count(), 0)
    await page.goto(new URL(at('/settings/class-tables/new'), page.url()).href)
    await page.getByRole('heading', { name: 'New class table' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create table' }).count(), 0)
    assert.equal(body.version, 1)
  })

  test('report that somebody else has saved first, and keep typed values', async () => {
    const { body } = await manager.call('POST', '/class-tables', { body: newClassTable() })
    const page = await tests.visit(manager, at(`/settings/class-tables/${body.id}`))
    await page.getByLabel('Source').fill('House rule 14')
    await manager.call('PATCH', `/class-tables/${body.id}`, { body: { unit: 'm' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else changed this table').waitFor()
    await page.getByRole('alert').getByRole('button').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 3').waitFor()
    const { body: now } = await manager.call('GET', `/class-tables/${body.id}`)
    assert.deepEqual([now.source, now.unit], ['House rule 14', 'm'])
  })

  test('give a thread plug gauge two points with limits of their own, which note table and version', async () => {
    await manager.call('POST', '/class-tables', { body: threads })
    const draft = await draftProcedure(manager, { code: 'CP-THREADS', title: 'Thread plugs', points: [] })
    const page = await tests.visit(manager, at(`/procedures/${draft.procedure_id}/edit`))
    await page.getByRole('button', { name: 'Add gauge points' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption({ label: 'GO/NO-GO plug gauge' })
    await dialog.getByLabel('Limits').selectOption('Thread plugs, 6H')
    await dialog.getByText('Enter the sizes of both members.').waitFor()
    await dialog.getByLabel('Row of the table').selectOption('M10')
    await dialog.getByText('2 points are added.').waitFor()
    assert.equal(await dialog.getByLabel('Size of NO-GO').inputValue(), '9.2165')
    await keepScreenshot(page, 'thread-gauge-points')
    await fitsPhone(page)
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft saved.').waitFor()
    const saved = await manager.call('GET', `/procedures/${draft.procedure_id}/revisions/1`)
    const note = 'Thread plugs, 6H (version 1; Calculated by ISO 1502, QM-44)'
    assert.deepEqual(
      saved.body.points.map((point: any) => [
        point.function,
        point.range,
        point.nominal.value,
        point.tolerance.symmetric?.absolute ?? point.tolerance.upper.absolute,
        point.note,
      ]),
      [
        ['GO', 'M10', '9.034', '0.0045', note],
        ['NO-GO', 'M10', '9.2165', '0.009', note],
      ],
    )
  })

  test('are accessible, and their targets are large enough for touch', async () => {
    const { body } = await manager.call('POST', '/class-tables', { body: { ...threads, name: 'Looks' } })
    await lookAtPage(tests, manager, at('/settings/class-tables'), 'class-tables', async (page) => {
      await page.getByRole('link', { name: 'Looks' }).waitFor()
    })
    await lookAtPage(tests, manager, at(`/settings/class-tables/${body.id}`), 'class-table', async (page) => {
      await page.getByRole('cell', { name: '9.034 ±4.5' }).waitFor()
    })
  })
})
