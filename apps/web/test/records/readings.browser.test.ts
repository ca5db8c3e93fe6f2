import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLaboratory } from '../../../server/test/calibrating.ts'
import { signInAs } from '../../../server/test/session.ts'
import { keepScreenshot, startBrowserTests } from '../support/browser.ts'
import { drifting } from '../support/sample-register.ts'

const tests = await startBrowserTests()
const lab = await openLaboratory(tests.app)
const instrumentId = await drifting(lab)
const auditor = await signInAs(tests.app, lab, 'auditor')

/** How far below the foot of a deviation its percentage stands, in pixels, for each that the table shows. */
const stepsDown = `[...document.querySelectorAll('#main td')].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const bottoms = {}
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    if (/^[+−]0\\.\\d+/.test(node.data)) bottoms.deviation = range.getBoundingClientRect().bottom
    if (/%$/.test(node.data)) bottoms.percent = range.getBoundingClientRect().bottom
  }
  return bottoms.deviation && bottoms.percent ? [Math.abs(bottoms.percent - bottoms.deviation)] : []
})`

/** Names of all table cells as the browser shows them to a screen reader. */
async function heardCells(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const { nodes } = (await browser.send('Accessibility.getFullAXTree')) as {
    nodes: { role?: { value: string }; name?: { value: string }; ignored: boolean }[]
  }
  return nodes
    .filter(({ role, ignored }) => !ignored && ['cell', 'gridcell', 'rowheader'].includes(role?.value ?? ''))
    .map(({ name }) => name?.value ?? '')
}

/** Lines and cells of a table that is copied are distinguished by breaks and tabs, percentages by a no-break space. */
function assertHas(cells: readonly string[], wanted: readonly string[]): void {
  const found = cells.map((cell) => cell.replaceAll(/\s+/g, ' '))
  assert.deepEqual(
    wanted.filter((text) => !found.includes(text)),
    [],
    found.join(' | '),
  )
}

/** What the clipboard would get of each table cell. */
async function copiedCells(page: Page): Promise<string[]> {
  const copied = await page.evaluate(`[...document.querySelectorAll('#main td')].map((cell) => {
    getSelection().selectAllChildren(cell)
    return getSelection().toString().trim()
  })`)
  return copied as string[]
}

/** Left edges of the decimal mark in the cells of one column, in pixels. */
async function marks(page: Page, texts: readonly string[]): Promise<number[]> {
  const found = await page.evaluate(`(${JSON.stringify(texts)}).map((text) => {
    const cell = [...document.querySelectorAll('#main td')].find((one) => one.textContent === text)
    const node = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    range.setStart(node, node.data.indexOf('.'))
    range.setEnd(node, node.data.indexOf('.') + 1)
    return range.getBoundingClientRect().left
  })`)
  return found as number[]
}

describe('a reading', () => {
  test('is heard and copied exactly as recorded, in the table of all calibrations too, whose head has the unit', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${instrumentId}`)
    await page.getByRole('table', { name: 'Readings of all calibrations' }).waitFor()
    // Deviation and share of the tolerance stand in the same cell as their reading.
    const expected = ['10 V ± 0.05 V', '10.07 V +0.07 +140 % ✕ out', '10.00 V 0 0 %', '0.008 V']
    assertHas(await heardCells(page), expected)
    assertHas(await copiedCells(page), expected)
    await keepScreenshot(page, 'readings')
  })

  test('is heard and copied as recorded on the record itself, with its deviation', async () => {
    const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${instrumentId}`)
    const table = page.getByRole('table', { name: 'Readings of all calibrations' })
    await table.getByRole('row').filter({ hasText: '10.07' }).getByRole('link').first().click()
    await page.getByRole('article', { name: 'Calibration record' }).waitFor()
    assertHas(await heardCells(page), ['10.07 V', '+0.07 V'])
    assertHas(await copiedCells(page), ['10.07 V', '+0.07 V'])
    await keepScreenshot(page, 'readings-record')
  })

  test('is aligned at its decimal mark, however long its parts are', async () => {
    const { id } = await lab.instrument({ asset_tag: 'LONG-1', name: 'Scale', unit_of_measure: 'g' })
    const readings = ['9.5 g', '1000.25 g', '-0.125 g']
    for (const [index, reading] of readings.entries()) {
      const performedAt = `202${index + 3}-03-02T10:00:00Z`
      await lab.calibrate(id as string, { as_found_reading: reading, performed_at: performedAt })
    }
    const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${id as string}`)
    await page.getByRole('table', { name: 'Readings of all calibrations' }).waitFor()
    const [first = 0, ...others] = await marks(page, readings)
    for (const other of others) assert.ok(Math.abs(other - first) < 0.75, `${other} below ${first}`)
    await keepScreenshot(page, 'readings-long')
  })
})

test('a percentage is on the same line as its deviation', async () => {
  const page = await tests.visit(auditor, `/w/${lab.id}/instruments/${instrumentId}`)
  await page.getByRole('table', { name: 'Readings of all calibrations' }).waitFor()
  const steps = (await page.evaluate(stepsDown)) as number[]
  assert.ok(steps.length > 0)
  assert.ok(Math.max(...steps) < 1.5, String(steps))
})
